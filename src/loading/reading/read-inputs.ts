import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { WorkFailure } from '../../common/errors/failure.js';
import { type Origin, perLine, type Remarks } from '../load-item.js';
import { columnsOf, descriptionOf, loadSchema } from '../load-kind.js';
import { decode, decompress, LOST } from './decode.js';
import { type Input, type ReadOptions, type ReadRecord, type RecordFormat, STANDARD_INPUT, SUM } from './input.js';
import { jsonReader } from './cut-json.js';
import { convertValues, Mapping, mappingIn } from './mapping.js';
import { readCsv } from './read-csv.js';
import { readNdjson } from './read-ndjson.js';
import { readParquet } from './read-parquet.js';
import type { RecordKind } from '../../common/record-kind.js';

const READ_BYTES = 256 * 1024;

/**
 * Reads the records of all inputs in order. An aborted signal ends it even while it waits for input.
 * @param onBytes called with the number of bytes that were read from disk
 * @throws WorkFailure naming the input that can't be read and its last readable line
 */
export async function* readInputs(
  kind: RecordKind,
  inputs: readonly Input[],
  remarks: Remarks,
  options: ReadOptions = {},
  signal = new AbortController().signal,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<ReadRecord[]> {
  const schema = loadSchema(kind);
  const { keys } = descriptionOf(kind);
  const encoding = options.encoding === 'utf-8' ? undefined : options.encoding;
  const parts = mappingIn(options);
  const mapping = parts && new Mapping(kind, parts, remarks);
  const readJson = jsonReader(schema, mapping?.ids);
  const columns = columnsOf(kind);
  const taken = new Map(columns.map(({ path, type }) => [parts?.columns?.[path] ?? path, type]));
  const convert = (read: ReadRecord, format: RecordFormat): ReadRecord => {
    const record = mapping?.rename(read, format) ?? read;
    convertValues(record, format, schema, remarks, options);
    if (encoding === undefined || !record.origin.text.includes(LOST)) return record;
    return { origin: record.origin, reasons: ['The line has bytes that --encoding does not take for characters.'] };
  };
  /** Whether a line of CSV has no sums: its first text names them, and it has no id. */
  const isRecord = ({ origin, value, reasons }: ReadRecord): boolean => {
    const cells = origin.text === '' ? [] : (JSON.parse(origin.text) as string[]);
    const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    const ids = reasons === undefined ? keys.map((key) => Reflect.get(value as object, key) as unknown) : [null];
    if (!SUM.test(first) || ids.every((id) => typeof id === 'string' && !SUM.test(id))) return true;
    remarks.add('lines of sums were left out', first, origin);
    return false;
  };
  const portionsOf = (input: Input): AsyncIterable<ReadRecord[]> => {
    if (input.format === 'parquet') {
      onBytes(input.bytes ?? 0);
      return readParquet(input.name, taken, readJson, remarks, { ...options, ...(parts && { mapping: parts }) });
    }
    const source =
      input.name === STANDARD_INPUT ? process.stdin : createReadStream(input.name, { highWaterMark: READ_BYTES });
    const stream = addAbortSignal(signal, source);
    const bytes = decode(decompress(countBytes(stream, onBytes)), encoding);
    return input.format === 'csv'
      ? readCsv(input.name, bytes, columns, remarks, options, mapping)
      : readNdjson(input.name, bytes, readJson, options.records);
  };
  let last: Origin = { file: '', line: 0, text: '' };
  for (const input of inputs) {
    last = { file: input.name, line: 0, text: '' };
    let isEmpty = true;
    try {
      for await (const portion of portionsOf(input)) {
        signal.throwIfAborted();
        isEmpty &&= portion.length === 0;
        last = { ...last, line: portion.at(-1)?.origin.line ?? last.line };
        const records = portion.map((read) => ({
          origin: read.origin,
          ...perLine(() => convert(read, input.format)),
        }));
        yield options.skipTotals === true && input.format === 'csv' ? records.filter(isRecord) : records;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WorkFailure) throw error;
      const { message } = error as Error;
      throw new WorkFailure(`${input.name} can’t be read beyond line ${last.line}: ${message}`, { cause: error });
    }
    if (isEmpty && options.allowEmpty !== true)
      throw new WorkFailure(`${input.name} has no records. Add --allow-empty where that is right.`);
  }
  mapping?.noteMissing(last);
}

async function* countBytes(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
