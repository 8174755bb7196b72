import { describeLanguage } from '../language.js';

export const MALAY = describeLanguage({
  code: 'ms',
  regions: ['MY', 'SG'],
  script: 'spaced',
  head: 'first',
  concepts: `
    phone-case: sarung telefon
    phone-holder: pemegang telefon
    power-bank: bank kuasa
    earbuds: fon telinga tanpa wayar
    running-shoes: kasut larian
    hiking-shoes: kasut mendaki
    shoe-rack: rak kasut
    t-shirt: baju-T
    evening-dress: gaun malam
    rain-jacket: baju hujan
    backpack: beg galas
    wallet: beg duit
    sunglasses: cermin mata hitam
    sunscreen: pelindung matahari
    lipstick: gincu
    face-serum: serum muka
    hair-dryer: pengering rambut
    hair-oil: minyak rambut
    toothbrush: berus gigi elektrik
    toothpaste: ubat gigi
    coffee-beans: biji kopi
    coffee-mug: cawan kopi
    coffee-table: meja kopi
    frying-pan: kuali leper
    kitchen-knife: pisau dapur
    water-bottle: botol air
    vacuum-cleaner: pembersih hampagas
    desk-lamp: lampu meja
    pillow: bantal tidur
    yoga-mat: tikar yoga
    cat-food: makanan kucing
    cat-litter: pasir kucing
    dog-leash: tali anjing
    baby-bottle: botol susu bayi
  `,
  attributes: {
    colour: 'hitam, putih, merah, biru, hijau',
    wear: 'wanita, lelaki, kanak-kanak, kalis air, ringan',
    goods: 'boleh lipat, keluli tahan karat, tahan lasak, mudah alih, berjenama',
    care: 'organik, semula jadi, untuk kulit sensitif, tanpa pewangi, halal',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size} {praise}',
    '{praise} {name} {attributes} {size} asli {brand}',
  ],
  praise: 'penghantaran percuma, terbaru 2026, paling laris, promosi terhad, hadiah istimewa, kualiti tinggi',
  accessory: 'set pencuci untuk {name}',
  videos: ['Barang baru saya: {name} {attributes} {size} 😍', 'Ulasan jujur {name} {attributes} 🔥'],
  lives: ['{name} {attributes} jualan murah malam ini', 'Sedang siaran: {name} harga istimewa'],
  smallTalk: 'rutin pagi saya, sehari dengan saya, bungkus pesanan, apa saya makan hari ini, pindah rumah',
  tags: 'fypmalaysia, cadangan, ulasan, jimat',
  intents: 'murah, untuk hadiah hari jadi, penghantaran cepat, harga terbaik, yang tahan lama',
  firstNames: 'Aisyah, Farid, Nurul, Hafiz, Aminah, Zul',
  nicknameWords: 'Jelita, Borong, Rumah, Harian, Sudut, Dapur',
  shopWords: 'Kedai, Pemborong, Kedai Rasmi, Gedung',
});
