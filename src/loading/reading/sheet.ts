import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { CURRENCIES } from '../../common/regions.js';
import type { CsvColumn } from '../../fields/csv-columns.js';
import { decode, decompress, peek } from './decode.js';
import HEADER_NAMES from './header-names.json' with { type: 'json' };
import type { ReadOptions } from './input.js';
import { DELIMITERS, SEP_LINE } from './read-csv.js';

const HEAD_BYTES = 256 * 1024;
const SAMPLED_ROWS = 230;
const HEADER_ROWS = 30;

export type Sheet = NonNullable<Awaited<ReturnType<typeof describeSheet>>>;

/** Looks how a file is written; undefined for JSON, and for a text without columns. */
export async function describeSheet(path: string, fields: readonly CsvColumn[], used: ReadOptions) {
  const opened = await peek(HEAD_BYTES, decompress(createReadStream(path))).catch(() => undefined);
  if (opened === undefined) return undefined;
  const { head, whole } = opened;
  await whole.return(undefined);
  const encoding = used.encoding ?? encodingOf(head);
  const text = await textOf(head, encoding);
  if (/^\s*[[{]/.test(text)) return undefined;
  const [, declared] = SEP_LINE.exec(text) ?? [];
  const marks = used.delimiter === undefined ? [declared ?? ',', ...DELIMITERS] : [used.delimiter];
  const [best] = marks.map((delimiter) => tableOf(text, delimiter)).sort((a, b) => b.score - a.score);
  if (best === undefined || best.score === 0) return undefined;
  const { delimiter, width } = best;
  const full = best.rows.slice(0, HEADER_ROWS).filter(({ record }) => record.length === width);
  const recognized = full.map(({ record }) => Object.keys(columnsIn(record, fields)).length);
  const header = full[recognized.indexOf(Math.max(...recognized))];
  if (header === undefined) return undefined;
  const line = header.info.lines;
  const usual = { delimiter: declared ?? ',', headerLine: declared === undefined ? 1 : 2 };
  return {
    /** Where they are not the usual ones. */
    options: {
      ...(encoding !== undefined && { encoding }),
      ...(delimiter !== usual.delimiter && { delimiter }),
      ...(line !== usual.headerLine && { headerLine: line }),
    },
    header: header.record,
    rows: best.rows.slice(best.rows.indexOf(header) + 1).map(({ record }) => record),
    columns: columnsIn(header.record, fields),
    /** Such as that of `Preis (EUR)`. */
    currency: header.record.map((name) => currencyIn(name)).find((currency) => currency !== undefined),
  };
}

/** The encoding of bytes that are not UTF-8, as their first bytes or their shape tell. */
function encodingOf(head: Buffer): string | undefined {
  const zeros = [0, 1].map((odd) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const isMarked = head.length > 1 && (head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff);
  if (isMarked) return 'utf-16le';
  if (Math.max(...zeros) > head.length / 4) return (zeros[0] ?? 0) > (zeros[1] ?? 0) ? 'utf-16be' : 'utf-16le';
  const lastEnd = head.length < HEAD_BYTES ? head.length : head.lastIndexOf('\n');
  if (isUtf8(head.subarray(0, lastEnd))) return undefined;
  const runs = head.toString('latin1').match(/[\x80-\xff]+/g) ?? [];
  const length = runs.reduce((sum, run) => sum + run.length, 0) / runs.length;
  // Letters with marks stand alone among others; characters of two bytes stand together.
  return length < 1.6 ? 'windows-1252' : 'gb18030';
}

async function textOf(head: Buffer, encoding: string | undefined): Promise<string> {
  const parts: Buffer[] = [];
  const bytes = Readable.from([head]) as AsyncIterable<Buffer>;
  for await (const part of decode(bytes, encoding === 'utf-8' ? undefined : encoding)) parts.push(part);
  return Buffer.concat(parts).toString();
}

type Row = Readonly<{ record: readonly string[]; info: { readonly lines: number } }>;

/** The rows with a delimiter, and how many cells stand in rows of the most common width. */
function tableOf(text: string, delimiter: string) {
  const rows = parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    info: true,
    to: SAMPLED_ROWS,
  }) as unknown as Row[];
  const widths = new Map<number, number>();
  for (const { record } of rows) widths.set(record.length, (widths.get(record.length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...widths].sort(([a, some], [b, others]) => others * (b - 1) - some * (a - 1));
  return { delimiter, rows, width, score: count * (width - 1) };
}

const wordsOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const CURRENCY_AT_END = new RegExp(`\\b(${CURRENCIES.join('|')})\\)?$`);

const currencyIn = (name: string): string | undefined => CURRENCY_AT_END.exec(name.trim())?.[1];

/** The column of each field: of its own name, or of one that people write for it, in any of several languages. */
function columnsIn(header: readonly string[], fields: readonly CsvColumn[]): Record<string, string> {
  const columns: Record<string, string> = {};
  const take = (match: (name: string, path: string) => boolean): void => {
    for (const { path } of fields) {
      const column = header.find((name) => !Object.values(columns).includes(name) && match(name, path));
      if (column !== undefined) columns[path] ??= column;
    }
  };
  take((name, path) => name === path);
  take((name, path) => namesOf(path).includes(wordsOf(name)));
  // Amounts of facts are in the currency of a region that no line names.
  if (fields.some(({ path }) => path === 'region' || path === 'currency'))
    take((name, path) => namesOf(path).includes(wordsOf(name.replace(currencyIn(name) ?? '', ''))));
  take((name, path) => wordsOf(name) === wordsOf(path));
  return columns;
}

const namesOf = (path: string): readonly string[] =>
  (HEADER_NAMES as Readonly<Record<string, readonly string[]>>)[path] ?? [];
