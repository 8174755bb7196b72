import { describeLanguage } from '../language.js';

export const INDONESIAN = describeLanguage({
  code: 'id',
  regions: ['ID'],
  script: 'spaced',
  head: 'first',
  concepts: `
    phone-case: casing hp
    phone-holder: holder hp
    power-bank: powerbank
    earbuds: earphone nirkabel
    running-shoes: sepatu lari
    hiking-shoes: sepatu gunung
    shoe-rack: rak sepatu
    t-shirt: kaos
    evening-dress: gaun malam
    rain-jacket: jaket hujan
    backpack: tas ransel
    wallet: dompet
    sunglasses: kacamata hitam
    sunscreen: tabir surya
    lipstick: lipstik
    face-serum: serum wajah
    hair-dryer: pengering rambut
    hair-oil: minyak rambut
    toothbrush: sikat gigi elektrik
    toothpaste: pasta gigi
    coffee-beans: biji kopi
    coffee-mug: gelas kopi
    coffee-table: meja tamu
    frying-pan: wajan anti lengket
    kitchen-knife: pisau dapur
    water-bottle: botol minum
    vacuum-cleaner: penyedot debu
    desk-lamp: lampu belajar
    pillow: bantal tidur
    yoga-mat: matras yoga
    cat-food: makanan kucing
    cat-litter: pasir kucing
    dog-leash: tali anjing
    baby-bottle: botol susu bayi
  `,
  attributes: {
    colour: 'hitam, putih, merah, biru, hijau',
    wear: 'wanita, pria, anak, tahan air, ringan',
    goods: 'lipat, stainless, tahan banting, awet, bergaransi',
    care: 'organik, alami, untuk kulit sensitif, tanpa pewangi, halal',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size} {praise}',
    '{praise} {name} {attributes} {size} original {brand}',
  ],
  praise: 'gratis ongkir, terbaru 2026, terlaris, promo terbatas, kado spesial, kualitas premium',
  accessory: 'set pembersih untuk {name}',
  videos: [
    'Racun baru: {name} {attributes} {size} 😍',
    'Review jujur {name} {attributes} 🔥',
    'Unboxing {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} diskon malam ini', 'Lagi live: {name} harga spesial'],
  smallTalk: 'rutinitas pagi, sehari bersamaku, packing pesanan, makan apa hari ini, pindahan rumah',
  tags: 'fypdong, racunbelanja, rekomendasi, murah',
  intents: 'murah, buat kado ulang tahun, bisa cod, harga terbaik, yang bagus',
  firstNames: 'Siti, Budi, Putri, Agus, Dewi, Rizky',
  nicknameWords: 'Cantik, Racun, Rumah, Harian, Pojok, Dapur',
  shopWords: 'Toko, Grosir, Toko Resmi, Gudang',
});
