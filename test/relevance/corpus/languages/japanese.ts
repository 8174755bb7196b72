import { describeLanguage } from '../language.js';

export const JAPANESE = describeLanguage({
  code: 'ja',
  regions: ['JP'],
  script: 'unspaced',
  head: 'last',
  concepts: `
    phone-case: スマホ·ケース
    phone-holder: スマホ·ホルダー
    power-bank: モバイル·バッテリー
    earbuds: ワイヤレス·イヤホン
    running-shoes: ランニング·シューズ
    hiking-shoes: トレッキング·シューズ
    shoe-rack: シューズ·ラック
    t-shirt: Tシャツ
    evening-dress: イブニング·ドレス
    rain-jacket: レイン·ジャケット
    backpack: リュックサック
    wallet: 長財布
    sunglasses: サングラス
    sunscreen: 日焼け止め·クリーム
    lipstick: リップスティック
    face-serum: 美容液
    hair-dryer: ヘア·ドライヤー
    hair-oil: ヘア·オイル
    toothbrush: 電動·歯ブラシ
    toothpaste: 歯磨き粉
    coffee-beans: コーヒー·豆
    coffee-mug: コーヒー·カップ
    coffee-table: ローテーブル
    frying-pan: フライパン
    kitchen-knife: 包丁
    water-bottle: 水筒
    vacuum-cleaner: コードレス·掃除機
    desk-lamp: デスク·ライト
    pillow: 低反発·まくら
    yoga-mat: ヨガ·マット
    cat-food: キャット·フード
    cat-litter: 猫砂
    dog-leash: 犬用·リード
    baby-bottle: 哺乳瓶
  `,
  attributes: {
    colour: 'ブラック, ホワイト, レッド, ブルー, グリーン',
    wear: 'レディース, メンズ, キッズ, 防水, 軽量',
    goods: '折りたたみ, 耐衝撃, ステンレス, コンパクト, 大容量',
    care: 'オーガニック, 無添加, 敏感肌用, 無香料, 天然成分',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '【{praise}】{attributes}{name} {size}',
    '{attributes}{name}{size} {praise} {brand}',
  ],
  praise: '送料無料, 2026年新作, 人気商品, 期間限定, ギフト, 高品質',
  accessory: '{name}用クリーニングセット',
  videos: [
    '最近買った{name}{attributes} {size} 😍',
    '{attributes}{name}を使ってみた 🔥',
    '{name}{attributes}開封レビュー {praise}',
  ],
  lives: ['{name}{attributes}今夜セール', 'ライブ配信中 {name}特価'],
  smallTalk: '朝のルーティン, 私の一日, 発送作業, 今日のごはん, 引っ越し',
  tags: 'おすすめ, 購入品, レビュー, お得情報',
  intents: '安い, 誕生日プレゼント, おしゃれ, ランキング, 即日発送',
  firstNames: 'さくら, ケンタ, 美咲, ハルト, ユイ, 翔太',
  nicknameWords: 'コスメ, 暮らし, キッチン, レビュー, 日記, ファッション',
  shopWords: 'ストア, 公式ショップ, 倉庫, 百貨店',
});
