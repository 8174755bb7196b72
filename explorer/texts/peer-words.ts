import type { Lang } from '../model/address.js';

/** The texts of peers, which come with them. */
const ENGLISH = {
  peers: 'Among its peers',
  same: 'Peers have the same',
  count: (count: string) => `${count} peers`,
  place: (rank: string, all: string, percent: string) => `#${rank} of ${all}, above ${percent}% of its peers`,
  part: (name: string) => `These figures count only sales in ${name}`,
  few: (count: string) => `Only ${count} peers; five are needed. Choose less.`,
  none: 'No peers: no sales in this period, or a choice is unknown.',
  videos: 'Among the videos of its creator',
  videosAbout: (count: string) =>
    `Next to ${count} others of its creator’s 100 newest videos. Figures of all time, as last loaded.`,
  videosFew: (count: string) => `Only ${count} others by its creator; five are needed.`,
};

export const PEER_WORDS: Readonly<Record<Lang, typeof ENGLISH>> = {
  EN_US: ENGLISH,
  ZH_CN: {
    peers: '同类对比',
    same: '同类须相同的项',
    count: (count) => `${count} 个同类`,
    place: (rank, all, percent) => `第 ${rank} / ${all} 名，高于 ${percent}% 的同类`,
    part: (name) => `以下数值仅计 ${name} 类目的销售`,
    few: (count) => `仅 ${count} 个同类，至少需要五个。请减少相同的项。`,
    none: '没有同类：该周期没有销售，或所选项未知。',
    videos: '与同一达人的视频对比',
    videosAbout: (count) => `与该达人最新 100 个视频中的其他 ${count} 个对比，均为最近加载的累计数据。`,
    videosFew: (count) => `该达人仅有其他 ${count} 个视频，至少需要五个。`,
  },
};
