import type { Translations } from './languages.js';
import { readWords } from './languages.js';

/**
 * Features of goods by group, in English. A group with `*` has colours. GOODS_TABLE gives each category its group.
 */
const GROUPS_TEXT = `
makeup: long-lasting, matte, vegan, for sensitive skin, waterproof, hydrating
lashes: long-lasting, waterproof, vegan
skincare: hydrating, for sensitive skin, fragrance-free, with vitamin C, with aloe vera, vegan
haircare: repairing, for dry hair, with argan oil, vegan, fragrance-free
fragrance: long-lasting, floral scent, citrus scent, vanilla scent, fresh scent
bodycare: hydrating, with aloe vera, vanilla scent, citrus scent, vegan, for sensitive skin
womenswear*: cotton, linen, loose fit, stretch, lightweight, oversized
evening*: chiffon, classic, stretch, lightweight
knit*: soft, oversized, loose fit, stretch, retro style
jeans*: stretch, loose fit, classic, with pockets, retro style
menswear*: cotton, breathable, loose fit, stretch, quick-dry, classic
underwear*: seamless, cotton, breathable, soft, stretch
outerwear*: lightweight, windproof, with pockets, oversized, water-repellent, classic
kidswear*: organic cotton, soft, breathable, machine-washable, lightweight
shoes*: lightweight, non-slip, breathable, cushioned, wide fit, classic
accessory*: minimalist, classic, retro style, unisex, with gift box, lightweight
jewelry: gold-plated, sterling silver, hypoallergenic, handmade, with gift box, minimalist
bags*: large capacity, water-repellent, vegan leather, lightweight, minimalist, with pockets
gadget: portable, easy to use, compact, 2-year warranty, lightweight
care: easy to use, washable, lightweight, premium
charging: fast charging, USB-C, compact, 2-year warranty, portable
phonecase*: shockproof, ultra-slim, non-slip, minimalist
audio*: noise-cancelling, Bluetooth 5.4, long battery life, waterproof, lightweight
wearable*: long battery life, waterproof, Bluetooth 5.4, lightweight, 2026 model
gaming*: low latency, RGB lighting, wireless, ergonomic, 2026 model
computer: ultra-slim, for home office, quiet, 2-year warranty, 2026 model
peripheral: USB-C, compact, for home office, 2-year warranty, 2026 model
office: wireless, compact, quiet, for home office, 2-year warranty
stationery: for students, minimalist, gift idea, retro style, eco-friendly
appliance: energy-saving, quiet, compact, easy to clean, 2-year warranty, large capacity
climate: energy-saving, quiet, compact, with remote control, 2-year warranty
television: energy-saving, with remote control, Wi-Fi, 2026 model, 2-year warranty
beautytech: compact, quiet, 2-year warranty, for travel, easy to use
kitchen: dishwasher-safe, heat-resistant, easy to clean, minimalist, professional
drinkware*: BPA-free, dishwasher-safe, heat-resistant, minimalist, for travel
home: space-saving, minimalist, eco-friendly, easy to assemble, large capacity
cleaning: concentrated, fresh scent, hypoallergenic, eco-friendly, family size
decor: minimalist, Nordic style, handmade, gift idea, retro style
lighting: dimmable, warm white, energy-saving, with remote control, Nordic style
bathroom: easy to install, minimalist, stainless steel, 2-year warranty, rust-proof
textile*: soft, hypoallergenic, cotton, machine-washable, Nordic style
curtain*: machine-washable, heat-insulating, Nordic style, easy to install, minimalist
furniture: solid wood, easy to assemble, space-saving, Nordic style, minimalist
outdoorfurniture: weatherproof, foldable, easy to assemble, lightweight, rust-proof
tools: professional, heavy-duty, with carrying case, rust-proof, 2-year warranty
garden: weatherproof, heavy-duty, lightweight, ergonomic, 2-year warranty
wall: self-adhesive, easy to install, washable, Nordic style, eco-friendly
electrical: energy-saving, easy to install, 2-year warranty, compact
smarthome: with app control, Wi-Fi, easy to install, night vision, 2-year warranty
lock: with app control, easy to install, weatherproof, 2-year warranty
car: universal fit, easy to install, non-slip, heavy-duty, easy to clean
carelectronics: compact, USB-C, easy to use, 2-year warranty, 2026 model
carcare: concentrated, professional, long-lasting, easy to use
motorcycle*: universal fit, lightweight, windproof, professional, weatherproof
carparts: universal fit, easy to install, long-lasting, heavy-duty
fitness*: non-slip, for home use, for beginners, professional, with carrying case
sportswear*: quick-dry, breathable, stretch, seamless, lightweight
camping: waterproof, lightweight, windproof, foldable, compact
cycling*: lightweight, weatherproof, adjustable, professional
sports: for beginners, professional, lightweight, with carrying case
toys: educational, for kids, gift idea, eco-friendly, for the whole family
plush: soft, machine-washable, hypoallergenic, gift idea, for kids
remotetoys: for beginners, long battery life, for kids, gift idea, 2026 model
games: for the whole family, gift idea, for travel, limited edition
craft: for beginners, for kids, gift idea, complete set
baby: for newborns, BPA-free, easy to clean, gentle, adjustable
diaper: for newborns, gentle, extra absorbent, fragrance-free
babytravel: foldable, lightweight, adjustable, for newborns, machine-washable
maternity*: soft, cotton, stretch, breathable
snack: no added sugar, gluten-free, organic, premium, family size
instant: spicy, classic flavour, no preservatives, family size
drink: organic, premium, no added sugar, classic flavour
pantry: organic, premium, no preservatives, classic flavour, family size
fresh: premium, no preservatives, family size, organic
supplement: sugar-free, high strength, vegan, gluten-free
medical: for home use, easy to use, gentle, for travel
massage: portable, quiet, long battery life, for home use
oral: gentle, sugar-free, fresh scent, vegan
diet: sugar-free, organic, vegan, with vitamins
pet: machine-washable, soft, easy to clean, heavy-duty, lightweight
petfood: grain-free, with salmon, with vitamins, for sensitive stomachs
litter: odour control, dust-free, eco-friendly, fragrance-free
petcare: gentle, easy to use, quiet, easy to clean
aquarium: quiet, energy-saving, easy to clean, compact
modest*: chiffon, opaque, breathable, easy to iron, lightweight
prayer: handmade, with gift box, for travel, gift idea, lightweight
book: hardcover, new edition, bestseller, limited edition, gift idea
kidsbook: illustrated, hardcover, for kids, new edition, bestseller
textbook: new edition, for beginners, with exercises, illustrated
music: limited edition, new edition, bestseller, for collectors
collectible: limited edition, numbered, for collectors, mint condition, with certificate
art: handmade, limited edition, numbered, with certificate, classic
instrument: for beginners, professional, handmade, for students, complete set
studio: professional, for beginners, compact, USB-C
party: reusable, handmade, for birthdays, eco-friendly, complete set
christmas: reusable, eco-friendly, Nordic style, gift idea, retro style
gift: handmade, eco-friendly, for birthdays, minimalist, retro style
preowned: very good condition, authenticity checked, lightly used, with original box
`;

