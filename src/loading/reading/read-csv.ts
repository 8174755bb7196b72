import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { WorkFailure } from '../../common/errors/failure.js';
import { suggestName } from '../../common/nearest-name.js';
import type { CsvColumn } from '../../fields/csv-columns.js';
import type { Remarks } from '../load-item.js';
import type { Mapping } from './mapping.js';
import { peek } from './decode.js';
import { LONGEST, LONGEST_LINE_BYTES, type ReadOptions, type ReadRecord } from './input.js';

type Row = Readonly<{ record: Buffer[]; info: { lines: number } }>;
type Header = readonly Pick<CsvColumn, 'put'>[];

/** The first line of a CSV file made for a spreadsheet, which names the delimiter. */
export const SEP_LINE = /^"?sep=([,;\t|])"?(?=[\r\n])/i;
const SEP_LINE_BYTES = 10;
const ROWS_PER_PORTION = 500;
const HEADER_LINE = 'If there are lines above the header, --header-line says on which line it is.';
export const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Reads CSV with a header of field paths (`video_id`, `creator.uid`), behind a line such as `sep=;` where there is one. An
 * empty cell is a missing field. A quote inside a cell that does not begin with one is a part of it.
 * @param options the delimiter, by default a comma, or that of the first line, and the line of the header
 * @throws WorkFailure when columns of the header are not fields, or a quote is never closed
 */
export async function* readCsv(
  file: string,
  bytes: AsyncIterable<Buffer>,
  columns: readonly CsvColumn[],
  remarks: Remarks,
  options: Pick<ReadOptions, 'delimiter' | 'headerLine'> = {},
  mapping?: Mapping,
): AsyncGenerator<ReadRecord[]> {
  const { head, whole } = await peek(SEP_LINE_BYTES, bytes);
  const [, declared] = SEP_LINE.exec(head.toString('latin1')) ?? [];
  const delimiter = options.delimiter ?? declared ?? ',';
  const skipped: ReadRecord[] = [];
  /** The last line of the records so far, and the line ends that the parser has counted twice. */
  const firstLine = options.headerLine ?? (declared === undefined ? 1 : 2);
  let lastLine = firstLine - 1;
  let excess = 0;
  const parser = parse({
    encoding: null,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: firstLine,
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
      const { state } = parser as unknown as { state: { quoting: boolean; recordHasError: boolean } };
      if (noticed < firstLine || code === 'INVALID_OPENING_QUOTE') {
        // A quote inside a cell is a part of it, unless the record has had another fault.
        state.recordHasError = noticed >= firstLine && noticed < line;
        if (noticed < firstLine) state.quoting = false;
        return undefined;
      }
      if (code === 'CSV_MAX_RECORD_SIZE')
        throw new WorkFailure(`${file}: a record has more than ${LONGEST}; is the quote on line ${line} never closed?`);
      if (code === 'CSV_QUOTE_NOT_CLOSED')
        throw new WorkFailure(`${file}: the quote on line ${line} is never closed; the rest can’t be read.`);
      // Without this the parser takes all lines up to the next quote as a part of this cell.
      state.quoting = false;
      const end = noticed === line ? 'its closing quote' : `its closing quote on line ${noticed}`;
      const reason = `The cell quoted on line ${line} goes on after ${end}; write a quote inside a cell twice.`;
      if (noticed >= line) skipped.push({ origin: { file, line, text: '' }, reasons: [reason] });
      lastLine = noticed;
      return undefined;
    },
  });
  const rows = pipeline(whole, parser, () => undefined) as AsyncIterable<Row>;
  let header: Header | undefined;
  /** The names of the header by themselves and in lower case. */
  const names = new Map<string, string>();
  let portion: ReadRecord[] = [];
  for await (const { record: cells, info } of rows) {
    if (cells.length === 1 && cells[0]?.length === 0) continue;
    const repeated = header && repeatedNames(cells, names, header.length);
    if (header === undefined || repeated !== undefined) {
      if (!cells.every((cell) => isUtf8(cell)))
        throw new WorkFailure(`${file}: the header is not valid UTF-8; --encoding names the encoding of the file.`);
      const headerNames = repeated ?? cells.map(nameOf);
      header = readHeader(file, headerNames, columns, delimiter, mapping);
      if (repeated !== undefined)
        remarks.add('lines repeat the header and were left out', headerNames.join(delimiter), {
          file,
          line: info.lines,
        });
      else for (const name of headerNames.toReversed()) names.set(name.toLowerCase(), name);
      for (const name of headerNames) names.set(name, name);
    } else portion.push(readRow(file, info.lines, cells, header));
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

/** The names of a row that has those of the header in any order and case, as in files that were joined. */
function repeatedNames(row: readonly Buffer[], names: ReadonlyMap<string, string>, count: number) {
  const headerName = (cell: Buffer): string | undefined =>
    names.get(nameOf(cell)) ?? names.get(nameOf(cell).toLowerCase());
  if (row.length !== count || headerName(row[0] as Buffer) === undefined) return undefined;
  const repeated = new Set(row.flatMap((cell) => headerName(cell) ?? []));
  return repeated.size === count ? [...repeated] : undefined;
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
            `--map takes columns under other names, and leaves out those of no field. ${HEADER_LINE}`
        : `${file}: --map: ${missing.join(', ')}. The columns are ${names.join(', ')}. ${HEADER_LINE}`,
    );
  }
  if (mapping === undefined) return names.map((name) => columns[paths.indexOf(name)] as CsvColumn);
  return names.map((name) => ({ put: (row, cell) => (row[name] = cell) }));
}

function readRow(file: string, line: number, cells: readonly Buffer[], header: Header): ReadRecord {
  const texts = cells.map((cell) => cell.toString('utf8'));
  const origin = { file, line, text: JSON.stringify(texts) };
  if (!cells.every((cell) => isUtf8(cell)))
    return { origin, reasons: ['The line is not valid UTF-8; --encoding names the encoding of the file.'] };
  if (texts.length !== header.length)
    return { origin, reasons: [`The line has ${texts.length} cells; the header has ${header.length}.`] };
  const value: Record<string, unknown> = {};
  header.forEach(({ put }, index) => put(value, texts[index] as string));
  return { origin, value };
}
