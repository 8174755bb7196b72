import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { columnsAt, type ColumnType, type CsvColumn } from '../../fields/csv-columns.js';
import { type RecordClass, withFields } from '../../fields/paths.js';

export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Writes the records of an export in one of its formats. */
export interface RecordWriter {
  readonly contentType: string;
  readonly head: string;
  readonly write: (records: readonly object[]) => string | Uint8Array;
  readonly end?: () => Uint8Array;
  /** The end of an interrupted file. No reader takes it for a whole one. */
  readonly brokenOff: (reason: object) => string;
}

/** The writer of an export. @param fields paths of the written fields; an empty list means all fields */
export function recordWriter(
  record: RecordClass,
  { format, fields, excel }: { format: ExportFormat; fields: readonly string[]; excel?: boolean },
): RecordWriter {
  if (format === 'parquet') return parquetWriter(columnsAt(record, fields));
  if (format === 'csv') return csvWriter(columnsAt(record, fields), excel === true);
  return ndjsonWriter(record, fields);
}

function ndjsonWriter(record: RecordClass, fields: readonly string[]): RecordWriter {
  return {
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    write: (records) =>
      withFields(records, record, fields)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    brokenOff: (reason) => `${JSON.stringify(reason)}\n`,
  };
}

/** Excel reads CSV as UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** CSV as RFC 4180 has it. */
function csvWriter(columns: readonly CsvColumn[], forSpreadsheet: boolean): RecordWriter {
  // Readers skip an empty line.
  const row = (record: unknown): string =>
    (columns.map((column) => quote(column.cellOf(record, forSpreadsheet))).join() || '""') + LINE_END;
  const header = columns.map(({ path }) => path).join() + LINE_END;
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: forSpreadsheet ? BYTE_ORDER_MARK + header : header,
    write: (records) => records.map(row).join(''),
    // An unclosed quotation mark makes readers refuse the file.
    brokenOff: () => '"',
  };
}

const ROWS_PER_GROUP = 2000;
const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
/** A moment of UTC. Arrow takes the older type for one without a zone. */
const TIMESTAMP = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;
const ELEMENTS = {
  ...{ id: TEXT, text: TEXT, list: TEXT, wholeList: TEXT },
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  'unix-seconds': TIMESTAMP,
  'utc-time': TIMESTAMP,
  day: { type: 'INT32', converted_type: 'DATE' },
} as const;

/** Parquet, compressed with Snappy. Without the end that an interrupted file lacks, readers refuse it. */
function parquetWriter(columns: readonly CsvColumn[]): RecordWriter {
  const elements = columns.map(({ path, type }) => ({
    name: path,
    repetition_type: 'OPTIONAL' as const,
    ...ELEMENTS[type],
  }));
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: [{ name: 'records', num_children: columns.length }, ...elements] });
  let rows: unknown[] = [];
  const takeBytes = (): Uint8Array => {
    const bytes = Uint8Array.from(writer.getBytes());
    writer.index = 0;
    return bytes;
  };
  const writeGroup = (): void => {
    const columnData = columns.map(({ path, type, valueOf }) => ({
      name: path,
      data: rows.map((row) => toParquet(valueOf(row), type)),
    }));
    void file.write({ columnData, rowGroupSize: rows.length });
    rows = [];
  };
  return {
    contentType: 'application/vnd.apache.parquet',
    head: '',
    write: (records) => {
      rows.push(...records);
      if (rows.length >= ROWS_PER_GROUP) writeGroup();
      return takeBytes();
    },
    end: () => {
      if (rows.length > 0) writeGroup();
      void file.finish();
      return takeBytes();
    },
    brokenOff: (reason) => JSON.stringify(reason),
  };
}

/** Lists are JSON, as in CSV. */
function toParquet(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return value;
  if (type === 'whole') return BigInt(value as number);
  if (type === 'unix-seconds') return new Date(Number(value) * 1000);
  if (type === 'utc-time') return new Date(`${value as string}Z`);
  if (type === 'day') return new Date(value as string);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
