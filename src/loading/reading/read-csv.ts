import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { WorkFailure } from '../../common/errors/failure.js';
import { nearestName, suggestName } from '../../common/nearest-name.js';
import type { CsvColumn } from '../../fields/csv-columns.js';
import type { Remarks } from '../load-item.js';
import type { Mapping } from './mapping.js';
import { peek } from './decode.js';
import { LONGEST, LONGEST_LINE_BYTES, type ReadRecord } from './input.js';

type Row = Readonly<{ record: Buffer[]; info: { lines: number } }>;
type Header = readonly Pick<CsvColumn, 'put'>[];

/** The first line of a CSV file made for a spreadsheet, which names the delimiter. */
const SEP_LINE = /^"?sep=([,;\t|])"?(?=[\r\n])/i;
const SEP_LINE_BYTES = 10;
const ROWS_PER_PORTION = 500;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Reads CSV with a header of field paths (`video_id`, `creator.uid`), behind a line such as `sep=;` where there is one. An
 * empty cell is a missing field.
 * @param given the delimiter; by default a comma, or that of the first line
 * @throws WorkFailure when columns of the header are not fields, or a quote is never closed
 */
export async function* readCsv(
  file: string,
  bytes: AsyncIterable<Buffer>,
  columns: readonly CsvColumn[],
  remarks: Remarks,
  given?: string,
  mapping?: Mapping,
): AsyncGenerator<ReadRecord[]> {
  const { head, whole } = await peek(SEP_LINE_BYTES, bytes);
  const [, declared] = SEP_LINE.exec(head.toString('latin1')) ?? [];
  const delimiter = given ?? declared ?? ',';
  const skipped: ReadRecord[] = [];
  /** The last line of the records so far, and the line ends that the parser has counted twice. */
  let lastLine = declared === undefined ? 0 : 1;
  let excess = 0;
  const parser = parse({
    encoding: null,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: lastLine + 1,
    relax_column_count: true,
    max_record_size: LONGEST_LINE_BYTES,
    skip_records_with_error: true,
    info: true,
    on_record: (row, { lines }) => {
      const { record, info } = row as unknown as Row;
      const isOnOneLine = lines - excess === lastLine + 1;
      if (!isOnOneLine) for (const cell of record) excess += countReturns(cell);
      lastLine = info.lines = lines - excess;
      return row;
    },
    on_skip: (error) => {
      const { code, lines } = error as CsvError & Info;
      const noticed = lines - excess;
      const line = lastLine + 1;
      if (code === 'CSV_MAX_RECORD_SIZE') {
        throw new WorkFailure(`${file}: a record has more than ${LONGEST}; is the quote on line ${line} never closed?`);
      }
      if (code === 'CSV_QUOTE_NOT_CLOSED') {
        throw new WorkFailure(`${file}: the quote on line ${line} is never closed; the rest can’t be read.`);
      }
      // Without this the parser takes all lines up to the next quote as a part of this cell.
      (parser as unknown as { state: { quoting: boolean } }).state.quoting = false;
      // A further fault of the same record is not told.
      if (noticed >= line) skipped.push({ origin: { file, line, text: '' }, reasons: [explain(code, line, noticed)] });
      lastLine = noticed;
      return undefined;
    },
  });
  const rows = pipeline(whole, parser, () => undefined) as AsyncIterable<Row>;
  let header: Header | undefined;
  const names = new Set<string>();
  let portion: ReadRecord[] = [];
  for await (const {
    record: cells,
    info: { lines: line },
  } of rows) {
    if (cells.length === 1 && cells[0]?.length === 0) continue;
    const isFirst = header === undefined;
    if (header === undefined || isHeader(cells, names)) {
      if (!cells.every((cell) => isUtf8(cell)))
        throw new WorkFailure(`${file}: the header is not valid UTF-8; --encoding names the encoding of the file.`);
      const own = cells.map(nameOf);
      header = readHeader(file, own, columns, delimiter, mapping);
      for (const name of own) names.add(name);
      if (!isFirst) remarks.add('lines repeat the header and were left out', own.join(delimiter), { file, line });
    } else portion.push(readRow(file, line, cells, header));
    if (portion.length + skipped.length >= ROWS_PER_PORTION) {
      yield [...portion, ...skipped.splice(0)];
      portion = [];
    }
  }
  if (portion.length + skipped.length > 0) yield [...portion, ...skipped];
}

