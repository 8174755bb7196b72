import { describeLanguage } from '../language.js';

export const VIETNAMESE = describeLanguage({
  code: 'vi',
  regions: ['VN'],
  script: 'spaced',
  head: 'first',
  concepts: `
    phone-case: ốp lưng điện thoại
    phone-holder: giá đỡ điện thoại
    power-bank: sạc dự phòng
    earbuds: tai nghe không dây
    running-shoes: giày chạy bộ
    hiking-shoes: giày leo núi
    shoe-rack: kệ giày
    t-shirt: áo thun
    evening-dress: váy dạ hội
    rain-jacket: áo mưa
    backpack: ba lô
    wallet: ví da
    sunglasses: kính râm
    sunscreen: kem chống nắng
    lipstick: son môi
    face-serum: serum dưỡng da
    hair-dryer: máy sấy tóc
    hair-oil: dầu dưỡng tóc
    toothbrush: bàn chải điện
    toothpaste: kem đánh răng
    coffee-beans: cà phê hạt
    coffee-mug: ly cà phê
    coffee-table: bàn trà
    frying-pan: chảo chống dính
    kitchen-knife: dao nhà bếp
    water-bottle: bình nước
    vacuum-cleaner: máy hút bụi
    desk-lamp: đèn bàn
    pillow: gối nằm
    yoga-mat: thảm yoga
    cat-food: thức ăn cho mèo
    cat-litter: cát vệ sinh cho mèo
    dog-leash: dây dắt chó
    baby-bottle: bình sữa
  `,
  attributes: {
    colour: 'màu đen, màu trắng, màu đỏ, màu xanh dương, màu hồng',
    wear: 'nữ, nam, trẻ em, chống thấm, siêu nhẹ',
    goods: 'gấp gọn, inox, chống sốc, mini, cao cấp',
    care: 'hữu cơ, thiên nhiên, cho da nhạy cảm, không mùi, thuần chay',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size} {praise}',
    '[{praise}] {name} {attributes} {size} chính hãng {brand}',
  ],
  praise: 'miễn phí vận chuyển, mẫu mới 2026, bán chạy, giảm giá sốc, quà tặng, chất lượng tốt',
  accessory: 'bộ vệ sinh cho {name}',
  videos: [
    'Món mới của mình: {name} {attributes} {size} 😍',
    'Đánh giá thật {name} {attributes} 🔥',
    'Mở hộp {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} giảm giá tối nay', 'Đang phát trực tiếp: {name} giá tốt'],
  smallTalk: 'buổi sáng của mình, một ngày của mình, đóng gói đơn hàng, hôm nay ăn gì, chuyển nhà',
  tags: 'xuhuong, muasắm, đánhgiá, giảmgiá',
  intents: 'giá rẻ, làm quà sinh nhật, giao nhanh, loại nào tốt, ở đâu',
  firstNames: 'Hương, Đức, Thảo, Quân, Ngọc, Tuấn',
  nicknameWords: 'Làm Đẹp, Săn Sale, Nhà Cửa, Mỗi Ngày, Góc Nhỏ, Ăn Uống',
  shopWords: 'Cửa Hàng, Kho Sỉ, Chính Hãng, Siêu Thị',
});