/** English|zh|th|ja|vi|id|ms|fil|pl|de|es|pt|fr|it|nl. No word depends on the gender or number of its noun. */
const FEATURE_TEXT = `
long-lasting|持久|ติดทนนาน|長持ち|lâu trôi|tahan lama|tahan lama|pangmatagalan|długotrwały efekt|lang haltend|de larga duración|longa duração|longue tenue|a lunga durata|langhoudend
matte|哑光|เนื้อแมตต์|マット|lì mịn|hasil matte|kemasan matte|matte finish|matowe wykończenie|mattes Finish|acabado mate|acabamento matte|fini mat|finitura opaca|matte finish
vegan|纯素|วีแกน|ヴィーガン|thuần chay|vegan|vegan|vegan|wegańska formuła|vegan|fórmula vegana|fórmula vegana|formule vegan|formula vegana|vegan
for sensitive skin|敏感肌可用|สำหรับผิวแพ้ง่าย|敏感肌用|cho da nhạy cảm|untuk kulit sensitif|untuk kulit sensitif|para sa sensitibong balat|do skóry wrażliwej|für empfindliche Haut|para piel sensible|para pele sensível|pour peaux sensibles|per pelli sensibili|voor gevoelige huid
waterproof|防水|กันน้ำ|防水|chống nước|tahan air|kalis air|waterproof|na każdą pogodę|wasserfest|resistente al agua|resistente à água|résiste à l’eau|resistente all’acqua|waterproof
hydrating|补水保湿|เพิ่มความชุ่มชื้น|高保湿|dưỡng ẩm|melembapkan|melembapkan|pampa-hydrate|z efektem nawilżenia|spendet Feuchtigkeit|con efecto hidratante|com ação hidratante|effet hydratant|effetto idratante|hydraterend
fragrance-free|无香型|ไม่มีน้ำหอม|無香料|không hương liệu|tanpa pewangi|tanpa pewangi|walang pabango|bez zapachu|ohne Duftstoffe|sin perfume|sem perfume|sans parfum|senza profumo|zonder parfum
with vitamin C|含维C|ผสมวิตามินซี|ビタミンC配合|chứa vitamin C|dengan vitamin C|dengan vitamin C|may vitamin C|z witaminą C|mit Vitamin C|con vitamina C|com vitamina C|à la vitamine C|con vitamina C|met vitamine C
with aloe vera|芦荟|ผสมว่านหางจระเข้|アロエ配合|chiết xuất lô hội|dengan lidah buaya|dengan aloe vera|may aloe vera|z aloesem|mit Aloe vera|con aloe vera|com aloe vera|à l’aloe vera|con aloe vera|met aloë vera
with argan oil|摩洛哥坚果油|ผสมอาร์แกนออยล์|アルガンオイル配合|chứa dầu argan|dengan minyak argan|dengan minyak argan|may argan oil|z olejkiem arganowym|mit Arganöl|con aceite de argán|com óleo de argan|à l’huile d’argan|con olio di argan|met arganolie
repairing|修护|ฟื้นบำรุง|ダメージケア|phục hồi|untuk rambut rusak|untuk rambut rosak|para sa nasirang buhok|do włosów zniszczonych|für strapaziertes Haar|para pelo dañado|para cabelos danificados|pour cheveux abîmés|per capelli danneggiati|voor beschadigd haar
for dry hair|干性发质|สำหรับผมแห้ง|乾燥毛用|cho tóc khô|untuk rambut kering|untuk rambut kering|para sa tuyong buhok|do włosów suchych|für trockenes Haar|para pelo seco|para cabelos secos|pour cheveux secs|per capelli secchi|voor droog haar
floral scent|花香调|กลิ่นดอกไม้|フローラルの香り|hương hoa|aroma bunga|haruman bunga|amoy bulaklak|kwiatowy zapach|blumiger Duft|aroma floral|aroma floral|notes florales|profumo floreale|bloemengeur
citrus scent|柑橘香|กลิ่นซิตรัส|シトラスの香り|hương cam chanh|aroma sitrus|haruman sitrus|amoy citrus|cytrusowy zapach|Zitrusduft|aroma cítrico|aroma cítrico|notes d’agrumes|profumo di agrumi|citrusgeur
vanilla scent|香草味|กลิ่นวานิลลา|バニラの香り|hương vani|aroma vanila|haruman vanila|amoy vanilla|zapach wanilii|Vanilleduft|aroma a vainilla|aroma de baunilha|notes vanillées|profumo di vaniglia|vanillegeur
fresh scent|清新香|กลิ่นหอมสดชื่น|さわやかな香り|hương tươi mát|aroma segar|haruman segar|amoy presko|świeży zapach|frischer Duft|aroma fresco|aroma fresco|notes fraîches|profumo fresco|frisse geur
cotton|纯棉|ผ้าฝ้าย|綿|vải cotton|bahan katun|kain kapas|tela na cotton|z bawełny|aus Baumwolle|de algodón|de algodão|en coton|in cotone|van katoen
linen|亚麻|ผ้าลินิน|リネン|vải linen|bahan linen|kain linen|tela na linen|z lnu|aus Leinen|de lino|de linho|en lin|in lino|van linnen
oversized|宽松大码|ทรงโอเวอร์ไซซ์|オーバーサイズ|form rộng|oversize|oversize|oversized|oversize|oversize|oversize|oversized|oversize|oversize|oversized
stretch|弹力|ผ้ายืด|ストレッチ|co giãn|bahan stretch|kain anjal|stretchable|z elastycznej tkaniny|mit Stretch|con elastano|com elastano|avec élasthanne|con elastan|met stretch
loose fit|宽松版|ทรงหลวม|ゆったり|dáng suông|potongan longgar|potongan longgar|maluwag ang tabas|luźny krój|lockere Passform|corte holgado|modelagem solta|coupe ample|vestibilità comoda|losse pasvorm
seamless|无痕|ไร้ตะเข็บ|シームレス|không đường may|tanpa jahitan|tanpa jahitan|walang tahi|bez szwów|ohne Nähte|sin costuras|sem costura|sans coutures|senza cuciture|naadloos
breathable|透气|ระบายอากาศดี|通気性|thoáng khí|adem|selesa dan sejuk|presko|z przewiewnego materiału|aus atmungsaktivem Material|de tejido transpirable|tecido respirável|matière respirante|tessuto traspirante|ademend
lightweight|轻便|น้ำหนักเบา|軽量|siêu nhẹ|ringan|ringan|magaan|niska waga|leicht|de poco peso|super leve|poids plume|peso leggero|lichtgewicht
soft|柔软|นุ่มสบาย|ふんわり|mềm mại|lembut|lembut|malambot|miękkie w dotyku|kuschelweich|de tacto suave|toque macio|toucher doux|morbido al tatto|zacht
windproof|防风|กันลม|防風|chống gió|tahan angin|kalis angin|panlaban sa hangin|ochrona przed wiatrem|winddicht|con protección contra el viento|proteção contra vento|coupe-vent|antivento|winddicht
with pockets|带口袋|มีกระเป๋า|ポケット付き|có túi|dengan saku|dengan poket|may bulsa|z kieszeniami|mit Taschen|con bolsillos|com bolsos|avec poches|con tasche|met zakken
organic cotton|有机棉|ผ้าฝ้ายออร์แกนิก|オーガニックコットン|cotton hữu cơ|katun organik|kapas organik|organic cotton|z bawełny organicznej|aus Bio-Baumwolle|de algodón orgánico|de algodão orgânico|en coton bio|in cotone biologico|van biologisch katoen
quick-dry|速干|แห้งเร็ว|速乾|nhanh khô|cepat kering|cepat kering|mabilis matuyo|szybko schnie|schnelltrocknend|de secado rápido|secagem rápida|séchage rapide|asciugatura rapida|sneldrogend
machine-washable|可机洗|ซักเครื่องได้|洗濯機OK|giặt máy được|bisa dicuci mesin|boleh basuh mesin|puwede sa washing machine|do prania w pralce|waschmaschinenfest|apto para lavadora|lavável na máquina|lavable en machine|lavabile in lavatrice|machinewasbaar
washable|可水洗|ล้างน้ำได้|水洗いOK|rửa được|bisa dicuci|boleh dibasuh|puwedeng labhan|do mycia|abwaschbar|lavable|lavável|lavable|lavabile|afwasbaar
non-slip|防滑|กันลื่น|滑り止め|chống trượt|anti selip|anti gelincir|hindi madulas|z ochroną przed poślizgiem|rutschfest|con agarre antideslizante|com antiderrapante|antidérapant|antiscivolo|antislip
cushioned|软底缓震|พื้นนุ่มรองรับแรงกระแทก|クッション性|đế êm|sol empuk|tapak empuk|malambot ang swelas|z amortyzacją|mit Dämpfung|con amortiguación|com amortecimento|avec amorti|con ammortizzazione|met demping
wide fit|宽楦|หน้ากว้าง|幅広|form rộng chân|model lebar|potongan lebar|malapad|szeroka tęgość|weite Passform|horma ancha|forma larga|pied large|pianta larga|brede pasvorm
classic|经典款|ทรงคลาสสิก|定番|kiểu cổ điển|model klasik|gaya klasik|klasiko|klasyczny styl|klassisch|estilo clásico|estilo clássico|style classique|stile classico|klassiek
minimalist|简约|สไตล์มินิมอล|シンプル|tối giản|minimalis|minimalis|minimalist|minimalistyczny styl|minimalistisch|estilo minimalista|estilo minimalista|style minimaliste|stile minimal|minimalistisch
retro style|复古风|สไตล์เรโทร|レトロ|phong cách retro|gaya retro|gaya retro|retro style|w stylu retro|im Retro-Stil|estilo retro|estilo retrô|style rétro|stile retrò|retrostijl
Nordic style|北欧风|สไตล์นอร์ดิก|北欧風|phong cách Bắc Âu|gaya Nordik|gaya Nordik|Nordic style|w stylu skandynawskim|im skandinavischen Stil|estilo nórdico|estilo nórdico|style scandinave|stile nordico|Scandinavische stijl
unisex|男女同款|ใส่ได้ทั้งชายหญิง|男女兼用|unisex|unisex|unisex|unisex|unisex|unisex|unisex|unissex|unisexe|unisex|unisex
with gift box|配礼盒|พร้อมกล่องของขวัญ|ギフト箱付き|kèm hộp quà|dengan kotak kado|dengan kotak hadiah|may kasamang gift box|z pudełkiem prezentowym|mit Geschenkbox|con caja de regalo|com caixa de presente|avec écrin|con confezione regalo|met geschenkdoos
gold-plated|镀金|ชุบทอง|金メッキ|mạ vàng|lapis emas|saduran emas|gold-plated|pozłacane wykończenie|mit Goldauflage|con baño de oro|banho de ouro|plaqué or|placcatura oro|met gouden laag
sterling silver|925纯银|เงินแท้ 925|シルバー925|bạc 925|perak 925|perak 925|925 na pilak|srebro 925|925er Silber|plata de ley 925|prata 925|argent 925|argento 925|925 zilver
hypoallergenic|防过敏|ลดอาการแพ้|低アレルギー|không gây dị ứng|anti alergi|anti alergi|hypoallergenic|dla alergików|hypoallergen|para pieles con alergia|antialérgico|anti-allergies|antiallergico|hypoallergeen
handmade|手工|งานแฮนด์เมด|手作り|thủ công|buatan tangan|buatan tangan|gawang-kamay|ręczna robota|in Handarbeit gefertigt|artesanal|artesanal|fait main|fatto a mano|handgemaakt
large capacity|大容量|ความจุสูง|大容量|dung tích lớn|kapasitas besar|kapasiti besar|malaki ang laman|duża pojemność|großes Volumen|gran capacidad|grande capacidade|grande capacité|grande capacità|grote inhoud
water-repellent|防泼水|กันละอองน้ำ|撥水|chống thấm|anti percikan|kalis percikan|hindi tinatagusan|z impregnacją|wasserabweisend|repelente al agua|repelente à água|déperlant|idrorepellente|waterafstotend
vegan leather|素皮|หนังวีแกน|ヴィーガンレザー|da thuần chay|kulit vegan|kulit vegan|vegan leather|ze skóry wegańskiej|aus veganem Leder|de piel vegana|de couro vegano|en cuir vegan|in pelle vegana|van vegan leer
portable|便携|พกพาง่าย|携帯用|dễ mang theo|portabel|mudah alih|madaling dalhin|wersja przenośna|für unterwegs|portátil|portátil|à emporter partout|portatile|voor onderweg
easy to use|操作简单|ใช้งานง่าย|簡単操作|dễ dùng|mudah digunakan|mudah digunakan|madaling gamitin|łatwa obsługa|leicht zu bedienen|fácil de usar|fácil de usar|facile à utiliser|facile da usare|gebruiksvriendelijk
2-year warranty|质保两年|รับประกัน 2 ปี|2年保証|bảo hành 2 năm|garansi 2 tahun|waranti 2 tahun|2 taong warranty|2 lata gwarancji|2 Jahre Garantie|2 años de garantía|2 anos de garantia|garantie 2 ans|garanzia 2 anni|2 jaar garantie
2026 model|2026新款|รุ่นปี 2026|2026年モデル|mẫu 2026|model 2026|model 2026|2026 model|model 2026|Modell 2026|modelo 2026|modelo 2026|modèle 2026|modello 2026|model 2026
fast charging|快充|ชาร์จเร็ว|急速充電|sạc nhanh|fast charging|pengecasan pantas|fast charging|szybkie ładowanie|Schnellladen|carga rápida|carregamento rápido|charge rapide|ricarica rapida|snelladen
USB-C|Type-C|พอร์ต USB-C|USB-C対応|cổng USB-C|USB-C|USB-C|USB-C|USB-C|USB-C|USB-C|USB-C|USB-C|USB-C|USB-C
shockproof|防摔|กันกระแทก|耐衝撃|chống sốc|anti pecah|kalis hentakan|shockproof|ochrona przed upadkiem|stoßfest|contra golpes|anti-impacto|antichoc|antiurto|schokbestendig
ultra-slim|超薄|บางเฉียบ|超薄型|siêu mỏng|super tipis|ultra nipis|manipis|ultracienki profil|ultradünn|ultradelgado|ultrafino|ultrafin|ultrasottile|ultradun
noise-cancelling|降噪|ตัดเสียงรบกวน|ノイズキャンセリング|chống ồn|peredam bising|hapus bunyi bising|noise-cancelling|z redukcją szumów|mit Geräuschunterdrückung|con cancelación de ruido|com cancelamento de ruído|réduction de bruit|cancellazione del rumore|met ruisonderdrukking
Bluetooth 5.4|蓝牙5.4|บลูทูธ 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4|Bluetooth 5.4
long battery life|长续航|แบตอึด|長時間バッテリー|pin trâu|baterai awet|bateri tahan lama|matagal malowbat|długi czas pracy|lange Akkulaufzeit|batería de larga duración|bateria de longa duração|grande autonomie|lunga autonomia|lange accuduur
low latency|低延迟|ดีเลย์ต่ำ|低遅延|độ trễ thấp|latensi rendah|kependaman rendah|low latency|małe opóźnienie|geringe Latenz|baja latencia|baixa latência|faible latence|bassa latenza|lage vertraging
RGB lighting|RGB灯效|ไฟ RGB|RGBライト|đèn RGB|lampu RGB|lampu RGB|RGB lights|podświetlenie RGB|RGB-Beleuchtung|luces RGB|luzes RGB|éclairage RGB|luci RGB|RGB-verlichting
wireless|无线|ไร้สาย|ワイヤレス|không dây|nirkabel|tanpa wayar|wireless|bez kabla|kabellos|sin cables|sem fio|sans fil|senza fili|draadloos
ergonomic|人体工学|ถูกหลักสรีรศาสตร์|人間工学設計|công thái học|ergonomis|ergonomik|ergonomic|ergonomiczny kształt|ergonomisch|diseño ergonómico|design ergonômico|forme ergonomique|forma ergonomica|ergonomisch
for home office|居家办公|สำหรับโฮมออฟฟิศ|在宅ワーク用|cho văn phòng tại nhà|untuk kerja di rumah|untuk kerja di rumah|pang-home office|do domowego biura|fürs Homeoffice|para teletrabajo|para home office|pour le télétravail|per lo smart working|voor thuiswerken
quiet|静音|เสียงเงียบ|静音|êm ái|suara senyap|senyap|tahimik|cicha praca|leise|funcionamiento silencioso|silencioso|mode silencieux|bassa rumorosità|stil
energy-saving|节能|ประหยัดไฟ|省エネ|tiết kiệm điện|hemat listrik|jimat elektrik|tipid sa kuryente|oszczędność energii|energiesparend|bajo consumo|econômico em energia|basse consommation|a basso consumo|energiezuinig
compact|小巧|ขนาดกะทัดรัด|コンパクト|nhỏ gọn|ringkas|kompak|maliit at siksik|kompaktowy rozmiar|kompakt|tamaño compacto|tamanho compacto|format compact|formato compatto|compact
easy to clean|易清洗|ทำความสะอาดง่าย|お手入れ簡単|dễ vệ sinh|mudah dibersihkan|mudah dibersihkan|madaling linisin|łatwe czyszczenie|leicht zu reinigen|fácil de limpiar|fácil de limpar|facile à nettoyer|facile da pulire|makkelijk schoon te maken
for travel|旅行适用|สำหรับเดินทาง|旅行用|cho chuyến đi|untuk traveling|untuk kembara|pang-travel|w podróż|für die Reise|para viajar|para viagem|pour le voyage|da viaggio|voor op reis
dishwasher-safe|可进洗碗机|เข้าเครื่องล้างจานได้|食洗機OK|rửa được bằng máy|aman mesin cuci piring|selamat mesin basuh pinggan|puwede sa dishwasher|do mycia w zmywarce|spülmaschinenfest|apto para lavavajillas|pode ir à lava-louças|compatible lave-vaisselle|lavabile in lavastoviglie|vaatwasserbestendig
heat-resistant|耐高温|ทนความร้อน|耐熱|chịu nhiệt|tahan panas|tahan panas|hindi natatablan ng init|odporność na ciepło|hitzebeständig|resistente al calor|resistente ao calor|résiste à la chaleur|resistente al calore|hittebestendig
BPA-free|不含BPA|ปลอดสาร BPA|BPAフリー|không BPA|bebas BPA|bebas BPA|walang BPA|bez BPA|ohne BPA|sin BPA|sem BPA|sans BPA|senza BPA|BPA-vrij
stainless steel|不锈钢|สแตนเลส|ステンレス|thép không gỉ|stainless steel|keluli tahan karat|stainless steel|ze stali nierdzewnej|aus Edelstahl|de acero inoxidable|de aço inox|en inox|in acciaio inox|van roestvrij staal
space-saving|省空间|ประหยัดพื้นที่|省スペース|tiết kiệm diện tích|hemat tempat|jimat ruang|tipid sa espasyo|oszczędność miejsca|platzsparend|ahorra espacio|economiza espaço|gain de place|salvaspazio|ruimtebesparend
eco-friendly|环保|รักษ์โลก|エコ|thân thiện môi trường|ramah lingkungan|mesra alam|eco-friendly|w wersji eko|umweltfreundlich|ecofriendly|versão ecológica|écoresponsable|ecosostenibile|milieuvriendelijk
easy to assemble|易组装|ประกอบง่าย|組立簡単|dễ lắp ráp|mudah dirakit|mudah dipasang|madaling buuin|prosty montaż|leicht aufzubauen|fácil de montar|fácil de montar|facile à monter|facile da montare|eenvoudig te monteren
easy to install|易安装|ติดตั้งง่าย|取付簡単|dễ lắp đặt|mudah dipasang|mudah dipasang|madaling ikabit|łatwy montaż|einfache Montage|fácil de instalar|fácil de instalar|installation facile|facile da installare|eenvoudig te installeren
concentrated|浓缩|สูตรเข้มข้น|濃縮|đậm đặc|formula pekat|formula pekat|concentrated|formuła skoncentrowana|Konzentrat|fórmula concentrada|fórmula concentrada|formule concentrée|formula concentrata|geconcentreerd
family size|家庭装|ขนาดครอบครัว|ファミリーサイズ|gói gia đình|ukuran keluarga|saiz keluarga|pang-pamilya|rozmiar rodzinny|Familiengröße|tamaño familiar|tamanho família|format familial|formato famiglia|familieverpakking
gift idea|送礼佳品|เหมาะเป็นของขวัญ|ギフトに|làm quà tặng|cocok untuk kado|sesuai untuk hadiah|pang-regalo|na prezent|Geschenkidee|idea para regalo|ideia de presente|idée cadeau|idea regalo|cadeau-idee
dimmable|可调光|หรี่แสงได้|調光|chỉnh độ sáng|bisa diredupkan|boleh malap|nadi-dim|z regulacją światła|dimmbar|intensidad regulable|intensidade ajustável|intensité réglable|luminosità regolabile|dimbaar
warm white|暖白光|แสงวอร์มไวท์|電球色|ánh sáng vàng|cahaya warm white|cahaya hangat|warm white|ciepłe światło|warmweiß|luz cálida|luz quente|blanc chaud|luce calda|warmwit
with remote control|带遥控|พร้อมรีโมต|リモコン付き|có điều khiển|dengan remote|dengan alat kawalan|may remote|z pilotem|mit Fernbedienung|con mando|com controle remoto|avec télécommande|con telecomando|met afstandsbediening
rust-proof|防锈|ไม่เป็นสนิม|錆びにくい|chống gỉ|anti karat|tahan karat|hindi kinakalawang|odporność na rdzę|rostfrei|contra el óxido|antiferrugem|antirouille|antiruggine|roestvrij
heat-insulating|隔热|กันความร้อน|断熱|cách nhiệt|penahan panas|penebat haba|panlaban sa init|z izolacją cieplną|wärmeisolierend|con aislamiento térmico|com isolamento térmico|isolation thermique|isolamento termico|warmte-isolerend
solid wood|实木|ไม้จริง|天然木|gỗ tự nhiên|kayu solid|kayu padu|solidong kahoy|z litego drewna|aus Massivholz|de madera maciza|de madeira maciça|en bois massif|in legno massello|van massief hout
weatherproof|全天候|ทนแดดทนฝน|全天候対応|chịu mưa nắng|tahan cuaca|tahan cuaca|pang-ulan at araw|na każdą pogodę|wetterfest|para todo clima|para qualquer clima|tout temps|per ogni clima|weerbestendig
foldable|可折叠|พับได้|折りたたみ|gấp gọn|bisa dilipat|boleh lipat|natitiklop|do składania|klappbar|plegable|dobrável|pliable|pieghevole|opvouwbaar
professional|专业级|ระดับมืออาชีพ|プロ仕様|chuyên nghiệp|profesional|profesional|pang-propesyonal|dla profesjonalistów|Profi-Qualität|calidad profesional|uso profissional|qualité pro|uso professionale|professioneel
heavy-duty|加固耐用|แข็งแรงทนทาน|頑丈|siêu bền|super kuat|tahan lasak|matibay|wzmocniona wersja|extra stabil|extra resistente|extra forte|ultra-résistant|extra resistente|extra sterk
with carrying case|带收纳包|พร้อมกระเป๋าเก็บ|収納ケース付き|kèm túi đựng|dengan tas penyimpanan|dengan beg simpanan|may lalagyan|z pokrowcem|mit Tragetasche|con funda|com estojo|avec housse|con custodia|met draagtas
self-adhesive|自粘|มีกาวในตัว|シールタイプ|tự dán|perekat otomatis|pelekat sendiri|self-adhesive|na klej|selbstklebend|con autoadhesivo|autocolante|autocollant|con retro adesivo|zelfklevend
with app control|手机APP控制|ควบคุมผ่านแอป|アプリ操作|điều khiển qua app|kontrol aplikasi|kawalan aplikasi|may app control|sterowanie aplikacją|mit App-Steuerung|con app|com controle por app|pilotage par appli|con app|met app-bediening
Wi-Fi|支持Wi-Fi|รองรับ Wi-Fi|Wi-Fi対応|kết nối Wi-Fi|Wi-Fi|Wi-Fi|Wi-Fi|Wi-Fi|WLAN|wifi|Wi-Fi|Wi-Fi|Wi-Fi|wifi
night vision|夜视|มองกลางคืนได้|暗視機能|nhìn ban đêm|mode malam|mod malam|night vision|tryb nocny|mit Nachtsicht|con visión nocturna|com visão noturna|vision nocturne|visione notturna|met nachtzicht
universal fit|通用款|ใช้ได้ทุกรุ่น|汎用|phù hợp mọi loại|universal|muat semua model|pang-lahat ng modelo|pasuje do każdego modelu|universell passend|talla universal|uso universal|modèle universel|misura universale|universele maat
for beginners|新手入门|สำหรับมือใหม่|初心者向け|cho người mới|untuk pemula|untuk pemula|para sa baguhan|dla początkujących|für Einsteiger|para principiantes|para iniciantes|pour débutants|per principianti|voor beginners
for home use|家用|ใช้ที่บ้าน|家庭用|dùng tại nhà|untuk di rumah|untuk di rumah|pang-bahay|do domu|für zu Hause|para casa|para casa|pour la maison|per casa|voor thuis
adjustable|可调节|ปรับได้|調節可能|điều chỉnh được|bisa disetel|boleh laras|naia-adjust|z regulacją|verstellbar|ajustable|ajustável|réglable|regolabile|verstelbaar
educational|早教益智|เสริมพัฒนาการ|知育|phát triển trí tuệ|edukatif|edukasi|pang-edukasyon|wspiera rozwój|Lernspielzeug|para aprender jugando|brincar e aprender|jeu d’éveil|gioco educativo|leerzaam
for kids|儿童款|สำหรับเด็ก|子ども用|cho bé|untuk anak|untuk kanak-kanak|pambata|dla dzieci|für Kinder|para niños|para crianças|pour enfants|per bambini|voor kinderen
for the whole family|全家适用|เล่นได้ทั้งครอบครัว|家族で楽しめる|cho cả gia đình|untuk sekeluarga|untuk sekeluarga|para sa buong pamilya|dla całej rodziny|für die ganze Familie|para toda la familia|para toda a família|pour toute la famille|per tutta la famiglia|voor het hele gezin
complete set|全套|ครบชุด|フルセット|trọn bộ|set lengkap|set lengkap|kumpletong set|kompletny zestaw|komplettes Set|set completo|kit completo|kit complet|set completo|complete set
for newborns|新生儿适用|สำหรับแรกเกิด|新生児用|cho trẻ sơ sinh|untuk bayi baru lahir|untuk bayi baru lahir|para sa bagong silang|dla noworodka|für Neugeborene|para recién nacidos|para recém-nascidos|pour nouveau-nés|per neonati|voor pasgeborenen
gentle|温和|สูตรอ่อนโยน|やさしい使い心地|dịu nhẹ|lembut di kulit|lembut pada kulit|banayad|delikatna pielęgnacja|besonders sanft|uso delicado|toque suave|tout en douceur|delicato sulla pelle|extra zacht
extra absorbent|强吸收|ซึมซับดี|高吸収|siêu thấm|daya serap tinggi|daya serap tinggi|malakas sumipsip|wysoka chłonność|extra saugstark|máxima absorción|alta absorção|haute absorption|alta assorbenza|extra absorberend
no added sugar|无添加糖|ไม่เติมน้ำตาล|砂糖不使用|không thêm đường|tanpa gula tambahan|tanpa gula tambahan|walang dagdag na asukal|bez dodatku cukru|ohne Zuckerzusatz|sin azúcar añadido|sem adição de açúcar|sans sucres ajoutés|senza zuccheri aggiunti|zonder toegevoegde suiker
sugar-free|无糖|ไม่มีน้ำตาล|シュガーフリー|không đường|bebas gula|bebas gula|walang asukal|bez cukru|zuckerfrei|sin azúcar|sem açúcar|sans sucre|senza zucchero|suikervrij
gluten-free|无麸质|ปราศจากกลูเตน|グルテンフリー|không gluten|bebas gluten|bebas gluten|gluten-free|bez glutenu|glutenfrei|sin gluten|sem glúten|sans gluten|senza glutine|glutenvrij
organic|有机|ออร์แกนิก|オーガニック|hữu cơ|organik|organik|organic|z upraw ekologicznych|in Bio-Qualität|de cultivo ecológico|de cultivo orgânico|issu du bio|da agricoltura biologica|biologisch
premium|优选|เกรดพรีเมียม|厳選|hảo hạng|premium|premium|premium|jakość premium|Premium-Qualität|calidad premium|qualidade premium|qualité premium|qualità premium|premium
no preservatives|无防腐剂|ไม่ใส่สารกันเสีย|保存料不使用|không chất bảo quản|tanpa pengawet|tanpa pengawet|walang preservatives|bez konserwantów|ohne Konservierungsstoffe|sin conservantes|sem conservantes|sans conservateurs|senza conservanti|zonder conserveermiddelen
classic flavour|原味|รสดั้งเดิม|定番の味|vị truyền thống|rasa original|rasa asli|klasikong lasa|klasyczny smak|klassischer Geschmack|sabor clásico|sabor tradicional|goût classique|gusto classico|klassieke smaak
spicy|香辣|รสเผ็ด|ピリ辛|vị cay|rasa pedas|rasa pedas|maanghang|ostry smak|scharf|sabor picante|sabor picante|goût épicé|gusto piccante|pittig
high strength|高含量|สูตรเข้มข้นสูง|高配合|hàm lượng cao|dosis tinggi|dos tinggi|mataas na dosis|wysoka dawka|hochdosiert|alta concentración|alta concentração|forte teneur|alto dosaggio|hooggedoseerd
with vitamins|添加维生素|เสริมวิตามิน|ビタミン配合|bổ sung vitamin|dengan vitamin|dengan vitamin|may bitamina|z witaminami|mit Vitaminen|con vitaminas|com vitaminas|aux vitamines|con vitamine|met vitaminen
grain-free|无谷|ไม่มีธัญพืช|穀物不使用|không ngũ cốc|bebas biji-bijian|bebas bijirin|walang butil|bez zbóż|getreidefrei|sin cereales|sem grãos|sans céréales|senza cereali|graanvrij
with salmon|三文鱼味|รสแซลมอน|サーモン味|vị cá hồi|rasa salmon|perisa salmon|lasang salmon|z łososiem|mit Lachs|con salmón|sabor salmão|au saumon|al salmone|met zalm
for sensitive stomachs|肠胃敏感适用|สำหรับท้องไวต่อสิ่งกระตุ้น|胃腸にやさしい|cho bụng nhạy cảm|untuk pencernaan sensitif|untuk perut sensitif|para sa maselang tiyan|dla wrażliwych brzuszków|für empfindliche Mägen|para estómagos sensibles|para estômago sensível|pour digestion sensible|per digestione sensibile|voor gevoelige magen
odour control|除臭|ควบคุมกลิ่น|消臭|khử mùi|anti bau|kawal bau|pantanggal amoy|pochłania zapachy|Geruchsstopp|control de olores|controle de odor|anti-odeurs|antiodore|geurcontrole
dust-free|无尘|ไร้ฝุ่น|ほこりが立たない|không bụi|bebas debu|bebas habuk|walang alikabok|bez pyłu|staubarm|sin polvo|sem pó|sans poussière|senza polvere|stofvrij
chiffon|雪纺|ผ้าชีฟอง|シフォン|vải chiffon|bahan sifon|kain chiffon|tela na chiffon|z szyfonu|aus Chiffon|de gasa|de chiffon|en mousseline|in chiffon|van chiffon
opaque|不透|ไม่บาง|透けにくい|không xuyên thấu|tidak menerawang|tidak jarang|hindi naaaninag|nie prześwituje|blickdicht|sin transparencias|sem transparência|non transparent|non trasparente|niet doorschijnend
easy to iron|免烫|รีดง่าย|アイロン簡単|dễ ủi|mudah disetrika|mudah digosok|madaling plantsahin|łatwe prasowanie|bügelleicht|fácil de planchar|fácil de passar|facile à repasser|facile da stirare|strijkvriendelijk
illustrated|彩绘版|มีภาพประกอบ|イラスト入り|có minh họa|bergambar|bergambar|may larawan|z ilustracjami|mit Illustrationen|con ilustraciones|com ilustrações|avec illustrations|con illustrazioni|met illustraties
hardcover|精装|ปกแข็ง|ハードカバー|bìa cứng|sampul keras|kulit keras|hardcover|twarda oprawa|Hardcover|tapa dura|capa dura|relié|copertina rigida|hardcover
new edition|新版|ฉบับใหม่|新版|bản mới|edisi baru|edisi baharu|bagong edisyon|nowe wydanie|Neuauflage|nueva edición|nova edição|nouvelle édition|nuova edizione|nieuwe uitgave
bestseller|畅销|ขายดี|ベストセラー|bán chạy|terlaris|paling laris|bestseller|bestseller|Bestseller|superventas|mais vendido|best-seller|bestseller|bestseller
limited edition|限量版|รุ่นลิมิเต็ด|限定版|bản giới hạn|edisi terbatas|edisi terhad|limited edition|edycja limitowana|limitierte Auflage|edición limitada|edição limitada|édition limitée|edizione limitata|gelimiteerde editie
with exercises|附练习|พร้อมแบบฝึกหัด|練習問題付き|có bài tập|dengan latihan soal|dengan latihan|may pagsasanay|z ćwiczeniami|mit Übungen|con ejercicios|com exercícios|avec exercices|con esercizi|met oefeningen
for students|学生适用|สำหรับนักเรียน|学生向け|cho học sinh|untuk pelajar|untuk pelajar|para sa estudyante|dla uczniów|für Schüler|para estudiantes|para estudantes|pour étudiants|per studenti|voor studenten
for collectors|收藏级|สำหรับนักสะสม|コレクター向け|cho người sưu tầm|untuk kolektor|untuk pengumpul|pang-koleksyon|dla kolekcjonerów|für Sammler|para coleccionistas|para colecionadores|pour collectionneurs|per collezionisti|voor verzamelaars
numbered|带编号|มีหมายเลขกำกับ|シリアル番号入り|có đánh số|bernomor seri|bernombor siri|may numero|z numerem seryjnym|mit Seriennummer|con número de serie|com número de série|avec numéro de série|con numero di serie|met serienummer
mint condition|全新品相|สภาพสมบูรณ์|美品|như mới|kondisi mulus|keadaan sempurna|parang bago|stan idealny|neuwertig|en perfecto estado|em perfeito estado|état neuf|come nuovo|als nieuw
with certificate|附证书|พร้อมใบรับรอง|証明書付き|kèm chứng nhận|dengan sertifikat|dengan sijil|may sertipiko|z certyfikatem|mit Zertifikat|con certificado|com certificado|avec certificat|con certificato|met certificaat
reusable|可重复使用|ใช้ซ้ำได้|繰り返し使える|dùng nhiều lần|bisa dipakai ulang|boleh guna semula|magagamit muli|wielokrotnego użytku|wiederverwendbar|reutilizable|reutilizável|réutilisable|riutilizzabile|herbruikbaar
for birthdays|生日派对|สำหรับวันเกิด|誕生日用|cho sinh nhật|untuk ulang tahun|untuk hari jadi|pang-birthday|na urodziny|zum Geburtstag|para cumpleaños|para aniversário|pour anniversaire|per compleanno|voor verjaardagen
very good condition|成色很好|สภาพดีมาก|良品|còn rất đẹp|kondisi sangat baik|keadaan sangat baik|maayos pa|stan bardzo dobry|sehr guter Zustand|en muy buen estado|em ótimo estado|très bon état|ottime condizioni|in zeer goede staat
authenticity checked|正品鉴定|ตรวจสอบของแท้|鑑定済み|đã kiểm định|sudah dicek keasliannya|disahkan tulen|siguradong orihinal|potwierdzona autentyczność|Echtheit geprüft|autenticidad verificada|autenticidade verificada|authenticité vérifiée|autenticità verificata|echtheid gecontroleerd
lightly used|轻微使用|ใช้งานน้อย|使用感少なめ|ít sử dụng|jarang dipakai|jarang digunakan|bihirang gamitin|mało śladów użycia|kaum gebraucht|con poco uso|pouco uso|peu servi|usato poco|weinig gebruikt
with original box|带原盒|พร้อมกล่องเดิม|元箱付き|còn hộp gốc|dengan kotak asli|dengan kotak asal|may orihinal na kahon|z oryginalnym pudełkiem|mit Originalverpackung|con caja original|com caixa original|avec boîte d’origine|con scatola originale|met originele doos
`;

/** Features of goods for their titles. */
export interface FeatureGroup {
  readonly features: readonly Translations[];
  readonly comesInColours: boolean;
}

const translations = readWords(FEATURE_TEXT);

/** @throws Error when the features are not translated */
function readGroup(line: string): [name: string, group: FeatureGroup] {
  const [name = '', names = ''] = line.split(': ');
  const features = names.split(', ').map((feature) => {
    const translated = translations.get(feature);
    if (translated === undefined) throw new Error(`The feature "${feature}" of ${name} is not translated.`);
    return translated;
  });
  return [name.replace('*', ''), { features, comesInColours: name.endsWith('*') }];
}

const groups = new Map(GROUPS_TEXT.trim().split('\n').map(readGroup));

/** @throws Error when the group does not exist */
export function featureGroup(name: string): FeatureGroup {
  const group = groups.get(name);
  if (group === undefined) throw new Error(`No features are known of the group ${name}.`);
  return group;
}
