import { InvalidArgumentError } from 'commander';
import { isDay } from '../../common/period.js';
import { type Rule, SHARDS, type ShardSetting, whole } from '../../config/setting.js';
import { INDEX_PREFIX } from '../../config/settings.js';

/** Makes a function that reads the value of an option by the rule of a setting. */
const readBy =
  <Value>(rule: Rule) =>
  (text: string): Value => {
    const value = rule.read?.(text) ?? text;
    if (rule.accepts(value)) return value as Value;
    throw new InvalidArgumentError(`It must be ${rule.valid}.`);
  };

export const readCount = readBy<number>(whole(0, 999_999_999));
export const readShardSetting = readBy<ShardSetting>(SHARDS);
/** A wildcard would name the indices of all prefixes. */
export const readIndexPrefix = readBy<string>(INDEX_PREFIX);
/** A day, YYYY-MM-DD. */
export const readDay = readBy<string>({ valid: 'an existing day, written as YYYY-MM-DD', accepts: isDay });

/** One character, or `tab`. A quote or a line end would never end a cell. */
export function readDelimiter(text: string): string {
  if (text === 'tab') return '\t';
  if (/^[^"\r\n]$/.test(text)) return text;
  throw new InvalidArgumentError('It must be one character, such as ;, or tab.');
}

/** The name of an encoding as TextDecoder gives it. */
export function readEncoding(text: string): string {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    throw new InvalidArgumentError(
      'It must be utf-8, utf-16, windows-1250 to windows-1258, iso-8859-1 to iso-8859-16, gb18030, big5, shift_jis, euc-jp, euc-kr or another name of the WHATWG Encoding Standard.',
    );
  }
}

/** The name of a time zone. */
export function readZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It must be a time zone of the IANA database, such as Asia/Shanghai or UTC.');
  }
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
const LONGEST_SECONDS = 100 * 366 * SECONDS.d;

/** Reads the seconds of a lifetime such as `30d`, at most a hundred years. */
export function readLifetime(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new InvalidArgumentError(`"${text}" is no lifetime; write a number and a unit: 45s, 90m, 12h, 30d or 2w.`);
}
