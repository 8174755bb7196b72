import { isUtf8 } from 'node:buffer';
import type { Origin } from '../load-item.js';
import { WorkFailure } from '../../common/errors/failure.js';
import type { JsonObject } from '../../common/json-object.js';
import { cutJson, type JsonReader } from './cut-json.js';
import { peek } from './decode.js';
import { LONGEST_LINE_BYTES, type RawLine, type ReadRecord } from './input.js';

/** The beginning of a list, or of an object that goes on after its first line. */
const JSON_TEXT = /^\s*(?:\[|\{[^\S\n\r]*[\n\r])/;
const HEAD_BYTES = 64;
/** One line may be a list of a million records. */
const LINES_PER_PORTION = 2000;

/**
 * Reads JSON: each line is a record, a list of records, or an answer of the API, and blank lines are skipped. An input that
 * begins with a list or whose first line is only `{` is read as JSON texts of any number of lines.
 * @param records the names that lead to the list of records in each text
 * @throws WorkFailure when the rest of such a text can't be read, or the input is an interrupted export
 */
export async function* readNdjson(
  file: string,
  bytes: AsyncIterable<Buffer>,
  read: JsonReader,
  records?: readonly string[],
): AsyncGenerator<ReadRecord[]> {
  const { head, whole } = await peek(HEAD_BYTES, bytes);
  const texts =
    records !== undefined || JSON_TEXT.test(head.toString('latin1', 0, HEAD_BYTES))
      ? cutJson(file, whole, records)
      : readLines(whole, LONGEST_LINE_BYTES);
  for await (const portion of texts) {
    const lines = portion.flatMap((text) => readLine(file, text, read));
    for (let from = 0; from < lines.length; from += LINES_PER_PORTION)
      yield lines.slice(from, from + LINES_PER_PORTION);
  }
}

function readLine(file: string, { number: line, bytes, length }: RawLine, read: JsonReader): ReadRecord[] {
  if (bytes === undefined) {
    const reason = `The line has ${length.toLocaleString('en-US')} bytes; at most ${LONGEST_LINE_BYTES.toLocaleString('en-US')} are read. A list in an object is read with --records, such as data.list.`;
    return [{ origin: { file, line, text: '' }, reasons: [reason] }];
  }
  // The bytes are kept outside the V8 heap, because the text of a line is rarely needed.
  const origin: Origin = {
    file,
    line,
    get text() {
      return bytes.toString('utf8');
    },
  };
  const { text } = origin;
  if (text.trim() === '') return [];
  if (!isUtf8(bytes)) {
    const decoded = Buffer.from(text);
    const bad = bytes.findIndex((byte, at) => byte !== decoded[at]) + 1;
    const reason = `The line is not valid UTF-8 (at byte ${bad}); --encoding names the encoding of the file.`;
    return [{ origin, reasons: [reason] }];
  }
  try {
    const values = read(text);
    const [value] = values;
    if (isExportFailure(value))
      throw new WorkFailure(
        `${file} is an export that was interrupted at line ${line}: ${value.message} Export it again.`,
      );
    if (values.length === 1) return [{ origin, value }];
    return values.map((each) => ({ origin: { file, line, text: JSON.stringify(each) }, value: each }));
  } catch (error) {
    const hint = /^\s*[[{]/.test(text) ? '' : ' CSV is read with --format csv.';
    if (error instanceof SyntaxError) return [{ origin, reasons: [`The line is not JSON: ${error.message}.${hint}`] }];
    if (error instanceof RangeError) return [{ origin, reasons: [error.message] }];
    throw error;
  }
}

/** Whether a value is the last line of an interrupted export. */
function isExportFailure(value: unknown): value is { readonly message: string } {
  const { code, message, request_id, ...others } = (value ?? {}) as JsonObject;
  return code !== undefined && message !== undefined && request_id !== undefined && Object.keys(others).length === 0;
}

const CARRIAGE_RETURN = 0x0d;

/** Splits bytes into lines at LF or CRLF. A line of more than `longest` bytes is skipped without being kept in memory. */
export async function* readLines(chunks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<RawLine[]> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  };
  const end = (): RawLine => {
    const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    const bytes = length <= longest ? withoutReturn(whole) : undefined;
    const line = { number, bytes, length };
    number += 1;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    const lines: RawLine[] = [];
    let from = 0;
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      take(chunk.subarray(from, to));
      lines.push(end());
      from = to + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [end()];
}

const withoutReturn = (bytes: Buffer): Buffer => (bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);
