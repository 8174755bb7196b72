import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import type { CsvError, Info } from 'csv-parse';
import { parse } from 'csv-parse';
import { WorkFailure } from '../../errors/work-failure.js';
import { suggestName } from '../suggest-name.js';
import type { CsvColumn } from '../../records/fields/csv-columns.js';
import { LONGEST_LINE_BYTES } from './read-ndjson.js';
import type { ReadRecord } from './read-record.js';

interface Row {
  readonly record: Buffer[];
  readonly info: Info;
}

const ROWS_A_PORTION = 500;

/**
 * Reads CSV with a header of field paths (`video_id`, `creator.uid`); an empty cell is a missing field.
 * @throws WorkFailure when the header names what is no field, or a quote is opened and never closed
 */
export async function* readCsv(
  file: string,
  bytes: AsyncIterable<Buffer>,
  columns: readonly CsvColumn[],
): AsyncGenerator<ReadRecord[]> {
  const skipped: ReadRecord[] = [];
  let openQuote: string | undefined;
  const parser = parse({
    encoding: null,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE_BYTES,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') openQuote = error.message;
      else skipped.push(toSkipped(file, error));
      return undefined;
    },
  });
  const rows = pipeline(Readable.from(bytes), parser, () => undefined) as AsyncIterable<Row>;
  let header: readonly CsvColumn[] | undefined;
  let portion: ReadRecord[] = [];
  for await (const { record, info } of rows) {
    if (header === undefined) header = readHeader(file, record, columns);
    else portion.push(readRow(file, info.lines, record, header));
    if (portion.length + skipped.length >= ROWS_A_PORTION) {
      yield [...portion, ...skipped.splice(0)];
      portion = [];
    }
  }
  if (portion.length + skipped.length > 0) yield [...portion, ...skipped];
  if (openQuote !== undefined) throw new WorkFailure(`${file}: ${openQuote}; what follows can’t be read.`);
}

function toSkipped(file: string, error: CsvError | undefined): ReadRecord {
  const { message, lines } = error as CsvError & { lines: number };
  return { origin: { file, line: lines, text: '' }, reasons: [`The line is no CSV: ${message}.`] };
}

function readHeader(file: string, cells: readonly Buffer[], columns: readonly CsvColumn[]): readonly CsvColumn[] {
  const names = cells.map((cell) => cell.toString('utf8').trim());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new WorkFailure(`${file}: the column ${twice} is there twice.`);
  return names.map((name) => {
    const column = columns.find(({ path }) => path === name);
    if (column !== undefined) return column;
    const hint = suggestName(
      name,
      columns.map(({ path }) => path),
    );
    throw new WorkFailure(`${file}: the column "${name}" is no field${hint}.`);
  });
}

function readRow(file: string, line: number, cells: readonly Buffer[], header: readonly CsvColumn[]): ReadRecord {
  const texts = cells.map((cell) => cell.toString('utf8'));
  const origin = { file, line, text: JSON.stringify(texts) };
  if (!cells.every((cell) => isUtf8(cell))) return { origin, reasons: ['The line is not valid UTF-8.'] };
  if (texts.length !== header.length) {
    return { origin, reasons: [`The line has ${texts.length} cells; the header has ${header.length}.`] };
  }
  const value: Record<string, unknown> = {};
  header.forEach((column, index) => column.put(value, texts[index] as string));
  return { origin, value };
}
