import { bilingual, type LocalizedName } from './lang.js';

const WEEKDAYS = {
  1: bilingual('Monday', '星期一'),
  2: bilingual('Tuesday', '星期二'),
  3: bilingual('Wednesday', '星期三'),
  4: bilingual('Thursday', '星期四'),
  5: bilingual('Friday', '星期五'),
  6: bilingual('Saturday', '星期六'),
  7: bilingual('Sunday', '星期日'),
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
  flag: { 0: bilingual('No', '否'), 1: bilingual('Yes', '是') },
  shop_type: { 1: bilingual('Local', '本土'), 2: bilingual('Cross-border', '跨境') },
  off_shelves: { 0: bilingual('On sale', '在售'), 1: bilingual('Off shelves', '已下架') },
  promotion_channel: {
    1: bilingual('Video', '视频'),
    2: bilingual('Live', '直播'),
    3: bilingual('Video and live', '视频和直播'),
  },
  account_type: { 1: bilingual('Personal', '个人'), 2: bilingual('Shop', '店铺') },
  ...CLOCK_NAMES,
  live_type: { 1: bilingual('Shop', '店铺'), 2: bilingual('Creator', '达人') },
} as const satisfies Record<string, Readonly<Record<number, LocalizedName>>>;

export type ChoiceNames = keyof typeof CHOICE_NAMES;
