import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { parse } from 'yaml';
import { type SettingRule, SHARDS, type ShardSetting, whole } from '../../config/setting.js';
import { INDEX_PREFIX } from '../../config/settings.js';
import { type MappingParts, type ReadOptions, RECORD_FORMATS } from '../../loading/reading/input.js';
import { suggestName } from '../../common/nearest-name.js';
import { DATE_STYLES } from '../../loading/reading/read-time.js';
import { isObject, type JsonObject } from '../../common/json-object.js';

/** Makes a function that reads the value of an option by the rule of a setting. */
const readBy =
  <Value>(rule: SettingRule) =>
  (text: string): Value => {
    const value = rule.read?.(text) ?? text;
    if (rule.accepts(value)) return value as Value;
    throw new InvalidArgumentError(`It must be ${rule.valid}.`);
  };

export const readCount = readBy<number>(whole(0, 999_999_999));
export const readShardSetting = readBy<ShardSetting>(SHARDS);
/** A wildcard would name the indices of all prefixes. */
export const readIndexPrefix = readBy<string>(INDEX_PREFIX);

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

/** The name of a time zone. An abbreviation may stand for several: CST is a time of Chicago, Shanghai and Havana. */
function readZone(text: string): string {
  try {
    if (!/^UTC$|\//i.test(text)) throw new RangeError('It is no name of a zone.');
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError(
      'It must be a time zone of the IANA database, such as Asia/Shanghai, America/Chicago or UTC, and no abbreviation.',
    );
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

/** The options that say how inputs are read. A mapping file may hold all but --map. */
export const READING_OPTIONS: readonly Option[] = [
  new Option(
    '--format <format>',
    'format of the inputs; by default .csv files are CSV, .parquet files Parquet, all others JSON',
  ).choices(RECORD_FORMATS),
  new Option(
    '--records <path>',
    'where each JSON text has its list of records, such as data.list; lists of any size are read',
  ).argParser((path) => path.split('.')),
  new Option('--delimiter <mark>', 'what separates the cells of CSV: one character, or tab').argParser(readDelimiter),
  new Option('--header-line <number>', 'line of the header in CSV; the lines above it are left out').argParser(
    readBy<number>(whole(1, 1000)),
  ),
  new Option(
    '--skip-totals',
    'leave out lines of CSV whose first text is Total, Summe or the like, and that have no id',
  ),
  new Option('--allow-empty', 'take inputs without records; they are refused otherwise'),
  new Option('--encoding <name>', 'encoding of the inputs, such as utf-16, windows-1252 or gb18030').argParser(
    readEncoding,
  ),
  new Option(
    '--decimal <mark>',
    'decimal mark of numbers in texts; the other mark, blanks and apostrophes separate thousands',
  ).choices(['.', ',']),
  new Option(
    '--units',
    'read K, M, B, 万 and 亿 behind a number, percent signs, and signs and names of the currency of an amount',
  ),
  new Option(
    '--dates <style>',
    'days and moments as day, month and year in this order with /, . or - between them, or as serials of spreadsheets',
  ).choices(DATE_STYLES),
  new Option(
    '--zone <name>',
    'time zone of moments without one, in --dates and in timestamps of Parquet, such as Asia/Shanghai',
  ).argParser(readZone),
  new Option(
    '--null-values <texts>',
    'texts that stand for an unknown value, separated by commas, such as n/a,-',
  ).argParser((texts) => texts.split(',')),
  new Option('--constants <pairs>', 'values that every record has, such as region=DE or currency=EUR').argParser(
    readPairs,
  ),
  new Option(
    '--map <mapping>',
    'the columns of fields, such as title=Name,floor_price=Preis, or a YAML file of them; other columns are left out',
  ).argParser(readMapping),
];

/** Reads `field=column` pairs, or a YAML file with columns, constants, values and options. */
function readMapping(text: string): ReadOptions {
  if (!/\.(?:ya?ml|json)$/i.test(text)) return { mapping: { columns: readPairs(text) } };
  const { columns, constants, values, ...options } = readYaml(text);
  const others = READING_OPTIONS.filter((option) => !['map', 'constants'].includes(option.name()));
  const read = Object.entries(options).map(([name, value]) => {
    const option = others.find((each) => each.name() === name);
    if (option === undefined) {
      const valid = ['columns', 'constants', 'values', ...others.map((each) => each.name())];
      throw new InvalidArgumentError(`It has "${name}"${suggestName(name, valid)}; known are ${valid.join(', ')}.`);
    }
    if (option.isBoolean() && typeof value !== 'boolean')
      throw new InvalidArgumentError(`Its ${name} must be true or false.`);
    return [option.attributeName(), option.parseArg?.(String(value), undefined) ?? value];
  });
  const parts = { columns: columns ?? {}, constants: constants ?? {}, values: values ?? {} };
  return { mapping: parts, ...(Object.fromEntries(read) as ReadOptions) };
}

function readPairs(text: string): Record<string, string> {
  const columns = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [, field, column] = /^([^=\s]+)\s*=\s*(\S.*)$/.exec(pair.trim()) ?? [];
    if (field === undefined || column === undefined)
      throw new InvalidArgumentError(`"${pair}" is neither a pair such as title=Name nor a .yml file.`);
    if (columns.has(field))
      throw new InvalidArgumentError(`${field} is given twice, ${columns.get(field)} and ${column}; leave one out.`);
    columns.set(field, column);
  }
  return Object.fromEntries(columns);
}

/** Whole numbers beyond 2^53 become texts, so that ids keep their digits. */
function readYaml(path: string): MappingParts & JsonObject {
  try {
    const keepDigits = (_: unknown, value: unknown): unknown =>
      typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    const file = parse(readFileSync(path, 'utf8'), keepDigits, { intAsBigInt: true }) as unknown;
    if (isObject(file)) return file;
  } catch (error) {
    throw new InvalidArgumentError(`It can’t be read: ${(error as Error).message.split('\n')[0]}`);
  }
  throw new InvalidArgumentError('It has no columns.');
}
