/** Number of shards of an index; `auto` derives it from the size of the loaded data. */
export type ShardSetting = number | 'auto';

/** Limit of Elasticsearch. */
const MOST_SHARDS = 1024;

export const VALID_SHARDS = `a whole number from 1 to ${MOST_SHARDS}, or auto`;

/** Parses INDEX_SHARDS or `--shards`; undefined when invalid. */
export function readShards(text: string): ShardSetting | undefined {
  if (text === 'auto') return text;
  const shards = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  return shards >= 1 && shards <= MOST_SHARDS ? shards : undefined;
}
