import { CURRENCIES, currencyOf, currencySigns, REGION_CODES, REGIONS } from '../../common/regions.js';
import type { RecordKind } from '../../common/record-kind.js';
import { Remarks } from '../load-item.js';
import { columnsOf, descriptionOf, loadSchema } from '../load-kind.js';
import { RecordCheck } from '../record-check.js';
import { type Input, type ReadOptions, STANDARD_INPUT } from './input.js';
import { readInputs } from './read-inputs.js';
import { DATE_STYLES } from './read-time.js';
import { UNKNOWN } from './read-value.js';
import { describeSheet, type Sheet } from './sheet.js';

const SAMPLED_LINES = 200;
/** Lines that show whether a proposal takes the file whole. */
const CHECKED_LINES = 20_000;

export type Proposal = NonNullable<Awaited<ReturnType<typeof proposeOptions>>>;

type TryReading = ReturnType<typeof readerOf>;
type Trial = Awaited<ReturnType<TryReading>>;

const DECIMALS = [{}, { decimal: ',' }, { decimal: '.' }] as const;
const NUMBERS: readonly ReadOptions[] = [...DECIMALS, ...DECIMALS.map((style) => ({ ...style, units: true }))];
const DAYS: readonly ReadOptions[] = [{}, ...DATE_STYLES.map((dates) => ({ dates }))];

/**
 * Proposes the options that read the first refused input whole, all of them together, from its first 200 lines. What these
 * do not tell, such as a time zone, or whether the day or the month stands first, is left to the user.
 * @param used the options that did not read it
 * @param isChange whether a line needs only the fields that identify its record
 * @returns arguments of the command, with words in capitals for what the file does not say, and sentences about them
 */
export async function proposeOptions(kind: RecordKind, inputs: readonly Input[], used: ReadOptions, isChange: boolean) {
  const check = new RecordCheck(kind, isChange);
  for (const input of inputs.filter(({ name }) => name !== STANDARD_INPUT)) {
    const before = await readerOf(kind, check, input)(used);
    if (before.sum === 0) continue;
    const sheet = input.format === 'parquet' ? undefined : await describeSheet(input.name, columnsOf(kind), used);
    const format = sheet === undefined ? input.format : 'csv';
    const words = new Map<string, string>();
    const { missing = [], ...named } = sheet === undefined ? {} : optionsOf(kind, sheet, used, isChange, words);
    const options = { ...used, ...sheet?.options, ...named };
    const tryReading = readerOf(kind, check, { ...input, format });
    const { after, notes, ...proposed } = await readBest(tryReading, options, used.zone, words);
    if (notes.length > 0) return { options: [], notes };
    if (after.sum >= before.sum && missing.length === 0) return undefined;
    const shown = argumentsOf(proposed.options, used, words, missing);
    const meanings = [...words].map(([word, meaning]) => `${word} is ${meaning}.`);
    if (proposed.options.encoding !== used.encoding)
      meanings.push(`The header is read as ${sheet?.header.join(', ')}.`);
    const remarks = after.remarks.filter((remark) => !words.has('ZONE') || !remark.includes(' as moments'));
    return {
      options: format === input.format ? shown : ['--format', format, ...shown],
      notes: missing.length > 0 ? meanings : [...meanings, outcomeOf(input.name, after), ...remarks],
    };
  }
  return undefined;
}

function outcomeOf(name: string, { read, faults, sum, first }: Trial): string {
  const lines = `${read === CHECKED_LINES ? 'the first ' : ''}${read.toLocaleString('en-US')} ${read === 1 ? 'line' : 'lines'} of ${name}`;
  if (sum === 0) return `It reads ${lines}; none is refused.`;
  return `It reads ${lines} but ${faults.size.toLocaleString('en-US')}. ${first}`;
}

