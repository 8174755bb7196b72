import type { SeedLanguage } from './languages.js';
import { SEED_LANGUAGES } from './languages.js';

/** Columns of the table after the English name: the languages that the category tree does not have. */
const [, , ...COLUMNS] = SEED_LANGUAGES;

/** Nouns for products of a level 3 category in the languages that the category tree does not have. */
const NOUN_TEXT = `
Lipstick|ลิปสติก|リップスティック|son môi|lipstik|gincu|lipstick|szminka|Lippenstift|labial|batom|rouge à lèvres|rossetto|lippenstift
Foundation|รองพื้น|ファンデーション|kem nền|foundation|bedak asas|foundation|podkład do twarzy|Foundation|base de maquillaje|base facial|fond de teint|fondotinta|foundation
Mascara|มาสคาร่า|マスカラ|mascara|maskara|maskara|mascara|tusz do rzęs|Wimperntusche|máscara de pestañas|máscara de cílios|mascara|mascara|mascara
Face Serum|เซรั่มบำรุงผิวหน้า|美容液|serum dưỡng da|serum wajah|serum muka|serum sa mukha|serum do twarzy|Gesichtsserum|sérum facial|sérum facial|sérum visage|siero viso|gezichtsserum
Sunscreen|ครีมกันแดด|日焼け止め|kem chống nắng|tabir surya|pelindung matahari|sunblock|krem z filtrem|Sonnencreme|protector solar|protetor solar|crème solaire|crema solare|zonnebrandcrème
Face Mask|แผ่นมาส์กหน้า|フェイスマスク|mặt nạ dưỡng da|masker wajah|topeng muka|face mask|maseczka do twarzy|Gesichtsmaske|mascarilla facial|máscara facial|masque visage|maschera viso|gezichtsmasker
Shampoo|แชมพู|シャンプー|dầu gội|sampo|syampu|shampoo|szampon|Shampoo|champú|shampoo|shampoing|shampoo|shampoo
Perfume|น้ำหอม|香水|nước hoa|parfum|minyak wangi|pabango|perfumy|Parfüm|perfume|perfume|parfum|profumo|parfum
Body Lotion|โลชั่นบำรุงผิว|ボディローション|sữa dưỡng thể|body lotion|losyen badan|lotion|balsam do ciała|Körperlotion|loción corporal|loção corporal|lait corporel|crema corpo|bodylotion
Maxi Dress|เดรสยาว|ロングワンピース|váy maxi|gaun panjang|gaun labuh|mahabang bestida|sukienka maxi|Maxikleid|vestido largo|vestido longo|robe longue|vestito lungo|maxi-jurk
Blouse|เสื้อเบลาส์|ブラウス|áo kiểu nữ|blus wanita|blaus|blusa|bluzka|Damenbluse|blusa|blusa feminina|chemisier|camicetta|blouse
Cardigan|เสื้อคาร์ดิแกน|カーディガン|áo cardigan|kardigan|kardigan|cardigan|kardigan|Strickjacke|cárdigan|cardigã|gilet|cardigan|vest
Jeans|กางเกงยีนส์|デニムパンツ|quần jean|celana jeans|seluar jean|pantalong maong|dżinsy|Jeanshose|vaqueros|calça jeans|jean taille haute|jeans|spijkerbroek
Skirt|กระโปรง|スカート|chân váy|rok wanita|skirt|palda|spódnica|Rock|falda|saia|jupe|gonna|rok
Leggings|เลกกิ้ง|レギンス|quần legging|legging|seluar legging|leggings|legginsy|Leggings|mallas|legging|legging|leggings|legging
Bra|เสื้อชั้นใน|ブラジャー|áo ngực|bra|bra|bra|biustonosz|BH|sujetador|sutiã|soutien-gorge|reggiseno|beha
T-Shirt|เสื้อยืด|メンズTシャツ|áo thun|kaos polos|kemeja-T|kamiseta|koszulka|Herren-T-Shirt|camiseta|camiseta masculina|t-shirt homme|maglietta|heren T-shirt
Chinos|กางเกงชิโน|チノパン|quần kaki|celana chino|seluar chino|pantalon na chino|spodnie chino|Chinohose|pantalón chino|calça chino|pantalon chino|pantaloni chino|chinobroek
Shorts|กางเกงขาสั้นผู้ชาย|ショートパンツ|quần short nam|celana pendek pria|seluar pendek lelaki|shorts na panlalaki|szorty męskie|Herrenshorts|pantalón corto de hombre|bermuda masculina|short homme|pantaloncini uomo|korte herenbroek
Hoodie|เสื้อฮู้ด|パーカー|áo hoodie|jaket hoodie|baju hud|hoodie|bluza z kapturem|Kapuzenpullover|sudadera con capucha|moletom com capuz|sweat à capuche|felpa con cappuccio|capuchontrui
Boxers|บ็อกเซอร์|ボクサーパンツ|quần boxer nam|boxer pria|boxer lelaki|boxer briefs|bokserki|Boxershorts|calzoncillos bóxer|cueca boxer|boxer homme|boxer uomo|boxershorts
Girls’ Dress|ชุดกระโปรงเด็กหญิง|女の子ワンピース|váy bé gái|dress anak perempuan|gaun budak perempuan|bestida ng batang babae|sukienka dziewczęca|Mädchenkleid|vestido de niña|vestido infantil|robe fille|vestito bambina|meisjesjurk
Romper|ชุดหมีเด็ก|ロンパース|bộ liền thân|jumper bayi|romper bayi|romper ng bata|pajacyk|Strampler|pelele|macacão de bebê|barboteuse|pagliaccetto|boxpakje
Kids’ Sneakers|รองเท้าผ้าใบเด็ก|キッズスニーカー|giày thể thao trẻ em|sepatu anak|kasut sukan kanak-kanak|sapatos pambata|buty dziecięce|Kinderturnschuhe|zapatillas infantiles|tênis infantil|baskets enfant|scarpe da bambino|kinderschoenen
Kids’ Backpack|กระเป๋านักเรียนเด็ก|キッズリュック|ba lô trẻ em|tas sekolah anak|beg sekolah|bag pambata|plecak dziecięcy|Kinderrucksack|mochila infantil|mochila escolar|sac à dos enfant|zainetto|kinderrugzak
Sunglasses|แว่นกันแดด|サングラス|kính râm|kacamata hitam|cermin mata hitam|salaming pang-araw|okulary przeciwsłoneczne|Sonnenbrille|gafas de sol|óculos de sol|lunettes de soleil|occhiali da sole|zonnebril
High Heels|รองเท้าส้นสูง|ハイヒール|giày cao gót|sepatu hak tinggi|kasut tumit tinggi|high heels|szpilki|Pumps|tacones|salto alto|escarpins|scarpe con tacco|hoge hakken
Women’s Sneakers|รองเท้าผ้าใบผู้หญิง|レディーススニーカー|giày sneaker nữ|sepatu sneakers wanita|kasut sneakers wanita|rubber shoes na pambabae|sneakersy damskie|Damensneaker|zapatillas de mujer|tênis feminino|baskets femme|sneakers donna|damessneakers
Men’s Sneakers|รองเท้าผ้าใบผู้ชาย|メンズスニーカー|giày sneaker nam|sepatu sneakers pria|kasut sneakers lelaki|rubber shoes na panlalaki|sneakersy męskie|Herrensneaker|zapatillas de hombre|tênis masculino|baskets homme|sneakers uomo|herensneakers
Slides|รองเท้าแตะ|サンダル|dép quai ngang|sandal slop|selipar|tsinelas|klapki|Badelatschen|chanclas|chinelo slide|claquettes|ciabatte|badslippers
Running Shoes|รองเท้าวิ่ง|ランニングシューズ|giày chạy bộ|sepatu lari|kasut larian|sapatos pantakbo|buty do biegania|Laufschuhe|zapatillas de correr|tênis de corrida|chaussures de course|scarpe da corsa|hardloopschoenen
Baseball Cap|หมวกแก๊ป|ベースボールキャップ|mũ lưỡi trai|topi baseball|topi besbol|baseball cap|czapka z daszkiem|Baseballkappe|gorra|boné|casquette|cappellino|honkbalpet
Women’s Watch|นาฬิกาข้อมือผู้หญิง|レディース腕時計|đồng hồ nữ|jam tangan wanita|jam tangan wanita|relo pambabae|zegarek damski|Damenarmbanduhr|reloj de mujer|relógio feminino|montre femme|orologio da donna|dameshorloge
Claw Clip|กิ๊บหนีบผม|ヘアクリップ|kẹp tóc càng cua|jedai rambut|klip rambut|hair claw|klamra do włosów|Haarklammer|pinza para el pelo|piranha de cabelo|pince à cheveux|pinza per capelli|haarklem
Pearl Necklace|สร้อยคอมุก|パールネックレス|vòng cổ ngọc trai|kalung mutiara|rantai mutiara|kuwintas na perlas|naszyjnik z pereł|Perlenkette|collar de perlas|colar de pérolas|collier de perles|collana di perle|parelketting
Hoop Earrings|ต่างหูห่วง|フープピアス|bông tai tròn|anting bulat|subang gelung|hikaw|kolczyki koła|Creolen|aros|brincos de argola|créoles|orecchini a cerchio|oorringen
Charm Bracelet|กำไลข้อมือ|チャームブレスレット|lắc tay|gelang tangan|gelang pesona|pulseras|bransoletka|Bettelarmband|pulsera de dijes|pulseira|bracelet à breloques|braccialetto|bedelarmband
Tote Bag|กระเป๋าผ้า|トートバッグ|túi tote|tas tote|beg tote|tote bag|torba na zakupy|Stofftasche|bolso tote|bolsa tote|cabas|borsa shopper|draagtas
Crossbody Bag|กระเป๋าสะพายข้าง|ショルダーバッグ|túi đeo chéo|tas selempang|beg silang|sling bag|torebka na ramię|Umhängetasche|bolso bandolera|bolsa transversal|sac bandoulière|borsa a tracolla|schoudertas
School Backpack|กระเป๋าเป้นักเรียน|通学リュック|ba lô đi học|tas ransel sekolah|beg galas sekolah|school bag|plecak szkolny|Schulrucksack|mochila escolar|mochila para escola|cartable|zaino scuola|schooltas
Carry-On Suitcase|กระเป๋าเดินทาง|スーツケース|vali xách tay|koper kabin|bagasi kabin|maleta|walizka kabinowa|Handgepäckkoffer|maleta de cabina|mala de bordo|valise cabine|trolley da cabina|handbagagekoffer
Phone Case|เคสมือถือ|スマホケース|ốp điện thoại|casing hp|sarung telefon|case ng cellphone|etui na telefon|Handyhülle|funda de móvil|capinha de celular|coque de téléphone|cover per telefono|telefoonhoesje
Charger|หัวชาร์จ|充電器|củ sạc|charger hp|pengecas|charger|ładowarka|Ladegerät|cargador|carregador|chargeur|caricabatterie|oplader
Power Bank|พาวเวอร์แบงค์|モバイルバッテリー|sạc dự phòng|power bank|bank kuasa|powerbank|powerbank|Powerbank|batería externa|carregador portátil|batterie externe|caricabatterie portatile|powerbank
Earbuds|หูฟังไร้สาย|ワイヤレスイヤホン|tai nghe không dây|earphone bluetooth|fon telinga tanpa wayar|wireless na earphone|słuchawki bezprzewodowe|Funkkopfhörer|auriculares inalámbricos|fone de ouvido sem fio|écouteurs sans fil|auricolari senza fili|draadloze oordopjes
Headphones|หูฟังครอบหู|ヘッドホン|tai nghe chụp tai|headphone|fon kepala|headphones|słuchawki nauszne|Kopfhörer|auriculares de diadema|headphone|casque audio|cuffie|koptelefoon
Bluetooth Speaker|ลำโพงบลูทูธ|Bluetoothスピーカー|loa bluetooth|speaker bluetooth|pembesar suara bluetooth|bluetooth speaker|głośnik bluetooth|Bluetooth-Lautsprecher|altavoz bluetooth|caixa de som bluetooth|enceinte bluetooth|cassa bluetooth|bluetooth-speaker
Smartwatch|สมาร์ทวอทช์|スマートウォッチ|đồng hồ thông minh|smartwatch|jam pintar|smartwatch|smartwatch|Smartwatch|reloj inteligente|relógio inteligente|montre connectée|smartwatch|smartwatch
Keyboard|คีย์บอร์ดไร้สาย|キーボード|bàn phím cơ|keyboard mekanik|papan kekunci|keyboard|klawiatura|Funktastatur|teclado mecánico|teclado mecânico|clavier mécanique|tastiera meccanica|toetsenbord
Mouse|เมาส์ไร้สาย|ワイヤレスマウス|chuột không dây|mouse nirkabel|tetikus|mouse|mysz bezprzewodowa|Funkmaus|ratón inalámbrico|mouse sem fio|souris sans fil|mouse senza fili|draadloze muis
Notebook|สมุดโน้ต|ノート|sổ tay|buku catatan|buku nota|kuwaderno|notes|Notizbuch|cuaderno|caderno|carnet de notes|quaderno|notitieboek
Air Fryer|หม้อทอดไร้น้ำมัน|ノンフライヤー|nồi chiên không dầu|penggoreng udara|penggoreng udara|air fryer|frytkownica beztłuszczowa|Heißluftfritteuse|freidora de aire|fritadeira sem óleo|friteuse sans huile|friggitrice ad aria|heteluchtfriteuse
Rice Cooker|หม้อหุงข้าว|炊飯器|nồi cơm điện|penanak nasi|periuk nasi|rice cooker|urządzenie do gotowania ryżu|Reiskocher|arrocera|panela elétrica de arroz|cuiseur à riz|cuociriso|rijstkoker
Vacuum Cleaner|เครื่องดูดฝุ่น|掃除機|máy hút bụi|penyedot debu|pembersih hampagas|vacuum cleaner|odkurzacz|Staubsauger|aspiradora|aspirador de pó|aspirateur|aspirapolvere|stofzuiger
Fan|พัดลม|扇風機|quạt điện|kipas angin|kipas|electric fan|wentylator|Ventilator|ventilador|ventilador|ventilateur|ventilatore|ventilator
Hair Dryer|ไดร์เป่าผม|ヘアドライヤー|máy sấy tóc|pengering rambut|pengering rambut|blower ng buhok|suszarka do włosów|Haartrockner|secador de pelo|secador de cabelo|sèche-cheveux|asciugacapelli|haardroger
Frying Pan|กระทะ|フライパン|chảo chống dính|wajan anti lengket|kuali leper|kawali|patelnia|Bratpfanne|sartén|frigideira|poêle antiadhésive|padella|koekenpan
Chef’s Knife|มีดเชฟ|包丁|dao nhà bếp|pisau dapur|pisau dapur|kutsilyo|nóż kuchenny|Küchenmesser|cuchillo de cocina|faca de cozinha|couteau de cuisine|coltello da cucina|keukenmes
Water Bottle|กระบอกน้ำ|水筒|bình nước|botol minum|botol air|bote ng tubig|bidon|Trinkflasche|botella de agua|garrafa de água|gourde|borraccia|waterfles
Coffee Mug|แก้วกาแฟ|マグカップ|cốc cà phê|mug kopi|kole kopi|mug|kubek do kawy|Kaffeebecher|taza de café|caneca|mug|tazza|koffiemok
Storage Box|กล่องเก็บของ|収納ボックス|hộp đựng đồ|kotak penyimpanan|kotak simpanan|lalagyan|pudełko do przechowywania|Aufbewahrungsbox|caja organizadora|caixa organizadora|boîte de rangement|scatola portaoggetti|opbergdoos
Laundry Detergent|น้ำยาซักผ้า|洗濯洗剤|nước giặt|deterjen cair|detergen pakaian|sabong panlaba|płyn do prania|Waschmittel|detergente líquido|sabão líquido|lessive liquide|detersivo|wasmiddel
Scented Candle|เทียนหอม|アロマキャンドル|nến thơm|lilin aromaterapi|lilin wangi|mabangong kandila|świeca zapachowa|Duftkerze|vela aromática|vela aromática|bougie parfumée|candela profumata|geurkaars
Table Lamp|โคมไฟตั้งโต๊ะ|テーブルランプ|đèn bàn|lampu meja|lampu meja|lampshade|lampka stołowa|Tischlampe|lámpara de mesa|luminária de mesa|lampe de table|lampada da tavolo|tafellamp
Towel|ผ้าขนหนู|タオル|khăn tắm|handuk|tuala|tuwalya|ręcznik|Handtuch|toalla|toalha|serviette de bain|asciugamano|handdoek
Bed Sheet|ผ้าปูที่นอน|ベッドシーツ|ga trải giường|sprei|cadar|kubrekama|prześcieradło|Bettlaken|sábana|lençol|drap housse|lenzuolo|hoeslaken
Pillow|หมอนหนุน|まくら|gối nằm|bantal|bantal|unan|poduszka|Kopfkissen|almohada|travesseiro|oreiller|cuscino|hoofdkussen
Throw Blanket|ผ้าห่ม|ブランケット|chăn mỏng|selimut|selimut|kumot|koc|Kuscheldecke|manta|manta de sofá|plaid|coperta|plaid
Coffee Table|โต๊ะกลาง|コーヒーテーブル|bàn trà|meja tamu|meja kopi|center table|stolik kawowy|Couchtisch|mesa de centro|mesa de centro|table basse|tavolino|salontafel
Bookshelf|ชั้นวางหนังสือ|本棚|kệ sách|rak buku|rak buku|estante ng libro|regał na książki|Bücherregal|estantería|estante de livros|bibliothèque|libreria|boekenkast
Office Chair|เก้าอี้ทำงาน|オフィスチェア|ghế văn phòng|kursi kantor|kerusi pejabat|upuan sa opisina|krzesło biurowe|Bürostuhl|silla de oficina|cadeira de escritório|chaise de bureau|sedia da ufficio|bureaustoel
Cordless Drill|สว่านไร้สาย|電動ドリル|máy khoan pin|bor listrik|gerudi tanpa wayar|barena|wiertarka|Akkubohrschrauber|taladro inalámbrico|furadeira sem fio|perceuse sans fil|trapano a batteria|accuboormachine
Screwdriver Set|ชุดไขควง|ドライバーセット|bộ tua vít|set obeng|set pemutar skru|set ng destornilyador|zestaw śrubokrętów|Schraubendrehersatz|juego de destornilladores|jogo de chaves|jeu de tournevis|set di cacciaviti|schroevendraaierset
Garden Hose|สายยางรดน้ำ|散水ホース|vòi tưới cây|selang taman|hos taman|hose sa hardin|wąż ogrodowy|Gartenschlauch|manguera|mangueira de jardim|tuyau d’arrosage|tubo da giardino|tuinslang
Wallpaper|วอลเปเปอร์ติดผนัง|壁紙|giấy dán tường|wallpaper dinding|kertas dinding|wallpaper|tapeta|Fototapete|papel pintado|papel de parede|papier peint|carta da parati|behang
Light Bulb|หลอดไฟ|電球|bóng đèn|lampu bohlam|mentol lampu|bombilya|żarówka|Glühbirne|bombilla|lâmpada|ampoule|lampadina|gloeilamp
Security Camera|กล้องวงจรปิด|防犯カメラ|camera an ninh|kamera cctv|kamera keselamatan|cctv|kamera monitoringu|Überwachungskamera|cámara de seguridad|câmera de segurança|caméra de surveillance|telecamera di sicurezza|beveiligingscamera
Phone Mount|ที่วางมือถือในรถ|車載ホルダー|giá đỡ điện thoại|holder hp mobil|pemegang telefon|lalagyan ng cellphone|uchwyt samochodowy|Handyhalterung|soporte de móvil|suporte veicular|support téléphone|supporto per telefono|telefoonhouder
Dash Cam|กล้องติดรถยนต์|ドライブレコーダー|camera hành trình|kamera dasbor|kamera kereta|dashcam|wideorejestrator|Autokamera|cámara de coche|câmera veicular|caméra embarquée|telecamera per auto|dashcam
Motorcycle Helmet|หมวกกันน็อก|ヘルメット|mũ bảo hiểm|helm motor|topi keledar|helmet|kask motocyklowy|Motorradhelm|casco de moto|capacete|casque moto|casco da moto|motorhelm
Yoga Mat|เสื่อโยคะ|ヨガマット|thảm yoga|matras yoga|tikar yoga|yoga mat|mata do jogi|Yogamatte|esterilla de yoga|tapete de yoga|tapis de yoga|tappetino yoga|yogamat
Dumbbell|ดัมเบล|ダンベル|tạ tay|dumbel|dumbel|dumbbell|hantle|Kurzhantel|mancuernas|halteres|haltères|manubri|halters
Resistance Band|ยางยืดออกกำลังกาย|トレーニングチューブ|dây kháng lực|resistance band|tali rintangan|resistance band|guma oporowa|Fitnessband|banda elástica|faixa elástica|bande élastique|elastico fitness|weerstandsband
Jump Rope|เชือกกระโดด|縄跳び|dây nhảy|tali skipping|tali lompat|jump rope|skakanka|Springseil|cuerda de saltar|corda de pular|corde à sauter|corda per saltare|springtouw
Tent|เต็นท์|テント|lều cắm trại|tenda kemah|khemah|tolda|namiot|Campingzelt|tienda de campaña|barraca de camping|tente de camping|tenda da campeggio|kampeertent
Building Blocks|ตัวต่อ|ブロック玩具|đồ chơi xếp hình|balok susun|blok binaan|laruang bloke|klocki|Bausteine|bloques de construcción|blocos de montar|briques de construction|mattoncini|bouwstenen
Puzzle|จิ๊กซอว์|ジグソーパズル|tranh ghép hình|puzzle|puzzle|puzzle|puzzle|Puzzle|rompecabezas|quebra-cabeça|puzzle|puzzle|puzzel
Plush Toy|ตุ๊กตา|ぬいぐるみ|gấu bông|boneka|patung lembut|stuffed toy|pluszak|Plüschtier|peluche|pelúcia|peluche|peluche|knuffel
RC Car|รถบังคับ|ラジコンカー|xe điều khiển|mobil remote|kereta kawalan jauh|remote na kotse|samochód zdalnie sterowany|ferngesteuertes Auto|coche teledirigido|carrinho de controle|voiture télécommandée|macchina radiocomandata|bestuurbare auto
Baby Bottle|ขวดนม|哺乳瓶|bình sữa|botol susu|botol susu|bote ng gatas|butelka dla niemowląt|Babyflasche|biberón|mamadeira|biberon|biberon|babyfles
Diapers|ผ้าอ้อมเด็ก|おむつ|tã giấy|popok bayi|lampin pakai buang|lampin|pieluchy|Windeln|pañales|fraldas|couches|pannolini|luiers
Baby Wipes|ทิชชู่เปียกเด็ก|赤ちゃん用おしりふき|khăn ướt em bé|tisu basah bayi|tisu basah bayi|baby wipes|chusteczki nawilżane|Feuchttücher|toallitas para bebé|lenços umedecidos|lingettes bébé|salviette per bebè|babydoekjes
Stroller|รถเข็นเด็ก|ベビーカー|xe đẩy em bé|kereta dorong bayi|kereta sorong bayi|stroller|wózek dziecięcy|Kinderwagen|cochecito|carrinho de bebê|poussette|passeggino|kinderwagen
Chocolate|ช็อกโกแลต|チョコレート|sô cô la|cokelat|coklat|tsokolate|czekolada|Schokolade|chocolate|chocolate|chocolat|cioccolato|chocolade
Cookies|คุกกี้|クッキー|bánh quy|kue kering|biskut|cookies|ciastka|Kekse|galletas|biscoitos|biscuits|biscotti|koekjes
Instant Noodles|บะหมี่กึ่งสำเร็จรูป|インスタントラーメン|mì ăn liền|mie instan|mi segera|instant noodles|zupka błyskawiczna|Instantnudeln|fideos instantáneos|macarrão instantâneo|nouilles instantanées|noodles istantanei|instantnoedels
Coffee|กาแฟ|コーヒー|cà phê|kopi|kopi|kape|kawa|Kaffeebohnen|café|café|café en grains|caffè|koffiebonen
Green Tea|ชาเขียว|緑茶|trà xanh|teh hijau|teh hijau|green tea|zielona herbata|Grüntee|té verde|chá verde|thé vert|tè verde|groene thee
Honey|น้ำผึ้ง|はちみつ|mật ong|madu|madu|pulot|miód|Honig|miel|mel|miel|miele|honing
Vitamins|วิตามิน|ビタミン|vitamin tổng hợp|vitamin|vitamin|bitamina|witaminy|Vitamintabletten|vitaminas|vitaminas|vitamines|vitamine|vitamines
Collagen|คอลลาเจน|コラーゲン|collagen uống|kolagen|kolagen|collagen|kolagen|Kollagenpulver|colágeno|colágeno|collagène|collagene|collageen
Protein Powder|เวย์โปรตีน|プロテイン|bột protein|bubuk protein|serbuk protein|protein powder|odżywka białkowa|Proteinpulver|proteína en polvo|whey protein|protéine en poudre|proteine in polvere|eiwitpoeder
Massage Gun|ปืนนวด|マッサージガン|súng massage|alat pijat|pistol urut|massage gun|pistolet do masażu|Massagepistole|pistola de masaje|pistola de massagem|pistolet de massage|pistola massaggiante|massagepistool
Toothpaste|ยาสีฟัน|歯磨き粉|kem đánh răng|pasta gigi|ubat gigi|toothpaste|pasta do zębów|Zahnpasta|pasta de dientes|creme dental|dentifrice|dentifricio|tandpasta
Dog Food|อาหารสุนัข|ドッグフード|thức ăn cho chó|makanan anjing|makanan anjing|dog food|karma dla psa|Hundefutter|comida para perros|ração para cães|croquettes pour chien|cibo per cani|hondenvoer
Dog Leash|สายจูงสุนัข|犬用リード|dây dắt chó|tali anjing|tali anjing|tali ng aso|smycz dla psa|Hundeleine|correa de perro|guia para cachorro|laisse pour chien|guinzaglio|hondenriem
Cat Food|อาหารแมว|キャットフード|thức ăn cho mèo|makanan kucing|makanan kucing|pagkain ng pusa|karma dla kota|Katzenfutter|comida para gatos|ração para gatos|croquettes pour chat|cibo per gatti|kattenvoer
Cat Litter|ทรายแมว|猫砂|cát vệ sinh mèo|pasir kucing|pasir kucing|buhangin ng pusa|żwirek dla kota|Katzenstreu|arena para gatos|areia para gatos|litière pour chat|lettiera per gatti|kattenbakvulling
Pet Carrier|กระเป๋าใส่สัตว์เลี้ยง|ペットキャリー|túi đựng thú cưng|tas hewan|beg haiwan peliharaan|pet carrier|transporter dla zwierząt|Transportbox|transportín|caixa de transporte|sac de transport|trasportino|reismand
Square Hijab|ฮิญาบ|ヒジャブ|khăn hijab|hijab segi empat|tudung bawal|hijab|hidżab|Hijab-Tuch|hiyab cuadrado|hijab quadrado|hijab carré|hijab quadrato|hijabdoek
Abaya|ชุดอาบายา|アバヤ|áo abaya|abaya|abaya|abaya|abaja|Abaya-Kleid|abaya|abaya|abaya|abaya|abaya
Prayer Mat|พรมละหมาด|礼拝用マット|thảm cầu nguyện|sajadah|sejadah|banig panalangin|dywanik modlitewny|Gebetsteppich|alfombra de oración|tapete de oração|tapis de prière|tappeto da preghiera|gebedskleed
Manga|หนังสือการ์ตูน|漫画|truyện tranh|komik|komik|komiks|manga|Manga-Sammelband|manga|mangá|manga|manga|stripboek
Cookbook|ตำราอาหาร|料理本|sách nấu ăn|buku resep|buku resipi|libro ng lutuin|książka kucharska|Kochbuch|libro de cocina|livro de receitas|livre de cuisine|libro di ricette|kookboek
Picture Book|หนังสือนิทาน|絵本|sách tranh|buku cerita bergambar|buku bergambar|aklat pambata|książka z obrazkami|Bilderbuch|libro ilustrado|livro ilustrado|livre d’images|libro illustrato|prentenboek
Booster Pack|ซองการ์ดสุ่ม|ブースターパック|gói thẻ bài|kartu koleksi|pek kad|booster pack|karty kolekcjonerskie|Sammelkartenpack|sobre de cartas|pacote de cartas|booster de cartes|bustina di carte|pakje verzamelkaarten
Anime Figure|ฟิกเกอร์อนิเมะ|アニメフィギュア|mô hình anime|figur anime|figura anime|anime figure|figurka anime|Anime-Sammelfigur|figura de anime|figura de anime|figurine d’anime|statuina anime|animefiguur
Commemorative Coin|เหรียญที่ระลึก|記念硬貨|đồng xu kỷ niệm|koin peringatan|syiling peringatan|commemorative coin|moneta okolicznościowa|Gedenkmünze|moneda conmemorativa|moeda comemorativa|pièce commémorative|moneta commemorativa|herdenkingsmunt
Acoustic Guitar|กีตาร์โปร่ง|アコースティックギター|đàn guitar|gitar akustik|gitar akustik|gitara|gitara akustyczna|Westerngitarre|guitarra acústica|violão|guitare acoustique|chitarra acustica|akoestische gitaar
Ukulele|อูคูเลเล่|ウクレレ|đàn ukulele|ukulele|ukulele|ukulele|ukulele|Ukulele|ukelele|ukulele|ukulélé|ukulele|ukelele
Digital Piano|เปียโนไฟฟ้า|電子ピアノ|đàn piano điện|piano digital|piano digital|digital piano|pianino cyfrowe|Digitalpiano|piano digital|piano digital|piano numérique|pianoforte digitale|digitale piano
Balloons|ลูกโป่ง|バルーン|bong bóng|balon pesta|belon|lobo|balony|Luftballons|globos|balões|ballons de baudruche|palloncini|ballonnen
Christmas Tree|ต้นคริสต์มาส|クリスマスツリー|cây thông Noel|pohon natal|pokok krismas|krismas tri|choinka|Weihnachtsbaum|árbol de Navidad|árvore de Natal|sapin de Noël|albero di Natale|kerstboom
Gift Box|กล่องของขวัญ|ギフトボックス|hộp quà|kotak kado|kotak hadiah|kahon ng regalo|pudełko prezentowe|Geschenkbox|caja de regalo|caixa de presente|coffret cadeau|scatola regalo|cadeaudoos
Vintage Bag|กระเป๋ามือสอง|ヴィンテージバッグ|túi vintage|tas bekas|beg terpakai|ukay na bag|torebka vintage|Vintage-Handtasche|bolso vintage|bolsa vintage|sac vintage|borsa vintage|vintage tas
Vintage Dress|เดรสวินเทจ|古着ワンピース|váy vintage|gaun vintage|gaun vintaj|vintage na bestida|sukienka vintage|Vintage-Kleid|vestido vintage|vestido vintage|robe vintage|vestito vintage|vintage jurk
Refurbished Phone|โทรศัพท์มือสอง|中古スマホ|điện thoại cũ|hp bekas|telefon terpakai|segunda mano na cellphone|telefon odnowiony|gebrauchtes Smartphone|móvil reacondicionado|celular recondicionado|téléphone reconditionné|telefono ricondizionato|refurbished telefoon
`;

const translated = new Map<string, ReadonlyMap<SeedLanguage, string>>(
  NOUN_TEXT.trim()
    .split('\n')
    .map((line) => {
      const [english = '', ...words] = line.split('|');
      return [english, new Map(COLUMNS.map((language, index) => [language, words[index] ?? english]))];
    }),
);

/** English names of the level 3 categories that have a noun in every language. */
export const TRANSLATED_CATEGORIES: readonly string[] = [...translated.keys()];

/** The noun for products of a level 3 category; undefined when the language has none. */
export function nounOf(name: { EN_US: string; ZH_CN?: string }, language: SeedLanguage): string | undefined {
  if (language === 'en') return name.EN_US;
  if (language === 'zh') return name.ZH_CN;
  return translated.get(name.EN_US)?.get(language);
}
