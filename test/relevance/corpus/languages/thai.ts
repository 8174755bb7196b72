import { describeLanguage } from '../language.js';

export const THAI = describeLanguage({
  code: 'th',
  regions: ['TH'],
  script: 'unspaced',
  head: 'first',
  concepts: `
    phone-case: เคส·มือถือ
    phone-holder: ที่วาง·มือถือ
    power-bank: พาวเวอร์แบงค์
    earbuds: หูฟัง·ไร้สาย
    running-shoes: รองเท้า·วิ่ง
    hiking-shoes: รองเท้า·เดินป่า
    shoe-rack: ชั้นวาง·รองเท้า
    t-shirt: เสื้อยืด
    evening-dress: ชุด·ราตรี
    rain-jacket: เสื้อ·กันฝน
    backpack: กระเป๋า·เป้
    wallet: กระเป๋า·สตางค์
    sunglasses: แว่นตา·กันแดด
    sunscreen: ครีม·กันแดด
    lipstick: ลิปสติก
    face-serum: เซรั่ม·บำรุง·ผิวหน้า
    hair-dryer: ไดร์·เป่าผม
    hair-oil: น้ำมัน·ใส่ผม
    toothbrush: แปรงสีฟัน·ไฟฟ้า
    toothpaste: ยาสีฟัน
    coffee-beans: เมล็ด·กาแฟ
    coffee-mug: แก้ว·กาแฟ
    coffee-table: โต๊ะ·กลาง
    frying-pan: กระทะ
    kitchen-knife: มีด·ทำครัว
    water-bottle: ขวด·น้ำ
    vacuum-cleaner: เครื่อง·ดูดฝุ่น
    desk-lamp: โคมไฟ·ตั้งโต๊ะ
    pillow: หมอน·หนุน
    yoga-mat: เสื่อ·โยคะ
    cat-food: อาหาร·แมว
    cat-litter: ทราย·แมว
    dog-leash: สายจูง·สุนัข
    baby-bottle: ขวด·นม
  `,
  attributes: {
    colour: 'สีดำ, สีขาว, สีแดง, สีฟ้า, สีเขียว',
    wear: 'ผู้หญิง, ผู้ชาย, เด็ก, กันน้ำ, น้ำหนักเบา',
    goods: 'พับได้, พกพา, สแตนเลส, กันกระแทก, คุณภาพดี',
    care: 'ออร์แกนิค, ธรรมชาติ, สำหรับผิวแพ้ง่าย, ไม่มีน้ำหอม, สูตรอ่อนโยน',
  },
  products: [
    '{brand} {name}{attributes} {size}',
    '{name}{attributes} {size} {praise}',
    '{praise} {name}{attributes} {size} {brand}',
  ],
  praise: 'ส่งฟรี, รุ่นใหม่ 2026, ขายดี, ลดราคาพิเศษ, ของขวัญ, พร้อมส่ง',
  accessory: 'ชุดทำความสะอาดสำหรับ{name}',
  videos: ['ของใหม่{name}{attributes} {size} 😍', 'รีวิว{name}{attributes} 🔥', 'แกะกล่อง{name}{attributes} {praise}'],
  lives: ['{name}{attributes}ลดราคาคืนนี้', 'ไลฟ์สด {name}ราคาพิเศษ'],
  smallTalk: 'กิจวัตรยามเช้า, หนึ่งวันกับฉัน, แพ็คของส่งลูกค้า, วันนี้กินอะไร, ย้ายบ้าน',
  tags: 'รีวิว, ป้ายยา, ของดีบอกต่อ, โปรโมชั่น',
  intents: 'ราคาถูก, ซื้อที่ไหนดี, ส่งเร็ว, ยี่ห้อไหนดี, เป็นของขวัญวันเกิด',
  firstNames: 'มะลิ, สมชาย, น้ำฝน, ก้อง, พลอย, ต้น',
  nicknameWords: 'บิวตี้, รีวิว, บ้านสวย, ทุกวัน, ช้อปปิ้ง, ครัว',
  shopWords: 'ร้าน, โกดัง, ร้านทางการ, พลาซ่า',
});
