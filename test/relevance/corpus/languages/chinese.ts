import { describeLanguage } from '../language.js';

export const CHINESE = describeLanguage({
  code: 'zh',
  regions: ['SG', 'MY'],
  script: 'unspaced',
  head: 'last',
  concepts: `
    phone-case: 手机·保护壳
    phone-holder: 手机·支架
    power-bank: 充电宝
    earbuds: 无线·耳机
    running-shoes: 跑步·鞋
    hiking-shoes: 登山·鞋
    shoe-rack: 多层·鞋架
    t-shirt: 短袖·T恤
    evening-dress: 晚·礼服
    rain-jacket: 防雨·外套
    backpack: 双肩·背包
    wallet: 真皮·钱包
    sunglasses: 太阳·眼镜
    sunscreen: 防晒霜
    lipstick: 口红
    face-serum: 面部·精华液
    hair-dryer: 吹风机
    hair-oil: 护发·精油
    toothbrush: 电动·牙刷
    toothpaste: 牙膏
    coffee-beans: 咖啡·豆
    coffee-mug: 咖啡·杯
    coffee-table: 茶几
    frying-pan: 平底锅
    kitchen-knife: 厨房·刀具
    water-bottle: 运动·水壶
    vacuum-cleaner: 吸尘器
    desk-lamp: 护眼·台灯
    pillow: 记忆棉·枕头
    yoga-mat: 瑜伽·垫
    cat-food: 猫粮
    cat-litter: 猫砂
    dog-leash: 狗狗·牵引绳
    baby-bottle: 婴儿·奶瓶
  `,
  attributes: {
    colour: '黑色, 白色, 红色, 蓝色, 绿色',
    wear: '女款, 男款, 儿童, 防水, 轻便',
    goods: '可折叠, 便携, 不锈钢, 防摔, 大容量',
    care: '有机, 天然, 敏感肌适用, 无香精, 温和配方',
  },
  products: [
    '{brand} {name}{attributes} {size}',
    '【{praise}】{attributes}{name}{size}',
    '{attributes}{name} {size} {praise} {brand}',
  ],
  praise: '包邮, 2026新款, 热卖, 限时优惠, 送礼佳品, 高品质',
  accessory: '{name}清洁套装',
  videos: ['我的新发现{name}{attributes} {size} 😍', '{attributes}{name}测评 🔥', '开箱{name}{attributes} {praise}'],
  lives: ['{name}{attributes}今晚特卖', '正在直播 {name}优惠价'],
  smallTalk: '早晨日常, 和我一起过一天, 打包订单, 今天吃什么, 搬家',
  tags: '好物推荐, 开箱, 测评, 种草',
  intents: '便宜, 生日礼物, 哪个牌子好, 包邮到家, 推荐',
  firstNames: '小雅, 志强, 晓梅, 子轩, 佳怡, 阿杰',
  nicknameWords: '美妆, 好物, 生活, 日记, 厨房, 穿搭',
  shopWords: '旗舰店, 专卖店, 仓库, 百货',
});
