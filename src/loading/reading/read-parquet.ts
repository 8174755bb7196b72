import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  asyncBufferFromFile,
  type Compressors,
  parquetMetadataAsync,
  parquetScan,
  type ParquetScan,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { WorkFailure } from '../../common/errors/failure.js';
import type { JsonObject } from '../../common/json-object.js';
import { MS_PER_DAY } from '../../common/period/period.js';
import type { ColumnType } from '../../fields/csv-columns.js';
import { isWithin, setAt } from '../../fields/paths.js';
import type { Remarks } from '../load-item.js';
import type { JsonReader } from './cut-json.js';
import { LONGEST, LONGEST_LINE_BYTES, type ReadOptions, type ReadRecord } from './input.js';
import { LEFT_OUT } from './mapping.js';

const ROWS_PER_PORTION = 2000;
/** Rows that are unpacked at once, because all pages of their row group before them are passed over each time. */
const ROWS_PER_READ = 50_000;
const UNPACK = {
  ...compressors,
  GZIP: (packed: Uint8Array) => gunzipSync(packed),
  BROTLI: (packed: Uint8Array) => brotliDecompressSync(packed),
  LZO: () => {
    throw new Error('it is packed with LZO. Write it with ZSTD, Snappy, gzip, Brotli or LZ4');
  },
};
/** A page of nulls may have no bytes, which most codecs refuse. */
const CODECS: Compressors = Object.fromEntries(
  Object.entries(UNPACK).map(([codec, unpack]) => [
    codec,
    (packed: Uint8Array, length: number) => (length === 0 ? new Uint8Array() : unpack(packed, length)),
  ]),
);
const DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;
/** Types that the library converts exactly. It returns values of the others as they are stored, when their type is left out. */
const IS_EXACT = /^(?:U?INT_\d+|INTEGER|UUID|FLOAT16)$/;
const IS_TEXT = /^(?:UTF8|STRING|ENUM|JSON)?$/;

/**
 * Reads Parquet: columns are fields, also of objects and under names such as `creator.uid`. Values are exact, or their row is
 * refused. The lines of origins are numbers of rows.
 * @param taken the columns that fields take
 * @throws WorkFailure for columns of one name; Error when the file is no Parquet, or packed in a way that is not read
 */
export async function* readParquet(
  path: string,
  taken: ReadonlyMap<string, ColumnType>,
  read: JsonReader,
  remarks: Remarks,
  { mapping, nullValues = [] }: ReadOptions,
): AsyncGenerator<ReadRecord[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const pandas = metadata.key_value_metadata?.find(({ key }) => key === 'pandas')?.value ?? '{}';
  const { index_columns: indices = [] } = JSON.parse(pandas) as { index_columns?: readonly unknown[] };
  const columns = parquetSchema(metadata).children.filter(({ element: { name } }) => {
    if ([...taken.keys()].some((column) => isWithin(column, name))) return true;
    if (mapping === undefined && !indices.includes(name)) return true;
    remarks.add(LEFT_OUT, JSON.stringify(name), { file: path, line: 1 });
    return false;
  });
  const names = columns.map(({ element }) => element.name);
  const twice = names.find((name, at) => names.some((other, index) => index !== at && isWithin(other, name)));
  if (twice !== undefined) throw new WorkFailure(`${path}: the column ${twice} appears twice, or has others in it.`);
  const schema = metadata.schema.map((element) =>
    IS_EXACT.test(kindOf(element)) ? element : { ...element, converted_type: undefined, logical_type: undefined },
  );
  const parsers = { timestampFromNanoseconds: (nanoseconds: bigint): bigint => nanoseconds };
  const stored = { metadata: { ...metadata, schema }, utf8: false, parsers };
  const scan = await parquetScan({ file, columns: names, compressors: CODECS, ...stored });

  const readRow = (cells: readonly Cells[], row: number, line: number): ReadRecord => {
    const reasons: string[] = [];
    const leaf: Leaf = (value, element, at) => {
      let result: unknown = String(value);
      try {
        result = leafOf(value, element);
        const isList = typeof result === 'string' && result.startsWith('[') && /list/i.test(taken.get(at) ?? '');
        return isList ? read(result as string) : result;
      } catch (error) {
        if (error instanceof SyntaxError || nullValues.includes(result as string)) return result;
        reasons.push(`${at} ${(error as Error).message}.`);
        return result;
      }
    };
    let [text, value]: [string, unknown?] = [''];
    try {
      const record = {};
      for (const [at, column] of columns.entries()) {
        const { name } = column.element;
        setAt(record, name.split('.'), valueOf(cells[at]?.[row], column, name, leaf));
      }
      text = JSON.stringify(record);
      if (text.length > LONGEST_LINE_BYTES) throw new Error(`it has more than ${LONGEST}`);
      [value] = read(text);
    } catch (error) {
      reasons.push(`The row can’t be read: ${(error as Error).message}.`);
    }
    return { origin: { file: path, line, text }, ...(reasons.length > 0 ? { reasons } : { value }) };
  };
  for (const { rowStart: first, rowEnd: end } of scan.ranges)
    for (let rowStart = first; rowStart < end; rowStart += ROWS_PER_PORTION) {
      const rowEnd = Math.min(end, rowStart + ROWS_PER_PORTION);
      const reading = columns.map(async ({ element: { name: column }, children }) => {
        // The scan keeps what it has read ahead: of a nested column all rows, as it unpacks no less.
        const ahead = children.length > 0 ? end : Math.min(end, rowStart + ROWS_PER_READ);
        if ((rowStart - first) % ROWS_PER_READ === 0) await scan.readColumn({ column, rowStart, rowEnd: ahead });
        return scan.readColumn({ column, rowStart, rowEnd });
      });
      const cells = await Promise.all(reading);
      yield Array.from({ length: rowEnd - rowStart }, (_, row) => readRow(cells, row, rowStart + row + 1));
    }
}

