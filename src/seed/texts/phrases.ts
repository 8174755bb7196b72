import type { SeedLanguage } from './nouns.js';

/** What a language needs for titles, descriptions, stream titles and names. `{n}` is the product, `{a}` a quality, `{s}` a size or count, `{t}` a tag. */
export interface Phrases {
  readonly qualities: readonly string[];
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly streams: readonly string[];
  readonly tags: readonly string[];
  readonly names: readonly string[];
  readonly shops: readonly string[];
}

const list = (text: string): string[] => text.split('|').map((part) => part.trim());

export const PHRASES: Readonly<Record<SeedLanguage, Phrases>> = {
  en: {
    qualities: list(
      'lightweight|waterproof|premium|foldable|soft|extra strong|handmade|limited edition|long-lasting|everyday',
    ),
    titles: list(
      '{a} {n} {s}|{n} – {a}, {s}|New {n} for men and women, {a} ({s})|{n} set {s} {a}|2026 {a} {n} {s} bestseller',
    ),
    descriptions: list(
      'I tested this {n} for a week and wow 😍 {t}|Why is nobody talking about this {n}?? {t} {t}|This {a} {n} is finally back in stock 🔥 link in bio {t}|Get ready with me using my new {n} ✨ {t}|Honest review: {n}, {s}, worth it? {t} {t}|3 reasons to buy this {a} {n} 👇 {t}',
    ),
    streams: list(
      '{n} flash sale – up to 50% off 🔥|Friday night live: {a} {n} and more|Unboxing {n} with you 💛|Last chance: {n} clearance|Ask me anything about {n}',
    ),
    tags: list('#fyp|#musthave|#shopping|#review|#haul|#smallbusiness|#dealoftheday|#unboxing'),
    names: list('Mia|Olivia|Jack|Harper|Leo|Ruby|Noah|Ella|Mason|Grace|Theo|Ivy'),
    shops: list('{w} Market|The {w} Store|{w} & Co.|{w} Direct|House of {w}'),
  },
  zh: {
    qualities: list('轻便|防水|高级|可折叠|柔软|加厚|手工|限量版|持久|百搭'),
    titles: list('{a}{n} {s}|2026新款{a}{n}{s}|{n}男女通用{a}款 {s}|网红爆款{n} {a} {s}|{n}套装 {a}{s}'),
    descriptions: list(
      '这款{n}真的太好用了😍 {t}|姐妹们快冲！{a}{n}补货啦🔥 {t} {t}|开箱测评：{n}到底值不值得买？{t}|今天教大家怎么选{a}{n} ✨ {t}|一周使用感受，{n}真香 {t} {t}',
    ),
    streams: list('{n}专场 全场半价🔥|今晚八点 {a}{n}限时秒杀|新品上架：{n}|和我一起逛{n}💛|清仓最后一天 {n}'),
    tags: list('#好物推荐|#种草|#开箱|#测评|#购物分享|#平价好物|#日常'),
    names: list('小雨|晓婷|阿杰|林夕|小鹿|佳怡|大宇|思琪|子墨|可可'),
    shops: list('{w}旗舰店|{w}优选|{w}生活馆|{w}小铺'),
  },
  th: {
    qualities: list('น้ำหนักเบา|กันน้ำ|คุณภาพดี|พับได้|นุ่มมาก|แข็งแรง|งานแฮนด์เมด|รุ่นใหม่|ใช้ได้นาน|ราคาถูก'),
    titles: list('{n}{a} {s}|{n}รุ่นใหม่{a} {s}|[พร้อมส่ง] {n} {a} {s}|{n}สำหรับผู้หญิงและผู้ชาย{a}|ชุด{n}{a} {s}'),
    descriptions: list(
      'รีวิว{n}ตัวนี้ใช้แล้วชอบมาก😍 {t}|ของมันต้องมี{n}{a} {t} {t}|เปิดกล่อง{n}กันค่ะ✨ {t}|{n}{a}ลดราคาวันนี้วันเดียว🔥 {t}|ใครกำลังหา{n}ต้องดูคลิปนี้ {t} {t}',
    ),
    streams: list('ไลฟ์สดขาย{n}ลดครึ่งราคา🔥|คืนนี้เจอกัน{n}{a}|{n}ล็อตสุดท้าย|แจกโค้ดส่วนลด{n}💛|ถามตอบเรื่อง{n}'),
    tags: list('#ของดีบอกต่อ|#รีวิว|#ป้ายยา|#ของมันต้องมี|#ช้อปปิ้ง|#เปิดกล่อง'),
    names: list('น้องมายด์|พี่ต้น|แพรวา|ฟ้าใส|ก้อง|ใบเตย|นัท|มิ้นท์|พลอย'),
    shops: list('ร้าน{w}|{w}ช็อป|{w}ของดี|บ้าน{w}'),
  },
  ja: {
    qualities: list('軽量|防水|高級|折りたたみ|ふわふわ|丈夫な|手作り|限定|長持ち|人気の'),
    titles: list('{a}{n} {s}|【新作】{n} {a} {s}|{n} メンズ レディース {a} {s}|{a}{n}セット {s}|送料無料 {n} {a}'),
    descriptions: list(
      'この{n}が本当に良すぎた😍 {t}|{a}{n}を一週間使ってみた正直レビュー {t} {t}|新しい{n}を開封します✨ {t}|買ってよかった{a}{n}🔥 {t}|{n}の選び方を教えます {t} {t}',
    ),
    streams: list('{n}タイムセール開催中🔥|今夜ライブ配信 {a}{n}|新作{n}のご紹介💛|在庫限り！{n}|{n}の質問に答えます'),
    tags: list('#おすすめ|#購入品|#レビュー|#開封動画|#買ってよかったもの|#お買い物'),
    names: list('さくら|ゆい|たけし|みさき|けんた|あおい|ひなた|りく|まゆ'),
    shops: list('{w}ストア|{w}商店|{w}ショップ|{w}工房'),
  },
  vi: {
    qualities: list('siêu nhẹ|chống nước|cao cấp|gấp gọn|mềm mại|siêu bền|thủ công|phiên bản giới hạn|bền đẹp|giá rẻ'),
    titles: list('{n} {a} {s}|{n} nam nữ {a} {s}|[Chính hãng] {n} {a} {s}|Bộ {n} {a} {s}|{n} mẫu mới 2026 {a}'),
    descriptions: list(
      'Mình dùng thử {n} này một tuần và mê luôn 😍 {t}|Review {n} {a} có đáng tiền không? {t} {t}|Đập hộp {n} cùng mình nhé ✨ {t}|{n} {a} về hàng rồi mọi người ơi 🔥 {t}|Ba lý do nên mua {n} {t}',
    ),
    streams: list(
      'Livestream xả kho {n} giảm 50% 🔥|Tối nay lên sóng {n} {a}|Săn sale {n} cùng mình 💛|{n} giá sốc hôm nay|Hỏi đáp về {n}',
    ),
    tags: list('#xuhuong|#review|#muasam|#dapho|#hangmoi|#gocreview'),
    names: list('Linh|Hương|Tuấn|Ngọc|Thảo|Minh Anh|Đức|Trang|Quỳnh'),
    shops: list('Tiệm {w}|{w} Shop|Nhà {w}|Kho {w}'),
  },
  id: {
    qualities: list('ringan|anti air|premium|lipat|lembut|super kuat|buatan tangan|edisi terbatas|tahan lama|murah'),
    titles: list('{n} {a} {s}|{n} pria wanita {a} {s}|Promo {n} {a} {s}|Set {n} {a} {s}|{n} terbaru 2026 {a}'),
    descriptions: list(
      'Aku coba {n} ini seminggu dan suka banget 😍 {t}|Racun baru: {n} {a} 🔥 {t} {t}|Unboxing {n} yuk ✨ {t}|Review jujur {n}, worth it gak sih? {t}|Tiga alasan beli {n} {a} {t}',
    ),
    streams: list(
      'Live {n} diskon 50% 🔥|Malam ini {n} {a} gratis ongkir|Obral {n} terakhir|Bagi voucher {n} 💛|Tanya jawab soal {n}',
    ),
    tags: list('#racunbelanja|#fyp|#reviewjujur|#belanjaonline|#diskon|#unboxing'),
    names: list('Sari|Budi|Putri|Rizky|Dewi|Agus|Intan|Bayu|Ayu'),
    shops: list('Toko {w}|{w} Store|Rumah {w}|{w} Official'),
  },
  ms: {
    qualities: list(
      'ringan|kalis air|premium|boleh lipat|lembut|tahan lasak|buatan tangan|edisi terhad|tahan lama|mampu milik',
    ),
    titles: list('{n} {a} {s}|{n} lelaki perempuan {a} {s}|Tawaran {n} {a} {s}|Set {n} {a} {s}|{n} terkini 2026 {a}'),
    descriptions: list(
      'Saya cuba {n} ini seminggu, memang terbaik 😍 {t}|Jom tengok {n} {a} 🔥 {t} {t}|Buka kotak {n} bersama saya ✨ {t}|Ulasan jujur {n}, berbaloi ke? {t}|Sebab kenapa korang perlu {n} {t}',
    ),
    streams: list(
      'Jualan langsung {n} diskaun 50% 🔥|Malam ini {n} {a}|Jualan penghabisan {n}|Kod diskaun {n} 💛|Soal jawab tentang {n}',
    ),
    tags: list('#ulasan|#fyp|#belibelah|#tawaranhebat|#racunshopee|#bukakotak'),
    names: list('Aisyah|Farid|Nurul|Hafiz|Siti|Amir|Liyana|Danial'),
    shops: list('Kedai {w}|{w} Empire|Butik {w}|{w} MY'),
  },
  fil: {
    qualities: list(
      'magaan|hindi nababasa|de-kalidad|natitiklop|malambot|matibay|gawang-kamay|limitadong edisyon|pangmatagalan|abot-kaya',
    ),
    titles: list('{a} na {n} {s}|{n} {a} {s}|Bagong {n} na {a} {s}|{n} para sa lahat {a} {s}|Murang {n} {s} {a}'),
    descriptions: list(
      'Sinubukan ko ang {n} na ito, sobrang ganda 😍 {t}|Budol na naman: {n} na {a} 🔥 {t} {t}|Unboxing ng bago kong {n} ✨ {t}|Sulit ba ang {n} na ito? {t}|Tatlong dahilan para bumili ng {n} {t}',
    ),
    streams: list(
      'Live selling ng {n} 50% off 🔥|Mamaya na ang {n} na {a}|Huling araw ng {n}|Libreng pa-premyo sa {n} 💛|Tanong ninyo tungkol sa {n}',
    ),
    tags: list('#budolfinds|#fyp|#sulit|#onlineshopping|#unboxing|#tipidtips'),
    names: list('Maria|Jun|Liza|Paolo|Jessa|Carlo|Tin|Migs'),
    shops: list('Tindahan ni {w}|{w} PH|{w} Finds|Aling {w}'),
  },
  pl: {
    qualities: list(
      'lekki|wodoodporny|wysokiej jakości|składany|miękki|wytrzymały|ręcznie robiony|edycja limitowana|trwały|na co dzień',
    ),
    titles: list('{n} {a} {s}|{n} damski i męski {a} {s}|Nowość: {n} – {a} {s}|Zestaw: {n} {s} {a}|{n} 2026 {a}'),
    descriptions: list(
      'Testowałam przez tydzień: {n} – zakochałam się 😍 {t}|Szczera opinia: {n}, czy warto? {t} {t}|Rozpakujmy razem: {n} ✨ {t}|Znów w sprzedaży: {n}, {a} 🔥 {t}|Trzy powody, żeby kupić: {n} {t}',
    ),
    streams: list(
      '{n} – wyprzedaż na żywo do -50% 🔥|Dziś wieczorem: {n}, {a}|Ostatnie sztuki: {n}|Kody rabatowe na {n} 💛|Pytania i odpowiedzi: {n}',
    ),
    tags: list('#dlaciebie|#zakupy|#recenzja|#okazja|#polecam|#nowości'),
    names: list('Zuzia|Michał|Agnieszka|Łukasz|Ola|Paweł|Małgosia|Kuba'),
    shops: list('Sklep {w}|{w} Dom|{w} Polska|U {w}'),
  },
  de: {
    qualities: list(
      'leicht|wasserdicht|hochwertig|faltbar|weich|extra stark|handgemacht|limitierte Auflage|langlebig|für jeden Tag',
    ),
    titles: list(
      '{n} {a} {s}|{n} für Damen und Herren, {a}, {s}|Neu: {n} – {a} ({s})|{n} im Set {s}, {a}|{n} 2026 {a} {s}',
    ),
    descriptions: list(
      'Ich habe dieses Produkt eine Woche getestet: {n} 😍 {t}|Ehrliche Meinung: {n}, lohnt sich das? {t} {t}|Auspacken mit mir: {n} ✨ {t}|Endlich wieder da: {n}, {a} 🔥 {t}|Drei Gründe für {n} {t}',
    ),
    streams: list(
      '{n}: Schlussverkauf live, bis zu 50 % 🔥|Heute Abend: {n}, {a}|Letzte Chance: {n}|Rabattcodes für {n} 💛|Eure Fragen zu {n}',
    ),
    tags: list('#fürdich|#einkaufen|#ehrlichemeinung|#schnäppchen|#empfehlung|#neuheiten'),
    names: list('Lena|Jürgen|Anna|Felix|Käthe|Max|Sophie|Björn'),
    shops: list('{w} Haus|{w} Versand|{w}laden|Kaufhaus {w}'),
  },
  es: {
    qualities: list(
      'ligero|impermeable|de alta calidad|plegable|suave|muy resistente|hecho a mano|edición limitada|duradero|para cada día',
    ),
    titles: list('{n} {a} {s}|{n} para hombre y mujer, {a} {s}|Nuevo: {n} {a} ({s})|Set: {n} {s} {a}|{n} 2026 {a} {s}'),
    descriptions: list(
      'Probé durante una semana: {n} y me encantó 😍 {t}|¿Vale la pena? {n} {a} {t} {t}|Unboxing conmigo: {n} ✨ {t}|¡Ya volvió! {n} {a} 🔥 {t}|Tres razones para comprar: {n} {t}',
    ),
    streams: list(
      '{n}: oferta en vivo hasta 50 % 🔥|Esta noche: {n} {a}|Última oportunidad: {n}|Cupones para {n} 💛|Preguntas sobre {n}',
    ),
    tags: list('#parati|#compras|#reseña|#ofertas|#recomendado|#novedades'),
    names: list('Lucía|José|Sofía|Iñaki|Camila|Andrés|Ximena|Raúl'),
    shops: list('Tienda {w}|{w} Hogar|Casa {w}|{w} Moda'),
  },
  pt: {
    qualities: list(
      'leve|à prova d’água|de alta qualidade|dobrável|macio|super resistente|feito à mão|edição limitada|durável|do dia a dia',
    ),
    titles: list('{n} {a} {s}|{n} masculino e feminino {a} {s}|Novo: {n} {a} ({s})|Kit: {n} {s} {a}|{n} 2026 {a} {s}'),
    descriptions: list(
      'Testei por uma semana: {n} e amei 😍 {t}|Vale a pena? {n} {a} {t} {t}|Abrindo a caixa: {n} ✨ {t}|Voltou ao estoque: {n} {a} 🔥 {t}|Três motivos para comprar: {n} {t}',
    ),
    streams: list(
      '{n}: promoção ao vivo até 50% 🔥|Hoje à noite: {n} {a}|Últimas unidades: {n}|Cupons de {n} 💛|Dúvidas sobre {n}',
    ),
    tags: list('#paravocê|#comprinhas|#resenha|#promoção|#achadinhos|#novidades'),
    names: list('Ana|João|Conceição|Luís|Beatriz|Thiago|Inês|Caio'),
    shops: list('Loja {w}|{w} Casa|Mundo {w}|{w} Moda'),
  },
  fr: {
    qualities: list(
      'léger|étanche|haut de gamme|pliable|doux|très résistant|fait main|édition limitée|durable|pour tous les jours',
    ),
    titles: list(
      '{n} {a} {s}|{n} pour homme et femme, {a} {s}|Nouveau : {n} {a} ({s})|Lot : {n} {s} {a}|{n} 2026 {a} {s}',
    ),
    descriptions: list(
      'J’ai testé pendant une semaine : {n} 😍 {t}|Avis honnête : {n}, ça vaut le coup ? {t} {t}|Déballage avec moi : {n} ✨ {t}|De retour en stock : {n} {a} 🔥 {t}|Trois raisons d’acheter : {n} {t}',
    ),
    streams: list(
      '{n} : vente en direct jusqu’à -50 % 🔥|Ce soir : {n} {a}|Dernière chance : {n}|Codes promo pour {n} 💛|Vos questions sur {n}',
    ),
    tags: list('#pourtoi|#bonplan|#avis|#déballage|#recommandation|#nouveauté'),
    names: list('Chloé|Élodie|Hugo|Anaïs|Léo|Maëlle|François|Zoé'),
    shops: list('Maison {w}|Boutique {w}|{w} & Fils|Chez {w}'),
  },
  it: {
    qualities: list(
      'leggero|impermeabile|di alta qualità|pieghevole|morbido|resistente|fatto a mano|edizione limitata|duraturo|per ogni giorno',
    ),
    titles: list('{n} {a} {s}|{n} uomo e donna, {a} {s}|Novità: {n} {a} ({s})|Set: {n} {s} {a}|{n} 2026 {a} {s}'),
    descriptions: list(
      'Provato per una settimana: {n}, che bello 😍 {t}|Recensione onesta: {n}, ne vale la pena? {t} {t}|Apriamo insieme: {n} ✨ {t}|È tornato: {n} {a} 🔥 {t}|Tre motivi per comprare: {n} {t}',
    ),
    streams: list(
      '{n}: svendita in diretta fino al 50% 🔥|Stasera: {n} {a}|Ultima occasione: {n}|Codici sconto per {n} 💛|Domande su {n}',
    ),
    tags: list('#perte|#acquisti|#recensione|#offerte|#consigliato|#novità'),
    names: list('Giulia|Nicolò|Francesca|Matteo|Chiara|Luca|Elisa|Dario'),
    shops: list('Casa {w}|{w} Bottega|Emporio {w}|{w} Moda'),
  },
  nl: {
    qualities: list(
      'lichtgewicht|waterdicht|hoogwaardig|opvouwbaar|zacht|extra sterk|handgemaakt|gelimiteerde editie|duurzaam|voor elke dag',
    ),
    titles: list(
      '{n} {a} {s}|{n} voor dames en heren, {a} {s}|Nieuw: {n} – {a} ({s})|Set: {n} {s} {a}|{n} 2026 {a} {s}',
    ),
    descriptions: list(
      'Een week getest: {n}, wat een topper 😍 {t}|Eerlijke review: {n}, de moeite waard? {t} {t}|Samen uitpakken: {n} ✨ {t}|Weer op voorraad: {n}, {a} 🔥 {t}|Drie redenen om te kopen: {n} {t}',
    ),
    streams: list(
      '{n}: live uitverkoop tot 50% 🔥|Vanavond: {n}, {a}|Laatste kans: {n}|Kortingscodes voor {n} 💛|Jullie vragen over {n}',
    ),
    tags: list('#voorjou|#winkelen|#eerlijkereview|#koopje|#aanrader|#nieuwbinnen'),
    names: list('Sanne|Daan|Fleur|Jeroen|Lotte|Bram|Noor|Thijs'),
    shops: list('Winkel {w}|{w} Wonen|Huis van {w}|{w} Outlet'),
  },
};

