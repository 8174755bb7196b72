import type { LocalizedName } from './lang.js';

const named = (EN_US: string, ZH_CN: string): LocalizedName => ({ EN_US, ZH_CN });

/** The names of the values of closed lists. A flag has the values 0 and 1. */
export const CHOICE_NAMES = {
  flag: { 0: named('No', '否'), 1: named('Yes', '是') },
  shop_type: { 1: named('Local', '本土'), 2: named('Cross-border', '跨境') },
  off_shelves: { 0: named('On sale', '在售'), 1: named('Off shelves', '已下架') },
  promotion_channel: {
    1: named('Video', '视频'),
    2: named('Live', '直播'),
    3: named('Video and live', '视频和直播'),
  },
  account_type: { 1: named('Personal', '个人'), 2: named('Shop', '店铺') },
  live_type: { 1: named('Shop', '店铺'), 2: named('Creator', '达人') },
} as const satisfies Record<string, Readonly<Record<number, LocalizedName>>>;

export type ChoiceNames = keyof typeof CHOICE_NAMES;