const kindOf = ({ logical_type, converted_type }: SchemaElement): string => logical_type?.type ?? converted_type ?? '';

type Cells = Awaited<ReturnType<ParquetScan['readColumn']>>;
type Stored = number | bigint | boolean | string | Uint8Array;
/** Reads a value that is neither a list nor an object. */
type Leaf = (value: Stored, element: SchemaElement, path: string) => unknown;

function valueOf(value: unknown, column: SchemaTree, path: string, leaf: Leaf): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item, at) => valueOf(item, column, `${path}[${at}]`, leaf));
  const { element, children } = column;
  const [repeated] = children;
  if (repeated === undefined) return leaf(value as Stored, element, path);
  const members = value as JsonObject;
  if (kindOf(element) !== 'LIST')
    return Object.fromEntries(
      children.map((child) => {
        const { name } = child.element;
        return [name, valueOf(members[name], child, `${path}.${name}`, leaf)];
      }),
    );
  // Older writers have no group around an item. Parquet’s LogicalTypes.md says how such lists are recognized.
  const { name } = repeated.element;
  const [item, other] = repeated.children;
  const items = (members[name] ?? []) as readonly JsonObject[];
  if (item === undefined || other !== undefined || name === 'array' || name === `${element.name}_tuple`)
    return valueOf(items, repeated, path, leaf);
  const inner = items.map((group) => group[item.element.name]);
  return valueOf(inner, item, path, leaf);
}

/** A value with all its digits, as a text where a number would lose some. @throws Error that says why no field takes it */
function leafOf(value: Stored, element: SchemaElement): unknown {
  const { type, logical_type: logical, scale = logical?.type === 'DECIMAL' ? logical.scale : 0 } = element;
  const kind = kindOf(element);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (kind === 'DECIMAL') return exactNumber(wholeOf(value), scale);
  if (kind === 'DATE') return clockText(BigInt(value as number) * BigInt(MS_PER_DAY), 'MILLIS').split('T', 1)[0];
  if (type === 'INT96') return clockText(value as bigint, 'NANOS');
  if (logical?.type === 'TIMESTAMP') return clockText(value as bigint, logical.unit, logical.isAdjustedToUTC);
  if (kind === 'TIMESTAMP_MILLIS') return clockText(value as bigint, 'MILLIS', true);
  if (kind === 'TIMESTAMP_MICROS') return clockText(value as bigint, 'MICROS', true);
  if (value instanceof Uint8Array && IS_TEXT.test(kind)) {
    if (isUtf8(value)) return Buffer.from(value).toString();
    throw new Error('is not valid UTF-8, as texts in Parquet are');
  }
  if (value instanceof Uint8Array || !(kind === '' || IS_EXACT.test(kind)))
    throw new Error(`is of the type ${kind}, which no field takes`);
  if (typeof value === 'bigint') return exactNumber(value, 0);
  if (!Number.isFinite(value)) throw new Error(`is ${value}, no number; --null-values ${value} loads it as unknown`);
  const digits = type === 'FLOAT' ? [6, 7, 8, 9] : [];
  const short = digits.map((count) => Number(value.toPrecision(count))).find((each) => Math.fround(each) === value);
  // A whole number of this size may have been rounded, which no id may be.
  const isRounded = Number.isInteger(value) && Math.abs(value) >= (type === 'FLOAT' ? 2 ** 24 : 2 ** 53);
  return isRounded ? (short ?? value).toExponential() : (short ?? value);
}

/** A whole number, which may be stored as bytes in two’s complement. */
const wholeOf = (value: number | bigint | Uint8Array): bigint =>
  value instanceof Uint8Array
    ? BigInt.asIntN(value.length * 8, BigInt(`0x0${Buffer.from(value).toString('hex')}`))
    : BigInt(value);

function exactNumber(whole: bigint, scale: number): number | string {
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const decimals = digits.slice(digits.length - scale).replace(/(?<!0)0+$/, '');
  const text = `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${decimals && `.${decimals}`}`;
  const isExact = decimals === '' ? Number.isSafeInteger(Number(text)) : text.length <= 16;
  return isExact ? Number(text) : text;
}

/** A moment, or without `isUtc` a time on a clock. @throws Error when it is beyond all days */
function clockText(time: bigint, unit: keyof typeof DIGITS, isUtc = false): string {
  const second = 10n ** BigInt(DIGITS[unit]);
  const fraction = ((time % second) + second) % second;
  const date = new Date(Number((time - fraction) / second) * 1000);
  if (Number.isNaN(date.getTime())) throw new Error('is not a moment that exists');
  return date.toISOString().replace('000Z', String(fraction).padStart(DIGITS[unit], '0')) + (isUtc ? 'Z' : '');
}
