import { InvalidArgumentError } from 'commander';
import { INDEX_PREFIX, VALID_INDEX_PREFIX } from '../../config/settings.js';
import { readShards, VALID_SHARDS } from '../../config/shard-setting.js';
import type { ShardSetting } from '../../config/shard-setting.js';
import { isDay } from '../../common/period/period.js';

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

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
const LONGEST_SECONDS = 100 * 366 * SECONDS.d;

/** Parses the value of an option: seconds of a lifetime such as `30d`, at most a hundred years. */
export function readLifetime(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new InvalidArgumentError(`"${text}" is no lifetime; write a number and a unit: 45s, 90m, 12h, 30d or 2w.`);
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
  throw new InvalidArgumentError(`It must be ${VALID_INDEX_PREFIX}.`);
}