/** A function that reads the first lines of an input, and counts what is refused. */
function readerOf(kind: RecordKind, check: RecordCheck<RecordKind>, input: Input) {
  // What is made of other records is not refused before they are read.
  const made = Object.keys(descriptionOf(kind).made).map((field) => `${field} is required`);
  return async (options: ReadOptions, most = SAMPLED_LINES) => {
    const remarks = new Remarks();
    /** The number of faults of each line that has some; their sum is infinite where the file can't be read. */
    const faults = new Map<number, number>();
    // Amounts get three decimals whose separated thousands are read otherwise; the seconds of a moment may have them.
    const thousandth = options.decimal === ',' ? /\d,\d{3}(?!\d)/g : /(?<!:\d)\d\.\d{3}(?!\d)/g;
    let [read, thousandths, first, sum] = [0, 0, '', 0];
    try {
      for await (const portion of readInputs(kind, [input], remarks, options)) {
        for (const { value, reasons, origin } of portion.slice(0, most - read)) {
          thousandths += origin.text.match(thousandth)?.length ?? 0;
          const refused = (reasons ?? check.check(value).reasons ?? []).filter(
            (reason) => !made.some((text) => reason.startsWith(text)),
          );
          if (refused[0] === undefined) continue;
          first ||= `${origin.file}:${origin.line}: ${refused[0]}`;
          faults.set(origin.line, refused.length);
          sum += refused.length;
        }
        read = Math.min(most, read + portion.length);
        if (read === most) break;
      }
    } catch {
      sum = Infinity;
    }
    return { read, faults, sum, first, thousandths, remarks: remarks.describe() };
  };
}

/** The style with the fewest faults; of equal ones that with the fewest decimals in threes, then the first. */
async function bestOf(styles: readonly ReadOptions[], tryReading: TryReading, base: ReadOptions) {
  const trials: (Trial & { readonly style: ReadOptions })[] = [];
  for (const style of styles) trials.push({ style, ...(await tryReading({ ...base, ...style })) });
  const isBetter = (one: Trial, other: Trial): boolean =>
    one.sum < other.sum || (one.sum === other.sum && one.thousandths < other.thousandths);
  const { style } = trials.reduce((best, one) => (isBetter(one, best) ? one : best));
  return { style, trials };
}

/** Adds the options that read numbers and days, and leaves out lines of sums. */
async function readBest(tryReading: TryReading, base: ReadOptions, zoneUsed: string | undefined, words: Words) {
  let options = { ...base, ...(await bestOf(NUMBERS, tryReading, base)).style };
  const zone = zoneUsed ?? 'UTC';
  const { style, trials } = await bestOf(DAYS, tryReading, { ...options, zone });
  const [plain, dayFirst, monthFirst] = trials as unknown as [Trial, Trial, Trial];
  const reads = (one: Trial, other: Trial): boolean =>
    [...other.faults].some(([line, count]) => count > (one.faults.get(line) ?? 0));
  const isMixed = reads(dayFirst, monthFirst) && reads(monthFirst, dayFirst);
  if (isMixed)
    return { options, after: plain, notes: ['Some days have the day first, others the month; no option reads both.'] };
  options = { ...options, ...style };
  if (style.dates === 'dmy' && dayFirst.sum === monthFirst.sum)
    words.set('ORDER', 'dmy or mdy: all days in the first lines can be read with the day or the month first');
  if ((await tryReading(options)).sum > (await tryReading({ ...options, zone })).sum) {
    options = { ...options, zone };
    const { region, currency } = options.constants ?? {};
    const code = REGION_CODES.find((one) => one === region || currencyOf(one) === currency) ?? 'DE';
    words.set('ZONE', `the time zone of the clock that its times were read from, such as ${REGIONS[code].zone}`);
  }
  const withSums = await tryReading(options, CHECKED_LINES);
  const after = await tryReading({ ...options, skipTotals: true }, CHECKED_LINES);
  return { options: after.sum < withSums.sum ? { ...options, skipTotals: true } : options, after, notes: [] };
}

/** Words that stand for what a file does not say, and their meaning. */
type Words = Map<string, string>;

