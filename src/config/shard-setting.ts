/** How many shards an index gets: a number, or `auto`, which goes by the size of what is loaded. */
export type ShardSetting = number | 'auto';

/** As many as Elasticsearch lets an index have. */
const MOST_SHARDS = 1024;

export const VALID_SHARDS = `a whole number from 1 to ${MOST_SHARDS}, or auto`;

/** Reads INDEX_SHARDS or `--shards`; undefined when the text is not valid. */
export function readShards(text: string): ShardSetting | undefined {
  if (text === 'auto') return text;
  const shards = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  return shards >= 1 && shards <= MOST_SHARDS ? shards : undefined;
}