/** CRLF within a cell is one line end, which the parser counts as two. */
const countReturns = (cell: Buffer): number =>
  cell.includes('\r\n') ? cell.toString('latin1').split('\r\n').length - 1 : 0;

const nameOf = (cell: Buffer): string => cell.toString('utf8').trim();

/** Whether a row has the names of the header in any order, as in files that were joined. */
const isHeader = (row: readonly Buffer[], names: ReadonlySet<string>): boolean =>
  row.length === names.size &&
  names.has(nameOf(row[0] as Buffer)) &&
  row.every((cell) => names.has(nameOf(cell))) &&
  new Set(row.map(nameOf)).size === names.size;

function explain(code: string, line: number, noticed: number): string {
  if (code === 'INVALID_OPENING_QUOTE') {
    return `The quote on line ${line} stands inside a cell; quote the whole cell, and write a quote in it twice.`;
  }
  const end = noticed === line ? 'its closing quote' : `its closing quote on line ${noticed}`;
  return `The cell quoted on line ${line} goes on after ${end}; write a quote inside a cell twice.`;
}

/** The columns of a header; with a mapping, cells stand under their names. */
function readHeader(
  file: string,
  names: readonly string[],
  columns: readonly CsvColumn[],
  delimiter: string,
  mapping?: Mapping,
): Header {
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (twice !== undefined) throw new WorkFailure(`${file}: the column ${twice} appears twice.`);
  const paths = columns.map(({ path }) => path);
  const faults = names.flatMap((name, index) => {
    if (paths.includes(name)) return [];
    return name === '' ? [`column ${index + 1} has no name`] : [`"${name}" is not a field${suggestName(name, paths)}`];
  });
  const missing = mapping?.missingIn(names).map((name) => `there is no column "${name}"${suggestName(name, names)}`);
  if ((missing ?? faults).length > 0) {
    const other = DELIMITERS.find((mark) => mark !== delimiter && names.some((name) => name.includes(mark)));
    if (other !== undefined) {
      const option = other === '\t' ? 'tab' : `"${other}"`;
      throw new WorkFailure(`${file}: the cells of the header are separated otherwise; try --delimiter ${option}.`);
    }
    throw new WorkFailure(
      missing === undefined
        ? `${file}: the header is not valid: ${faults.join(', ')}. The fields are ${paths.join(', ')}. ` +
            `Try --map ${mappingOf(names, paths)}; it leaves out the columns of no field.`
        : `${file}: --map: ${missing.join(', ')}. The columns are ${names.join(', ')}.`,
    );
  }
  if (mapping === undefined) return names.map((name) => columns[paths.indexOf(name)] as CsvColumn);
  return names.map((name) => ({ put: (row, cell) => (row[name] = cell) }));
}

/** The value of --map for columns with names that are nearly those of fields. */
function mappingOf(names: readonly string[], paths: readonly string[]): string {
  const [known = 'FIELD=COLUMN'] = names.filter((name) => paths.includes(name)).map((name) => `${name}=${name}`);
  const near = names.flatMap((name) => {
    const path = nearestName(name, paths);
    return path === undefined || names.includes(path) || /[=,]/.test(name) ? [] : [[path, name] as const];
  });
  const pairs = near.length > 0 ? [...new Map(near)].map((pair) => pair.join('=')).join(',') : known;
  return /[^\w=.,-]/.test(pairs) ? `'${pairs}'` : pairs;
}

function readRow(file: string, line: number, cells: readonly Buffer[], header: Header): ReadRecord {
  const texts = cells.map((cell) => cell.toString('utf8'));
  const origin = { file, line, text: JSON.stringify(texts) };
  if (!cells.every((cell) => isUtf8(cell)))
    return { origin, reasons: ['The line is not valid UTF-8; --encoding names the encoding of the file.'] };
  if (texts.length !== header.length) {
    return { origin, reasons: [`The line has ${texts.length} cells; the header has ${header.length}.`] };
  }
  const value: Record<string, unknown> = {};
  header.forEach(({ put }, index) => put(value, texts[index] as string));
  return { origin, value };
}