const WORN = list('S|M|L|XL|one size|EU 38|EU 42');
const CONSUMED = list('500ml|250 ml|50 g|1 kg|3-pack|30 ml');
const OTHER = list('2 pcs|30cm|3-pack|XL|12 cm|set of 4');
/** Level 1 categories by what their sizes are: worn, consumed, or anything else. */
const WORN_CATEGORIES = [20_000, 30_000, 40_000, 50_000, 60_000, 240_000];
const CONSUMED_CATEGORIES = [10_000, 210_000, 220_000, 230_000];

/** Sizes and counts that make sense for a category. */
export function sizesOf(category: { id: number } | undefined): readonly string[] {
  const level1 = Math.floor((category?.id ?? 0) / 10_000) * 10_000;
  if (WORN_CATEGORIES.includes(level1)) return WORN;
  return CONSUMED_CATEGORIES.includes(level1) ? CONSUMED : OTHER;
}

export const SHOP_WORDS: readonly string[] = [
  'Lumi',
  'Nova',
  'Verde',
  'Koto',
  'Bella',
  'Orbit',
  'Sunny',
  'Maple',
  'Aqua',
  'Zenith',
  'Coco',
  'Ember',
  'Pixel',
  'Willow',
  'Atlas',
];
export const HANDLE_WORDS: readonly string[] = [
  'beauty',
  'style',
  'home',
  'deals',
  'daily',
  'finds',
  'reviews',
  'shop',
  'life',
  'studio',
  'picks',
  'live',
];
export const HANDLE_NAMES: readonly string[] = [
  'mia',
  'leo',
  'linh',
  'sari',
  'yui',
  'ken',
  'lucia',
  'jose',
  'anna',
  'zoe',
  'hugo',
  'giulia',
  'sanne',
  'kuba',
  'ana',
  'joao',
  'ploy',
  'nat',
  'aisyah',
  'paolo',
  'xiaoyu',
  'jack',
  'ruby',
  'bjorn',
];