/** The columns, the constant and the unknown values of a sheet, where no option names them. */
function optionsOf(kind: RecordKind, sheet: Sheet, used: ReadOptions, isChange: boolean, words: Words) {
  const { keys, made } = descriptionOf(kind);
  const { properties = {}, required = [] } = loadSchema(kind);
  const { header, columns, rows, currency } = sheet;
  const isMapped = used.mapping !== undefined || header.every((name) => columns[name] === name);
  const columnOf = (path: string): string => (isMapped ? (used.mapping?.columns?.[path] ?? path) : columns[path]) ?? '';
  const cellsOf = (path: string): string[] => rows.flatMap((row) => row[header.indexOf(columnOf(path))]?.trim() || []);
  const constants = { ...used.constants, ...used.mapping?.constants };
  const isGiven = (path: string): boolean => header.includes(columnOf(path)) || path in constants;
  const missing = isMapped ? [] : (isChange ? keys : required).filter((path) => !isGiven(path) && !(path in made));
  const others = header.filter((name) => name !== '' && !Object.values(columns).includes(name));
  if (missing.length > 0) words.set('COLUMN', `the column of ${missing.join(', ')}, such as ${others.join(', ')}`);

  const place = ['region', 'currency'].find((unit) => unit in properties && !isGiven(unit)) ?? '';
  const signs = Object.keys(properties)
    .flatMap((path) => (properties[path]?.unit === place ? cellsOf(path) : []))
    .map((text) => text.replace(/[\d\s.,'’()+-]+[kKMB万亿]?/g, '').toLowerCase())
    .filter((sign) => sign !== '' && !UNKNOWN.test(sign));
  const currencies = CURRENCIES.filter(
    (one) => (currency ?? one) === one && signs.every((sign) => currencySigns(one).has(sign)),
  );
  const regions = REGION_CODES.filter((code) => currencies.includes(REGIONS[code].currency));
  const [first, ...more] =
    signs.length + (currency?.length ?? 0) === 0 ? [] : place === 'region' ? regions : currencies;
  if (place !== '' && more.length > 0)
    words.set(place.toUpperCase(), `the ${place} of all records: ${[first, ...more].join(', ')}`);

  const unknown = Object.entries(properties).flatMap(([path, { type }]) =>
    type.includes('string') ? [] : cellsOf(path).filter((text) => UNKNOWN.test(text)),
  );
  const renamed = Object.entries(columns).filter(([path, column]) => path !== column && !column.includes(','));
  const pairs = renamed.length > 0 ? renamed : Object.entries(columns).slice(0, 1);
  return {
    missing,
    ...(!isMapped && { mapping: { columns: Object.fromEntries(pairs) } }),
    ...(place !== '' && first !== undefined && { constants: { ...used.constants, [place]: first } }),
    ...(unknown.length > 0 && { nullValues: [...new Set([...(used.nullValues ?? []), ...unknown])] }),
  };
}

const SHOWN = [
  ...(['encoding', 'delimiter', 'headerLine', 'skipTotals', 'mapping', 'constants'] as const),
  ...(['decimal', 'units', 'dates', 'zone', 'nullValues'] as const),
];

/** The options that differ from the used ones, as arguments of the command, with words for what the file does not say. */
function argumentsOf(options: ReadOptions, used: ReadOptions, words: Words, missing: readonly string[]): string[] {
  const wordOr = (word: string, value: unknown) => (words.has(word) ? word : String(value));
  const pairsOf = (pairs: object = {}): string[] =>
    Object.entries(pairs).map(([path, text]) => `${path}=${wordOr(path.toUpperCase(), text)}`);
  const texts: Partial<Record<keyof ReadOptions, unknown>> = {
    ...options,
    delimiter: options.delimiter === '\t' ? 'tab' : options.delimiter,
    mapping: [...pairsOf(options.mapping?.columns), ...missing.map((path) => `${path}=COLUMN`)].join(','),
    constants: pairsOf(options.constants).join(','),
    dates: wordOr('ORDER', options.dates),
    zone: wordOr('ZONE', options.zone),
  };
  return SHOWN.filter((name) => JSON.stringify(options[name]) !== JSON.stringify(used[name])).flatMap((name) => {
    const option = name === 'mapping' ? 'map' : name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    return [`--${option}`, ...(texts[name] === true ? [] : [String(texts[name])])];
  });
}
