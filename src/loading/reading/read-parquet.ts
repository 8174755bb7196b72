import * as zlib from 'node:zlib';
import { asyncBufferFromFile, type Compressors, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { dayAt } from '../../common/period/period.js';
import { setAt } from '../../fields/csv-columns.js';
import type { ReadRecord } from './input.js';
import type { jsonReader } from './cut-json.js';

const ROWS_PER_PORTION = 2000;

type Unpack = (packed: Uint8Array) => Uint8Array;
const COMPRESSORS: Compressors = {
  GZIP: (packed) => zlib.gunzipSync(packed),
  BROTLI: (packed) => zlib.brotliDecompressSync(packed),
  // Later releases of Node have it.
  ...('zstdDecompressSync' in zlib && { ZSTD: zlib.zstdDecompressSync as Unpack }),
};

/**
 * Reads Parquet: columns are fields, also of objects and under names such as `creator.uid`. Whole numbers of 64 bits and
 * decimals keep their digits. The lines of origins are numbers of rows.
 * @param lists the columns of lists, which may be JSON in a text
 * @throws Error when the file is no Parquet, or packed in a way that is not read
 */
export async function* readParquet(
  path: string,
  lists: ReadonlySet<string>,
  read: ReturnType<typeof jsonReader>,
): AsyncGenerator<ReadRecord[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const rows = Number(metadata.num_rows);
  const scales = new Map(
    metadata.schema.flatMap(({ name, converted_type, scale = 0 }) =>
      converted_type === 'DECIMAL' ? [[name, scale] as const] : [],
    ),
  );
  const parsers = { dateFromDays: dayAt };
  for (let rowStart = 0; rowStart < rows; rowStart += ROWS_PER_PORTION) {
    const rowEnd = Math.min(rows, rowStart + ROWS_PER_PORTION);
    const found = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: COMPRESSORS, parsers });
    yield found.map((row, at): ReadRecord => {
      const record = {};
      for (const [name, value] of Object.entries(row)) {
        const isJson = lists.has(name) && typeof value === 'string' && value.startsWith('[');
        setAt(record, name.split('.'), isJson ? (JSON.parse(value) as unknown) : value);
      }
      const text = toJson(record, '', scales);
      return { origin: { file: path, line: rowStart + at + 1, text }, value: read(text)[0] };
    });
  }
}

/** A value as JSON with the digits that it has in the file; doubles beyond 2^53 have an exponent, as they have lost some. */
function toJson(value: unknown, name: string, scales: ReadonlyMap<string, number>): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') {
    const scale = scales.get(name);
    if (scale !== undefined) return value.toFixed(scale);
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : JSON.stringify(value);
  }
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item, name, scales)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${toJson(inner, key, scales)}`);
  return `{${fields.join()}}`;
}
