import { InvalidArgumentError } from 'commander';
import { INDEX_PREFIX, VALID_INDEX_PREFIX } from '../../config/config.js';
import { readShards, VALID_SHARDS } from '../../config/shard-setting.js';
import type { ShardSetting } from '../../config/shard-setting.js';
import { isDay } from '../../period/period.js';

const MOST = 999_999_999;

/** Parses the value of an option: a whole number from 0 on. */
export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MOST}.`);
}

/** Parses the value of an option: a day, YYYY-MM-DD. */
export function readDay(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It must be an existing day, written as YYYY-MM-DD.');
}

/** Parses the value of an option: a number of shards, or `auto`. */
export function readShardSetting(text: string): ShardSetting {
  const shards = readShards(text);
  if (shards === undefined) throw new InvalidArgumentError(`It must be ${VALID_SHARDS}.`);
  return shards;
}

/** Parses the value of an option: a prefix of index names. A wildcard would name the indices of all prefixes. */
export function readIndexPrefix(text: string): string {
  if (INDEX_PREFIX.test(text)) return text;
  throw new InvalidArgumentError(`${VALID_INDEX_PREFIX.replace('it', 'It')}.`);
}
