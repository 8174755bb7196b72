import { pairTexts } from './texts.js';

/** The texts of peers, which come with them. */
export const peerTexts = pairTexts({
  peers: ['Among its peers', '同类对比'],
  same: ['Peers have the same', '同类须相同的项'],
  count: ['{count} peers', '{count} 个同类'],
  place: ['#{rank} of {all}, above {percent}% of its peers', '第 {rank} / {all} 名，高于 {percent}% 的同类'],
  part: ['These figures count only sales in {name}', '以下数值仅计 {name} 类目的销售'],
  few: ['Only {count} peers; five are needed. Choose less.', '仅 {count} 个同类，至少需要五个。请减少相同的项。'],
  none: ['No peers: no sales in this period, or a choice is unknown.', '没有同类：该周期没有销售，或所选项未知。'],
  videos: ['Among the videos of its creator', '与同一达人的视频对比'],
  videosAbout: [
    'Next to {count} others of its creator’s 100 newest videos. Figures of all time, as last loaded.',
    '与该达人最新 100 个视频中的其他 {count} 个对比，均为最近加载的累计数据。',
  ],
  videosFew: ['Only {count} others by its creator; five are needed.', '该达人仅有其他 {count} 个视频，至少需要五个。'],
});
