import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkFailure } from '../../common/errors/failure.js';
import type { Origin } from '../load-item.js';
import type { DateStyle } from './read-time.js';
import type { NumberStyle } from './read-value.js';
import type { JsonObject } from '../../common/json-object.js';

export const RECORD_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

export interface Input {
  /** Path, or `-` for standard input. */
  readonly name: string;
  readonly format: RecordFormat;
  /** Size on disk, compressed or not; undefined for standard input. */
  readonly bytes: number | undefined;
}

/** One line or row of an input: its value, or the reasons why it can't be read. */
export interface ReadRecord {
  readonly origin: Origin;
  readonly value?: unknown;
  readonly reasons?: readonly string[];
}

/** A longer line is rejected. The largest record of the API is 1,000 times smaller. */
export const LONGEST_LINE_BYTES = 10 * 1024 * 1024;
export const LONGEST = `${LONGEST_LINE_BYTES.toLocaleString('en-US')} bytes`;

/** A line of an input without its line end; `bytes` is undefined when the line is too long to be kept in memory. */
export interface RawLine {
  readonly number: number;
  readonly bytes: Buffer | undefined;
  readonly length: number;
}

/** Where the fields of records come from. Each part is keyed by the paths of fields. */
export interface MappingParts {
  /** The column of a field: its name in the header of CSV, its path in JSON. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The value that a field has in every record. */
  readonly constants?: JsonObject;
  /** What the texts in a field's column stand for. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number | null>>>>;
}

/** How inputs are read where they are not as documented in docs/data.md: the options of `READING_OPTIONS`. */
export interface ReadOptions extends NumberStyle, DateStyle {
  readonly records?: readonly string[];
  readonly delimiter?: string;
  readonly headerLine?: number;
  readonly encoding?: string;
  readonly skipTotals?: boolean;
  readonly allowEmpty?: boolean;
  readonly nullValues?: readonly string[];
  readonly mapping?: MappingParts;
  readonly constants?: Readonly<Record<string, string>>;
}

/** Names of the line of sums below a table. */
export const SUM =
  /^(?:(?:(?:grand|sub)?-? ?totals?|sum|(?:gesamt|end|zwischen)?summe|gesamt|totale|totaal|suma|soma|jumlah|tổng(?: cộng)?|razem|รวม|合计|总计|小计|合計|総計) *[:：]?)$/i;

export const STANDARD_INPUT = '-';
const DATA_FILE = /\.(?:(?:ndjson|jsonl|json|csv)(?:\.gz|\.zst)?|parquet)$/i;

/**
 * Resolves paths to inputs. A folder stands for all data files below it, in the order of their names; `-` is standard
 * input.
 * @param format format of all inputs; by default `.csv` files are CSV, `.parquet` files Parquet and all others NDJSON
 * @throws WorkFailure naming a path that is missing, has nothing to load, is given twice or is packed with zstd
 */
export async function findInputs(paths: readonly string[], format?: RecordFormat): Promise<Input[]> {
  const inputs = (await Promise.all(paths.map((path) => inputsAt(path, format)))).flat();
  const twice = inputs.find(({ name }, index) => inputs.findIndex((other) => other.name === name) < index);
  if (twice !== undefined) throw new WorkFailure(`${twice.name} is given twice.`);
  return inputs;
}

async function inputsAt(path: string, chosen?: RecordFormat): Promise<Input[]> {
  if (path === STANDARD_INPUT && chosen === 'parquet')
    throw new WorkFailure('Parquet is read from files, not from standard input: its end says where its columns are.');
  if (path === STANDARD_INPUT) return [{ name: path, format: chosen ?? 'ndjson', bytes: undefined }];
  const files = await filesAt(path);
  if (files.length === 0)
    throw new WorkFailure(
      `The folder ${path} has no .ndjson, .jsonl, .json or .csv file, plain or .gz, and no .parquet file.`,
    );
  const input = async (file: string): Promise<Input> => {
    const [, name = 'ndjson'] = /\.(csv(?=\.gz$|\.zst$|$)|parquet$)/i.exec(file) ?? [];
    const format = chosen ?? (name.toLowerCase() as RecordFormat);
    if (/\.zst$/i.test(file)) {
      const option = format === 'csv' ? ' --format csv' : '';
      throw new WorkFailure(
        `${file} is packed with zstd; load it with: zstd -dc ${file} | npm run load -- KIND -${option}`,
      );
    }
    return { name: file, format, bytes: (await stat(file)).size };
  };
  return Promise.all(files.map(input));
}

/** Estimated ratio of unpacked to packed bytes; measured on generated data: products 7, videos 5, sales 12. */
const UNPACKED_TIMES = 8;

/** Estimated bytes of text in the inputs; undefined when one of them is standard input. */
export function textBytes(inputs: readonly Input[]): number | undefined {
  const times = ({ name }: Input): number => (/\.(?:gz|parquet)$/i.test(name) ? UNPACKED_TIMES : 1);
  const sum = inputs.reduce((sum, input) => sum + (input.bytes ?? NaN) * times(input), 0);
  return Number.isNaN(sum) ? undefined : sum;
}

async function filesAt(path: string): Promise<string[]> {
  const entry = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new WorkFailure(error.code === 'ENOENT' ? `There is no ${path}.` : `${path} can’t be read: ${error.message}`);
  });
  if (!entry.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && DATA_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
