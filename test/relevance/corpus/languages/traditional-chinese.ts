import { describeLanguage } from '../language.js';

/** The same names as in simplified Chinese, in the characters that Hong Kong, Taiwan and many sellers abroad write. */
export const TRADITIONAL_CHINESE = describeLanguage({
  code: 'zh-hant',
  group: 'zh',
  regions: ['SG', 'MY'],
  script: 'unspaced',
  head: 'last',
  concepts: `
    phone-case: 手機·保護殼
    phone-holder: 手機·支架
    power-bank: 充電寶
    earbuds: 無線·耳機
    running-shoes: 跑步·鞋
    hiking-shoes: 登山·鞋
    shoe-rack: 多層·鞋架
    t-shirt: 短袖·T恤
    evening-dress: 晚·禮服
    rain-jacket: 防雨·外套
    backpack: 雙肩·背包
    wallet: 真皮·錢包
    sunglasses: 太陽·眼鏡
    sunscreen: 防曬霜
    lipstick: 口紅
    face-serum: 面部·精華液
    hair-dryer: 吹風機
    hair-oil: 護髮·精油
    toothbrush: 電動·牙刷
    toothpaste: 牙膏
    coffee-beans: 咖啡·豆
    coffee-mug: 咖啡·杯
    coffee-table: 茶几
    frying-pan: 平底鍋
    kitchen-knife: 廚房·刀具
    water-bottle: 運動·水壺
    vacuum-cleaner: 吸塵器
    desk-lamp: 護眼·檯燈
    pillow: 記憶棉·枕頭
    yoga-mat: 瑜伽·墊
    cat-food: 貓糧
    cat-litter: 貓砂
    dog-leash: 狗狗·牽引繩
    baby-bottle: 嬰兒·奶瓶
  `,
  attributes: {
    colour: '黑色, 白色, 紅色, 藍色, 綠色',
    wear: '女款, 男款, 兒童, 防水, 輕便',
    goods: '可摺疊, 便攜, 不鏽鋼, 防摔, 大容量',
    care: '有機, 天然, 敏感肌適用, 無香精, 溫和配方',
  },
  products: [
    '{brand} {name}{attributes} {size}',
    '【{praise}】{attributes}{name}{size}',
    '{attributes}{name} {size} {praise} {brand}',
  ],
  praise: '包郵, 2026新款, 熱賣, 限時優惠, 送禮佳品, 高品質',
  accessory: '{name}清潔套裝',
  videos: ['我的新發現{name}{attributes} {size} 😍', '{attributes}{name}測評 🔥'],
  lives: ['{name}{attributes}今晚特賣', '正在直播 {name}優惠價'],
  smallTalk: '早晨日常, 和我一起過一天, 打包訂單, 今天吃什麼, 搬家',
  tags: '好物推薦, 開箱, 測評, 種草',
  intents: '便宜, 生日禮物, 哪個牌子好, 包郵到家, 推薦',
  firstNames: '雅婷, 志豪, 曉梅, 子軒, 佳儀, 阿傑',
  nicknameWords: '美妝, 好物, 生活, 日記, 廚房, 穿搭',
  shopWords: '旗艦店, 專賣店, 倉庫, 百貨',
});
