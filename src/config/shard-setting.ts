import { type Rule, whole } from './setting.js';

/** Number of shards of an index; `auto` derives it from the size of the loaded data. */
export type ShardSetting = number | 'auto';

/** The limit is that of Elasticsearch. */
const count = whole(1, 1024);

export const SHARDS: Rule = {
  valid: `${count.valid}, or auto`,
  read: (text) => count.read?.(text),
  accepts: (value) => value === 'auto' || count.accepts(value),
};
