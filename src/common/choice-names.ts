import type { LocalizedName } from './lang.js';

const named = (EN_US: string, ZH_CN: string): LocalizedName => ({ EN_US, ZH_CN });

const WEEKDAYS = {
  1: named('Monday', '星期一'),
  2: named('Tuesday', '星期二'),
  3: named('Wednesday', '星期三'),
  4: named('Thursday', '星期四'),
  5: named('Friday', '星期五'),
  6: named('Saturday', '星期六'),
  7: named('Sunday', '星期日'),
};

const HOURS: Readonly<Record<number, LocalizedName>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, { EN_US: `${String(hour).padStart(2, '0')}:00` }]),
);

/** Hours and weekdays on the clock of the market, of which two together make a matrix. */
export const CLOCK_NAMES = {
  publish_hour: HOURS,
  publish_weekday: WEEKDAYS,
  start_hour: HOURS,
  start_weekday: WEEKDAYS,
};

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
  ...CLOCK_NAMES,
  live_type: { 1: named('Shop', '店铺'), 2: named('Creator', '达人') },
} as const satisfies Record<string, Readonly<Record<number, LocalizedName>>>;

export type ChoiceNames = keyof typeof CHOICE_NAMES;
