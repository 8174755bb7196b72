import type { SeedLanguage } from './languages.js';
import { listOf } from './languages.js';

/**
 * Texts of creators in a language. `{n}` is the product, `{b}` its brand, `{t}` the theme of the creator, `{w}` the weekday
 * and `{h}` the hour of a stream. No sentence depends on the inflection or gender of the product's noun.
 */
export interface Phrases {
  /** Titles of products; `{x}` stands for features, colour and size, joined by `join`. */
  readonly titles: readonly string[];
  readonly join: string;
  /** Ends a sentence. */
  readonly stop: string;
  /** Captions about a product. */
  readonly hooks: readonly string[];
  /** Captions without a product. */
  readonly moments: readonly string[];
  /** Sentences that may follow a caption. */
  readonly calls: readonly string[];
  /** Titles of streams with products. */
  readonly streams: readonly string[];
  /** Titles of streams that name the weekday or hour. */
  readonly timedStreams: readonly string[];
  /** Titles of streams without products. */
  readonly chats: readonly string[];
  readonly tags: readonly string[];
  readonly shops: readonly string[];
  readonly shopWords: readonly string[];
}

type PhraseTexts = { readonly [Part in keyof Phrases]: string };

const TEXTS: Readonly<Record<SeedLanguage, PhraseTexts>> = {
  en: {
    titles: '{b} {n} – {x}|{b} {n}, {x}|{n} by {b}, {x}|{n}, {x}|New {b} {n} – {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Tested my new {n} for a week and wow|Why is nobody talking about {b}??|Back in stock: {n}|Honest review: {n}, worth it?|Unboxing time: {n} from {b}|POV: you finally found the {n} you wanted|3 things to know before you buy {n}|Packing my bag with my new {n}|Influenced again: {n}|Cheap vs expensive {n}: can you tell?|Rating every {n} I own|My sister keeps stealing my {n}|Still not over my {n}',
    moments:
      'Day in my life: {t} edition|Get ready with me|Things nobody tells you about {t}|Morning routine, no talking|Answering your {t} questions|Small wins this week|Trying a {t} trend so you don’t have to|Come with me, Sunday reset|Wait for the end|My honest {t} fails',
    calls:
      'Would you try it?|Link in bio|Save this for later|Tell me your favourite below|Part 2?|Who needs this too?|Follow for more {t}|No filter, I promise',
    streams:
      '{n} flash sale – up to 50% off|Unboxing {n} with you|Last chance: {n} clearance|Ask me anything about {n}|{b} live deals|New drops: {n} and more|Free gifts while we chat: {n}',
    timedStreams: '{w} night live: {n} deals|Live at {h}: {n}|{w} {h} – {b} sale|See you {w} at {h}!',
    chats: 'Chill & chat|{t} Q&A, say hi!|Just hanging out|Your {t} questions, live|Late night talk',
    tags: '#fyp|#musthave|#shopping|#review|#haul|#smallbusiness|#dealoftheday|#unboxing|#foryou|#smallcreator|#viral|#honestreview',
    shops: '{b}|{b} Store|{b} Official|The {w} Shop|{w} & Co.|{b} Direct|House of {w}|{w} Market',
    shopWords: 'Maple|Willow|Harbor|Sunday|Juniper|Clover|Copper|Lantern|Meadow|Birch|Marigold|Driftwood',
  },
  zh: {
    titles: '{b}{n} {x}|{b} {n} {x}|2026新款{n} {b} {x}|{n} {x}|网红爆款{b}{n} {x}',
    join: ' ',
    stop: '。',
    hooks:
      '这款{n}真的太好用了|姐妹们快冲，{n}补货啦|开箱测评：{b}的{n}到底值不值得买|今天教大家怎么选{n}|用了一周{n}，说说真实感受|后悔没早点买的{n}|被问爆的{n}来了|平价{n}对比贵价{n}|无限回购的{n}|我妈都抢着用的{n}|{b}新品第一时间试给你看|本月最爱：{n}',
    moments:
      '日常vlog，{t}的一天|跟我一起过周末|关于{t}的小经验|沉浸式早晨|回答大家的{t}问题|最近的小确幸|看到最后有彩蛋|这周的翻车现场|新手做{t}的第一天',
    calls: '你们会买吗？|评论区告诉我|记得收藏|想看下期扣1|还有谁没入手|关注我看更多{t}|无滤镜实拍|喜欢就点个赞吧',
    streams: '{n}专场 全场五折起|新品上架：{n}|和我一起逛{n}|清仓最后一天 {n}|{b}品牌专场|{n}问答 边聊边送|{n}福利专场',
    timedStreams: '{w}{h} {n}限时秒杀|{w}晚 {b}专场|{h}开播 {n}福利|{w}见！{h}不见不散',
    chats: '随便聊聊|{t}答疑 来打个招呼|陪伴直播|深夜电台|聊聊{t}',
    tags: '#好物推荐|#种草|#开箱|#测评|#购物分享|#平价好物|#日常|#必买清单|#vlog|#真实测评',
    shops: '{b}旗舰店|{w}优选|{w}生活馆|{w}小铺|{b}官方店|{w}的店|{w}杂货铺',
    shopWords: '小禾|木棉|青柠|山茶|南巷|拾光|暖屿|麦田|白鹿|晴天|云朵|栗子',
  },
  th: {
    titles: '{b} {n} {x}|{n} {b} {x}|[พร้อมส่ง] {n} {b} {x}|{n} {x}|{n}รุ่นใหม่ {b} {x}',
    join: ' ',
    stop: '',
    hooks:
      'รีวิว{n}ตัวนี้ใช้แล้วชอบมาก|ของมันต้องมี {n}|เปิดกล่อง{n}จาก {b}|ใครกำลังหา{n}ต้องดูคลิปนี้|ใช้{n}มาหนึ่งอาทิตย์ บอกตามตรง|{n}ที่แม่ยังขอยืม|เทียบ{n}ถูกกับแพง|ป้ายยา{n}อีกแล้ว|ซื้อซ้ำรอบที่สาม {n}|3 ข้อก่อนซื้อ{n}|{n}กลับมาแล้ว รีบเลย|งบน้อยก็มีได้ {n}',
    moments:
      'หนึ่งวันกับ{t}|มาแต่งตัวออกไปข้างนอกกัน|เรื่อง{t}ที่ไม่มีใครบอก|เช้านี้ทำอะไรดี|ตอบคำถามเรื่อง{t}|วันหยุดสบายๆ|ดูให้จบนะ|มือใหม่หัด{t}|พังแต่ขำ',
    calls: 'ใครอยากได้บ้าง|พิกัดหน้าโปรไฟล์|เซฟไว้ดูก่อน|คอมเมนต์บอกหน่อย|มีต่อพาร์ตสองไหม|กดติดตามไว้เลย|ไม่มีฟิลเตอร์นะ|ชอบแบบไหนกัน',
    streams: 'ไลฟ์สดขาย{n}ลดครึ่งราคา|{n}ล็อตสุดท้าย|แจกโค้ดส่วนลด{n}|ถามตอบเรื่อง{n}|{b} จัดโปรในไลฟ์|ของใหม่เข้า {n}|ล้างสต็อก{n}',
    timedStreams: 'คืนวัน{w} {n}ลดแรง|{h} เจอกันนะ {n}|{w} {h} โปร {b}|ไลฟ์{h} วัน{w}',
    chats: 'มานั่งคุยกัน|ถามตอบ{t} ทักมาเลย|นั่งเล่นเป็นเพื่อน|คุยเรื่อง{t}|เหงาๆ มาคุยกัน',
    tags: '#ของดีบอกต่อ|#รีวิว|#ป้ายยา|#ของมันต้องมี|#ช้อปปิ้ง|#เปิดกล่อง|#fyp|#รีวิวของดี|#งบน้อย|#งบน้อยก็สวยได้',
    shops: 'ร้าน{w}|{b} ช็อป|{w}ของดี|บ้าน{w}|{b} Thailand|{w}มาร์เก็ต',
    shopWords: 'ดอกไม้|ใบไม้|ฟ้าใส|มะลิ|สายรุ้ง|ทุ่งนา|ภูเขา|น้ำผึ้ง|ตะวัน|ใบบัว|เมฆขาว|จันทร์เจ้า',
  },
  ja: {
    titles: '{b} {n} {x}|【新作】{b} {n} {x}|{n} {x} {b}|{n} {x}|{b}公式 {n} {x}',
    join: ' ',
    stop: '。',
    hooks:
      'この{n}が本当に良すぎた|{n}を一週間使ってみた正直レビュー|{b}の新しい{n}を開封します|買ってよかった{n}|{n}の選び方を教えます|リピ確定の{n}|話題の{n}、実際どう？|プチプラとデパコス価格の{n}を比べてみた|やっと届いた{n}|母に取られた{n}|今月のベストは{n}|{n}、迷ってる人は見て',
    moments:
      '{t}の一日|休日のルーティン|{t}のコツまとめ|朝の支度、無言で|みんなの質問に答えます|今週の小さなしあわせ|最後まで見てね|{t}初心者の記録|失敗しました',
    calls:
      'みんなはどう？|プロフのリンクから|保存してね|コメントで教えて|続きいる？|フォローしてくれたら嬉しい|加工なしです|気になる人いる？',
    streams:
      '{n}タイムセール開催中|新作{n}のご紹介|在庫限り！{n}|{n}の質問に答えます|{b}ライブ限定価格|{n}まとめ買いがお得|{n}を一緒に選ぼう',
    timedStreams: '{w}の夜は{n}|{h}から{n}ライブ|{w}{h} {b}セール|{h}スタート！{w}ライブ',
    chats: 'まったり雑談|{t}の質問コーナー|作業しながらおしゃべり|{t}の話をしよう|初見さん歓迎',
    tags: '#おすすめ|#購入品|#レビュー|#開封動画|#買ってよかったもの|#お買い物|#おすすめにのりたい|#正直レビュー|#暮らし|#購入品紹介',
    shops: '{b}ストア|{w}商店|{b}ショップ|{w}工房|{w}屋|{b}公式|雑貨{w}',
    shopWords: 'ひだまり|こはる|みなと|つばめ|あさひ|もみじ|しろくま|ふたば|なぎさ|すずらん|たんぽぽ|やまと',
  },
  vi: {
    titles: '{n} {b} {x}|{b} - {n} {x}|[Chính hãng] {n} {b} {x}|{n} {x}|{n} mẫu mới {b} {x}',
    join: ' ',
    stop: '.',
    hooks:
      'Mình dùng thử {n} một tuần và mê luôn|Review {n} có đáng tiền không?|Đập hộp {n} của {b} cùng mình nhé|{n} về hàng rồi mọi người ơi|Ba lý do nên mua {n}|Lại bị dụ mua {n}|{n} rẻ và {n} đắt khác gì nhau?|Mẹ mình cũng mê {n} rồi|Đừng mua {n} trước khi xem clip này|Mua lại {n} lần thứ ba|{n} xinh quá trời|Tìm mãi mới ra {n} ưng ý',
    moments:
      'Một ngày của mình với {t}|Chuẩn bị đi chơi cùng mình|Những điều về {t} ít ai nói|Buổi sáng của mình|Trả lời câu hỏi về {t}|Cuối tuần nhẹ nhàng|Xem đến cuối nha|Tập tành {t}|Hậu trường nè',
    calls:
      'Mọi người thấy sao?|Link ở bio nha|Lưu lại kẻo quên|Bình luận cho mình biết với|Có ai cần nữa không?|Theo dõi mình để xem thêm {t}|Không filter luôn|Làm phần 2 nhé?',
    streams:
      'Livestream xả kho {n} giảm 50%|Săn sale {n} cùng mình|{n} giá sốc hôm nay|Hỏi đáp về {n}|Hàng mới: {n}|{b} ưu đãi trong live|Thanh lý {n} lần cuối',
    timedStreams: 'Tối {w} săn {n}|{h} lên sóng: {n}|{w} {h} sale {b}|Hẹn {w} lúc {h} nha',
    chats: 'Tám chuyện chút nào|Giải đáp {t}, vào chào mình nhé|Ngồi chơi cùng mình|Nói chuyện {t}|Đêm khuya tâm sự',
    tags: '#xuhuong|#review|#muasam|#dapho|#hangmoi|#gocreview|#reviewlamdep|#giare|#vlog',
    shops: 'Tiệm {w}|{b} Shop|Nhà {w}|Kho {w}|{b} Việt Nam|{w} Store',
    shopWords: 'Mây|Bông|Nắng|Gạo|Sen|Cỏ May|Mận|Gió|Bơ|Mộc|An Nhiên|Trăng',
  },
  id: {
    titles: '{b} {n} {x}|{n} {b} {x}|{n} {x}|Promo {b} {n} {x}|{n} terbaru {b} {x}',
    join: ' ',
    stop: '.',
    hooks:
      'Aku coba {n} seminggu dan suka banget|Racun baru: {n}|Unboxing {n} dari {b} yuk|Review jujur {n}, worth it gak sih?|Tiga alasan beli {n}|{n} murah vs mahal, beda gak?|Akhirnya restock {n}|Udah beli {n} tiga kali|Ibuku aja suka {n}|Jangan beli {n} sebelum nonton ini|Nemu {n} selucu ini|{n} favorit bulan ini',
    moments:
      'Sehari sama aku: {t}|Siap-siap bareng aku|Hal soal {t} yang jarang dibahas|Rutinitas pagi|Jawab pertanyaan soal {t}|Weekend santai|Tonton sampai habis ya|Pemula belajar {t}|Gagal tapi lucu',
    calls:
      'Kalian tim mana?|Link di bio ya|Simpan dulu biar gak lupa|Komen di bawah|Mau part 2?|Siapa yang butuh juga?|Follow buat info {t}|Tanpa filter ya',
    streams:
      'Live {n} diskon 50%|Obral {n} terakhir|Bagi voucher {n}|Tanya jawab soal {n}|{b} harga khusus live|Barang baru: {n}|Cuci gudang {n}',
    timedStreams: '{w} malam: {n} diskon|Live {h}: {n}|{w} {h} promo {b}|Ketemu {w} {h} ya',
    chats: 'Ngobrol santai|Tanya jawab {t}, sapa dong|Temani aku|Ngobrolin {t}|Curhat malam',
    tags: '#racunbelanja|#fyp|#reviewjujur|#belanjaonline|#diskon|#unboxing|#fypシ|#racun|#serbaserbi|#iburumahtangga',
    shops: 'Toko {w}|{b} Store|Rumah {w}|{b} Official|{w} Jaya|Gudang {w}',
    shopWords: 'Melati|Cahaya|Sinar|Berkah|Mentari|Kenanga|Pelangi|Lestari|Bintang|Anggrek|Sejahtera|Pagi',
  },
  ms: {
    titles: '{b} {n} {x}|{n} {b} {x}|{n} {x}|Tawaran {b} {n} {x}|{n} terkini {b} {x}',
    join: ' ',
    stop: '.',
    hooks:
      'Saya cuba {n} seminggu, memang terbaik|Jom tengok {n}|Buka kotak {n} dari {b}|Ulasan jujur {n}, berbaloi ke?|Sebab korang perlu {n}|{n} murah lawan mahal|Restok dah {n}|Beli {n} kali ketiga|Mak pun suka {n}|Jangan beli {n} sebelum tengok ni|Comel gila {n}|Racun baharu: {n}',
    moments:
      'Sehari bersama saya: {t}|Bersiap sama-sama|Pasal {t} yang ramai tak tahu|Rutin pagi|Jawab soalan {t}|Hujung minggu santai|Tengok sampai habis|Baru belajar {t}|Kantoi lagi',
    calls:
      'Korang macam mana?|Pautan di bio|Simpan dulu|Komen kat bawah|Nak bahagian 2?|Siapa perlu juga?|Follow untuk {t}|Tanpa filter',
    streams:
      'Jualan langsung {n} diskaun 50%|Jualan penghabisan {n}|Kod diskaun {n}|Soal jawab tentang {n}|{b} harga live sahaja|Barang baru sampai: {n}|Borong {n} jom',
    timedStreams: 'Malam {w}: {n}|Live {h}: {n}|{w} {h} promosi {b}|Jumpa {w} {h}',
    chats: 'Borak santai|Soal jawab {t}, tegur la|Teman saya|Cerita pasal {t}|Lepak malam',
    tags: '#ulasan|#fyp|#belibelah|#tawaranhebat|#bukakotak|#racunonline|#fypmalaysia|#jomshopping|#ulasanjujur|#murah',
    shops: 'Kedai {w}|{b} Empire|Butik {w}|{b} MY|{w} Enterprise|Rumah {w}',
    shopWords: 'Melur|Cahaya|Damai|Seri|Bunga Raya|Permata|Teratai|Warisan|Intan|Mutiara|Suria|Kasih',
  },
  fil: {
    titles: '{b} {n} {x}|{n} {b} {x}|{n} – {x}|Bagong {b} {n}, {x}|Sulit na {n} – {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Isang linggo kong sinubukan ang {n}, sobrang ganda|Budol na naman: {n}|Unboxing ng bago kong {n} mula {b}|Sulit ba ang {n}?|Tatlong dahilan para bumili ng {n}|Murang {n} vs mamahaling {n}|May stock na ulit ng {n}|Pangatlong bili ko na ng {n}|Pati si mama gusto ang {n}|Panoorin muna bago bumili ng {n}|Ang cute ng {n}|Paborito ko ngayong buwan: {n}',
    moments:
      'Isang araw sa buhay ko: {t}|Samahan mo akong mag-ready|Mga bagay tungkol sa {t}|Umaga ko, walang salita|Sagot sa mga tanong tungkol sa {t}|Pahinga muna|Panoorin hanggang dulo|Baguhan sa {t}|Palpak pero masaya',
    calls:
      'Kayo ba?|Nasa bio ang link|I-save mo muna|Comment lang kayo|May part 2 pa ba?|Sino pa ang may gusto?|Follow for more {t}|Walang filter yan',
    streams:
      'Live selling ng {n}, 50% off|Huling tawag: {n}|Libreng pa-premyo sa {n}|Tanong ninyo tungkol sa {n}|{b} live price|Bagong dating: {n}|Ubos-stock ng {n}',
    timedStreams: '{w} ng gabi: {n}|Live {h}: {n}|{w} {h} – {b} sale|Kita-kits {w} {h}!',
    chats: 'Kwentuhan lang|Tanungan sa {t}, mag-hi ka|Tambay muna|Usapang {t}|Puyat gang',
    tags: '#budolfinds|#fyp|#sulit|#onlineshopping|#unboxing|#tipidtips|#budol|#fypph|#murangfinds|#murabutganda',
    shops: 'Tindahan ni {w}|{b} PH|{w} Finds|Aling {w}|{b} Manila|{w} Trading',
    shopWords: 'Luz|Rosa|Bituin|Liwayway|Perlas|Sampaguita|Nena|Tala|Ligaya|Mayumi|Auring|Belen',
  },
  pl: {
    titles: '{b} {n} – {x}|{n} {b}, {x}|{n}, {x}|Nowość: {n} {b}, {x}|{b}: {n}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Tydzień testów: {n} – moje wrażenia|Szczera opinia: {n}, czy warto?|Rozpakujmy razem: {n} od {b}|Znów w sprzedaży: {n}|Trzy powody, żeby kupić: {n}|Tanio czy drogo? {n} w teście|Hit czy kit: {n}|Kupione trzeci raz: {n}|Mama też chce: {n}|Obejrzyj, zanim kupisz: {n}|Ulubieniec miesiąca: {n}|Nie planowałam tego zakupu: {n}',
    moments:
      'Dzień z życia: {t}|Szykuj się ze mną|{t} – o tym nikt nie mówi|Poranek bez słów|Odpowiadam na pytania: {t}|Małe radości tygodnia|Obejrzyj do końca|{t} od zera|Wpadka tygodnia',
    calls:
      'A Wy co myślicie?|Link w bio|Zapisz na później|Dajcie znać w komentarzu|Chcecie część drugą?|Kto też potrzebuje?|Obserwuj po więcej|Bez filtrów',
    streams:
      '{n} – wyprzedaż na żywo do -50%|Ostatnie sztuki: {n}|Kody rabatowe: {n}|Pytania i odpowiedzi: {n}|{b} – ceny tylko na live|Nowa dostawa: {n}|Razem wybieramy: {n}',
    timedStreams: '{w} wieczór: {n}|{h} na żywo: {n}|{w} {h}: promocje {b}|{w}, {h} – widzimy się!',
    chats: 'Luźne rozmowy|{t} – pytania i odpowiedzi|Posiedźmy razem|Pogaduchy: {t}|Nocne rozmowy',
    tags: '#dlaciebie|#zakupy|#recenzja|#okazja|#polecam|#nowości|#dc|#szczeraopinia|#haulzakupowy|#mojezakupy',
    shops: 'Sklep {w}|{b} Dom|{b} Polska|{w} – sklep|{w} i spółka|{b}',
    shopWords: 'Malwa|Jarzębina|Bursztyn|Sójka|Konwalia|Wierzba|Zorza|Stokrotka|Sarenka|Miodowa|Kalina|Rosa',
  },
  de: {
    titles: '{b} {n}, {x}|{n} von {b}, {x}|{n} – {x}|Neu: {b} {n} – {x}|{b}: {n}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Eine Woche getestet: {n}|Ehrliche Meinung: {n}, lohnt sich das?|Auspacken mit mir: {n} von {b}|Endlich wieder da: {n}|Drei Gründe für {n}|Günstig gegen teuer: {n} im Vergleich|Top oder Flop: {n}|Schon zum dritten Mal gekauft: {n}|Meine Mama will auch: {n}|Schau das, bevor du kaufst: {n}|Liebling des Monats: {n}|Das war nicht geplant: {n}',
    moments:
      'Ein Tag mit mir: {t}|Mach dich mit mir fertig|Was dir bei {t} keiner sagt|Morgenroutine ohne Worte|Eure Fragen zu {t}|Kleine Freuden der Woche|Bis zum Ende schauen|{t} für Anfänger|Panne der Woche',
    calls:
      'Was meint ihr?|Link in der Bio|Speichern für später|Schreibt es in die Kommentare|Teil 2?|Wer braucht das auch?|Folgt mir für mehr|Ohne Filter, versprochen',
    streams:
      '{n}: Schlussverkauf live, bis zu 50 %|Letzte Chance: {n}|Rabattcodes für {n}|Eure Fragen: {n}|{b}: Preise nur im Stream|Neu eingetroffen: {n}|Wir packen aus: {n}',
    timedStreams: '{w}abend: {n}|Live um {h}: {n}|{w} {h}: {b} Angebote|{w}, {h} – seid dabei!',
    chats: 'Einfach quatschen|{t}: eure Fragen|Sitzen und reden|Plaudern über {t}|Nachtschicht',
    tags: '#fürdich|#einkaufen|#ehrlichemeinung|#schnäppchen|#empfehlung|#neuheiten|#fy|#testbericht|#haul|#alltag',
    shops: '{b} Haus|{b} Versand|{w}laden|Kaufhaus {w}|{w} & Söhne|{b}|{w}hof',
    shopWords: 'Linden|Amsel|Birken|Sonnen|Kirsch|Mühlen|Rosen|Tannen|Berg|Wiesen|Falken|Holunder',
  },
  es: {
    titles: '{b} {n}, {x}|{n} {b}, {x}|{n} – {x}|Nuevo: {n} {b}, {x}|{n} de {b}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Una semana con: {n}. Me encantó|¿Vale la pena? {n}|Unboxing conmigo: {n} de {b}|¡Ya volvió! {n}|Tres razones para comprar: {n}|Barato contra caro: {n}|Lo bueno y lo malo: {n}|Tercera vez que compro: {n}|Mi mamá también quiere: {n}|Mira esto antes de comprar: {n}|Favorito del mes: {n}|No lo necesitaba, pero: {n}',
    moments:
      'Un día conmigo: {t}|Alístate conmigo|Lo que nadie te cuenta: {t}|Rutina de mañana sin hablar|Respondo sus dudas: {t}|Pequeñas alegrías de la semana|Mira hasta el final|{t} desde cero|Casi sale bien',
    calls:
      '¿Qué opinan?|Link en mi perfil|Guárdalo para después|Cuéntame en comentarios|¿Parte 2?|¿Quién más necesita esto?|Sígueme para más|Sin filtros',
    streams:
      '{n}: oferta en vivo hasta 50 %|Última oportunidad: {n}|Cupones: {n}|Preguntas y respuestas: {n}|{b}: precios solo en vivo|Recién llegado: {n}|Liquidación: {n}',
    timedStreams: '{w} por la noche: {n}|En vivo a las {h}: {n}|{w} {h}: ofertas {b}|¡Nos vemos el {w}, {h}!',
    chats: 'Charla tranquila|{t}: preguntas y respuestas|Acompáñame un rato|Hablemos de {t}|Noche de charla',
    tags: '#parati|#compras|#reseña|#ofertas|#recomendado|#novedades|#fyp|#unboxing|#hallazgos|#vidareal',
    shops: 'Tienda {w}|{b} Hogar|Casa {w}|{b}|{w} y Compañía|Mercado {w}',
    shopWords: 'Azahar|Luna|Olivo|Girasol|Marea|Canela|Colibrí|Jacaranda|Aurora|Nopal|Brisa|Lavanda',
  },
  pt: {
    titles: '{b} {n}, {x}|{n} {b}, {x}|{n} – {x}|Novo: {n} {b}, {x}|{n} da {b}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Uma semana com: {n}. Amei|Vale a pena? {n}|Abrindo a caixa: {n} da {b}|Voltou ao estoque: {n}|Três motivos para comprar: {n}|Barato contra caro: {n}|O lado bom e o ruim: {n}|Terceira vez que compro: {n}|Até minha mãe quer: {n}|Veja antes de comprar: {n}|Favorito do mês: {n}|Não precisava, mas: {n}',
    moments:
      'Um dia comigo: {t}|Arrume-se comigo|O que ninguém conta: {t}|Rotina da manhã sem falar|Respondendo vocês: {t}|Alegrias da semana|Assista até o fim|{t} do zero|Quase deu certo',
    calls:
      'O que acharam?|Link na bio|Salva para depois|Conta nos comentários|Parte 2?|Quem mais precisa?|Segue para mais|Sem filtro',
    streams:
      '{n}: promoção ao vivo até 50%|Últimas unidades: {n}|Cupons: {n}|Perguntas e respostas: {n}|{b}: preço só na live|Chegou: {n}|Queima de estoque: {n}',
    timedStreams: '{w} à noite: {n}|Ao vivo às {h}: {n}|{w} {h}: ofertas {b}|{w}, {h}: espero vocês!',
    chats: 'Papo tranquilo|{t}: perguntas e respostas|Fica comigo um pouco|Conversa sobre {t}|Papo da madrugada',
    tags: '#paravocê|#comprinhas|#resenha|#promoção|#achadinhos|#novidades|#fyp|#recebidos|#dicas|#vidareal',
    shops: 'Loja {w}|{b} Casa|Mundo {w}|{b}|Empório {w}|{w} Variedades',
    shopWords: 'Alecrim|Girassol|Maré|Jasmim|Andorinha|Canela|Ipê|Lua Nova|Horizonte|Pitanga|Amora|Varanda',
  },
  fr: {
    titles: '{b} {n}, {x}|{n} {b}, {x}|{n} – {x}|Nouveau : {n} {b}, {x}|{n} de {b}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Une semaine avec : {n}|Avis honnête : {n}, ça vaut le coup ?|Déballage avec moi : {n} de {b}|De retour en stock : {n}|Trois raisons d’acheter : {n}|Pas cher contre cher : {n}|Top ou flop : {n}|Troisième achat : {n}|Ma mère veut aussi : {n}|À voir avant d’acheter : {n}|Coup de cœur du mois : {n}|Pas prévu au budget : {n}',
    moments:
      'Une journée avec moi : {t}|Prépare-toi avec moi|Ce qu’on ne vous dit pas : {t}|Routine du matin sans parler|Vos questions : {t}|Petits bonheurs de la semaine|Regarde jusqu’à la fin|{t} pour les nuls|Raté de la semaine',
    calls:
      'Vous en pensez quoi ?|Lien en bio|Enregistre pour plus tard|Dites-moi en commentaire|Partie 2 ?|Qui en a besoin aussi ?|Abonne-toi pour la suite|Sans filtre, promis',
    streams:
      '{n} : vente en direct jusqu’à -50 %|Dernière chance : {n}|Codes promo : {n}|Questions-réponses : {n}|{b} : prix du direct|Nouvel arrivage : {n}|On déballe : {n}',
    timedStreams: '{w} soir : {n}|En direct à {h} : {n}|{w} {h} : offres {b}|Rendez-vous {w}, {h} !',
    chats: 'On papote|{t} : questions-réponses|Reste un peu|Parlons {t}|Nuit blanche',
    tags: '#pourtoi|#bonplan|#avis|#déballage|#recommandation|#nouveauté|#fyp|#avishonnête|#trouvailles|#viedetouslesjours',
    shops: 'Maison {w}|Boutique {w}|{b} & Fils|Chez {w}|{b}|Le Comptoir {w}',
    shopWords:
      'Mimosa|Tilleul|Olive|Coquelicot|Hirondelle|Capucine|Marguerite|Cassis|Romarin|Églantine|Pivoine|Noisette',
  },
  it: {
    titles: '{b} {n}, {x}|{n} {b}, {x}|{n} – {x}|Novità: {n} {b}, {x}|{n} di {b}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Una settimana con: {n}. Che bello|Recensione onesta: {n}, ne vale la pena?|Apriamo insieme: {n} di {b}|Di nuovo disponibile: {n}|Tre motivi per comprare: {n}|Economico contro costoso: {n}|Pro e contro: {n}|Terzo acquisto: {n}|Lo vuole anche mia mamma: {n}|Guarda prima di comprare: {n}|Preferito del mese: {n}|Non era in programma: {n}',
    moments:
      'Una giornata con me: {t}|Preparati con me|Quello che nessuno dice: {t}|Routine del mattino senza parlare|Rispondo a voi: {t}|Piccole gioie della settimana|Guarda fino alla fine|{t} da zero|Disastro della settimana',
    calls:
      'Che ne pensate?|Link in bio|Salva per dopo|Ditemi nei commenti|Parte 2?|A chi serve?|Seguimi per altri video|Senza filtri',
    streams:
      '{n}: svendita in diretta fino al 50%|Ultima occasione: {n}|Codici sconto: {n}|Domande e risposte: {n}|{b}: prezzi solo in diretta|Nuovi arrivi: {n}|Scegliamo insieme: {n}',
    timedStreams: '{w} sera: {n}|In diretta alle {h}: {n}|{w} {h}: offerte {b}|Ci vediamo {w}, {h}!',
    chats: 'Due chiacchiere|{t}: domande e risposte|Restate con me|Parliamo di {t}|Chiacchiere notturne',
    tags: '#perte|#acquisti|#recensione|#offerte|#consigliato|#novità|#fyp|#neiperte|#unboxing|#vitavera',
    shops: 'Casa {w}|{b} Bottega|Emporio {w}|{b}|{w} e Figli|La Bottega {w}',
    shopWords: 'Girasole|Ulivo|Mimosa|Rondine|Lavanda|Zagara|Ginestra|Corallo|Basilico|Fiordaliso|Melograno|Libeccio',
  },
  nl: {
    titles: '{b} {n}, {x}|{n} van {b}, {x}|{n} – {x}|Nieuw: {b} {n}, {x}|{b}: {n}, {x}',
    join: ', ',
    stop: '.',
    hooks:
      'Een week getest: {n}|Eerlijke review: {n}, de moeite waard?|Samen uitpakken: {n} van {b}|Weer op voorraad: {n}|Drie redenen om te kopen: {n}|Goedkoop tegen duur: {n}|Top of flop: {n}|Al voor de derde keer gekocht: {n}|Mijn moeder wil ook: {n}|Kijk dit voor je koopt: {n}|Favoriet van de maand: {n}|Dit was niet gepland: {n}',
    moments:
      'Een dag met mij: {t}|Maak je klaar met mij|Wat niemand vertelt over {t}|Ochtendroutine zonder praten|Jullie vragen over {t}|Kleine geluksmomenten|Kijk tot het einde|{t} voor beginners|Misser van de week',
    calls:
      'Wat vinden jullie?|Link in bio|Bewaar voor later|Laat het weten hieronder|Deel 2?|Wie heeft dit ook nodig?|Volg voor meer|Zonder filter, beloofd',
    streams:
      '{n}: live uitverkoop tot 50%|Laatste kans: {n}|Kortingscodes voor {n}|Jullie vragen over {n}|{b}: prijzen alleen live|Nieuw binnen: {n}|We pakken uit: {n}',
    timedStreams: '{w}avond: {n}|Live om {h}: {n}|{w} {h}: {b} acties|Tot {w}, {h}!',
    chats: 'Even kletsen|{t}: vraag maar raak|Kom erbij zitten|Praten over {t}|Nachtbrakers',
    tags: '#voorjou|#winkelen|#eerlijkereview|#koopje|#aanrader|#nieuwbinnen|#fyp|#shoplog|#uitpakken|#dagelijks',
    shops: 'Winkel {w}|{b} Wonen|Huis {w}|{b}|{w} & Zonen|De {w}',
    shopWords: 'Linde|Zwaluw|Kastanje|Klaproos|Meeuw|Eikel|Tulp|Berk|Zonnebloem|Molen|Duinroos|Merel',
  },
};

const phrases = new Map<SeedLanguage, Phrases>(
  (Object.entries(TEXTS) as [SeedLanguage, PhraseTexts][]).map(([language, { join, stop, ...texts }]) => {
    const lists = Object.entries(texts).map(([part, text]) => [part, listOf(text)]);
    return [language, { join, stop, ...Object.fromEntries(lists) } as Phrases];
  }),
);

/** The texts of a language. */
export const phrasesOf = (language: SeedLanguage): Phrases => phrases.get(language) as Phrases;
