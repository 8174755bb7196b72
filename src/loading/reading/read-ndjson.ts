import { isUtf8 } from 'node:buffer';
import type { Origin } from '../load-item.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { JsonReader } from './json-reader.js';
import { NotJsonError } from './json-reader.js';
import type { RawLine } from './lines.js';
import { readLines } from './lines.js';
import type { ReadRecord } from './read-record.js';

/** A longer line is rejected; the largest record of the API is a thousand times smaller. */
export const LONGEST_LINE_BYTES = 10 * 1024 * 1024;
const LONGEST = `${LONGEST_LINE_BYTES.toLocaleString('en-US')} bytes`;
const NEWLINE = Buffer.from('\n');

/**
 * Reads NDJSON: one record a line, or a list of records, or a whole answer of the API; blank lines are passed over. An
 * input whose first line is `{` or `[` alone is read as one text.
 * @throws WorkFailure when such a text is too long
 */
export async function* readNdjson(
  file: string,
  bytes: AsyncIterable<Buffer>,
  reader: JsonReader,
): AsyncGenerator<ReadRecord[]> {
  let text: Buffer[] | undefined;
  let length = 0;
  for await (const lines of readLines(bytes, LONGEST_LINE_BYTES)) {
    if (length === 0 && /^\s*[{[]\s*$/.test(lines[0]?.bytes?.toString('latin1') ?? '')) text = [];
    length += lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (text === undefined) {
      const records = lines.flatMap((line) => readLine(file, line, reader));
      if (records.length > 0) yield records;
      continue;
    }
    if (length > LONGEST_LINE_BYTES) {
      throw new WorkFailure(`${file} is one JSON text of more than ${LONGEST}; write one record a line.`);
    }
    text.push(...lines.flatMap((line) => [line.bytes ?? Buffer.alloc(0), NEWLINE]));
  }
  if (text !== undefined) yield readLine(file, { number: 1, bytes: Buffer.concat(text), length }, reader);
}

function readLine(file: string, { number, bytes, length }: RawLine, reader: JsonReader): ReadRecord[] {
  if (bytes === undefined) {
    const reason = `The line has ${length.toLocaleString('en-US')} bytes; at most ${LONGEST_LINE_BYTES.toLocaleString('en-US')} are read.`;
    return [{ origin: { file, line: number, text: '' }, reasons: [reason] }];
  }
  const origin = new LineOrigin(file, number, bytes);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return [];
  if (!isUtf8(bytes)) return [{ origin, reasons: [`The line is not valid UTF-8 (at byte ${firstBadByte(bytes)}).`] }];
  try {
    const [value, ...others] = reader.read(text);
    if (others.length === 0) return value === undefined ? [] : [{ origin, value }];
    return [value, ...others].map((each) => ({
      origin: { file, line: number, text: JSON.stringify(each) },
      value: each,
    }));
  } catch (error) {
    if (error instanceof NotJsonError) return [{ origin, reasons: [`The line is not JSON: ${error.message}.`] }];
    throw error;
  }
}

/** Keeps the line outside the V8 heap: its text is rarely needed. */
class LineOrigin implements Origin {
  constructor(
    readonly file: string,
    readonly line: number,
    private readonly bytes: Buffer,
  ) {}

  get text(): string {
    return this.bytes.toString('utf8');
  }
}

/** 1 is the first byte. Found by bisection. */
function firstBadByte(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isUtf8(bytes.subarray(0, characterStart(bytes, middle)))) valid = middle;
    else invalid = middle;
  }
  return characterStart(bytes, valid) + 1;
}

/** The first byte of the character at a byte: a cut inside a character would look invalid. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
