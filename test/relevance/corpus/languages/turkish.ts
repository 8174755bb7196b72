import { describeLanguage } from '../language.js';

/** No market of the interface document speaks Turkish; its dotless ı is what naive folding breaks. */
export const TURKISH = describeLanguage({
  code: 'tr',
  regions: ['DE'],
  script: 'spaced',
  head: 'last',
  concepts: `
    phone-case: telefon kılıfı | telefon kılıfları
    phone-holder: telefon tutucu | telefon tutucular
    power-bank: taşınabilir şarj cihazı | taşınabilir şarj cihazları
    earbuds: kablosuz kulaklık | kablosuz kulaklıklar
    running-shoes: koşu ayakkabısı | koşu ayakkabıları
    hiking-shoes: yürüyüş ayakkabısı | yürüyüş ayakkabıları
    shoe-rack: ayakkabılık | ayakkabılıklar
    t-shirt: tişört | tişörtler
    evening-dress: abiye elbise | abiye elbiseler
    rain-jacket: yağmurluk | yağmurluklar
    backpack: sırt çantası | sırt çantaları
    wallet: cüzdan | cüzdanlar
    sunglasses: güneş gözlüğü | güneş gözlükleri
    sunscreen: güneş kremi | güneş kremleri
    lipstick: ruj | rujlar
    face-serum: yüz serumu | yüz serumları
    hair-dryer: saç kurutma makinesi | saç kurutma makineleri
    hair-oil: saç yağı | saç yağları
    toothbrush: elektrikli diş fırçası | elektrikli diş fırçaları
    toothpaste: diş macunu | diş macunları
    coffee-beans: çekirdek kahve | çekirdek kahveler
    coffee-mug: kahve kupası | kahve kupaları
    coffee-table: orta sehpa | orta sehpalar
    frying-pan: kızartma tavası | kızartma tavaları
    kitchen-knife: mutfak bıçağı | mutfak bıçakları
    water-bottle: su matarası | su mataraları
    vacuum-cleaner: elektrikli süpürge | elektrikli süpürgeler
    desk-lamp: masa lambası | masa lambaları
    pillow: ortopedik yastık | ortopedik yastıklar
    yoga-mat: yoga matı | yoga matları
    cat-food: kedi maması | kedi mamaları
    cat-litter: kedi kumu | kedi kumları
    dog-leash: köpek tasması | köpek tasmaları
    baby-bottle: biberon | biberonlar
  `,
  attributes: {
    colour: 'siyah, beyaz, kırmızı, mavi, yeşil',
    wear: 'kadın, erkek, çocuk, su geçirmez, hafif',
    goods: 'katlanabilir, paslanmaz çelik, darbeye dayanıklı, seyahat boy, garantili',
    care: 'organik, vegan, hassas ciltler için, parfümsüz, doğal',
  },
  products: ['{brand} {attributes} {name} {size}', '{name} {attributes}, {size}, {praise} - {brand}'],
  praise: 'ücretsiz kargo, 2026 yeni sezon, çok satan, sınırlı teklif, hediye fikri, yüksek kalite',
  accessory: '{name} için temizlik seti',
  videos: ['Yeni keşfim: {name} {attributes} {size} 😍', '{name} {attributes} inceleme 🔥'],
  lives: ['{name} {attributes} bu akşam indirimde', 'Canlı yayın: {name} fırsatları'],
  smallTalk: 'sabah rutinim, benimle bir gün, siparişleri hazırlıyorum, bir günde ne yiyorum, taşınma',
  tags: 'keşfet, öneri, inceleme, fırsat',
  intents: 'ucuz, doğum günü hediyesi, hızlı teslimat, en iyi fiyat, ikinci el',
  firstNames: 'Ayşe, Işıl, Çağrı, Gökhan, Şebnem, İpek',
  nicknameWords: 'Güzellik, Fırsat, Evim, Keşif, Köşe, Mutfak',
  shopWords: 'Mağaza, Depo, Resmi Mağaza, Çarşı',
});
