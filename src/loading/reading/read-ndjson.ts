import { isUtf8 } from 'node:buffer';
import { WorkFailure } from '../../errors/work-failure.js';
import type { Origin } from '../load-item.js';
import type { JsonLineReader } from './json-line.js';
import { NotJsonError } from './json-line.js';
import type { RawLine } from './lines.js';
import { readLines } from './lines.js';
import type { ReadRecord } from './read-record.js';

/** A line above this is no record: the largest of the service's own is a thousand times smaller. */
export const LONGEST_LINE_BYTES = 10 * 1024 * 1024;

/**
 * Reads NDJSON: one record a line; blank lines are passed over.
 * @throws WorkFailure at the line by which an export says that it broke off
 */
export async function* readNdjson(
  file: string,
  bytes: AsyncIterable<Buffer>,
  reader: JsonLineReader,
): AsyncGenerator<ReadRecord[]> {
  for await (const lines of readLines(bytes, LONGEST_LINE_BYTES)) {
    const records = lines.flatMap((line) => readLine(file, line, reader));
    if (records.length > 0) yield records;
  }
}

function readLine(file: string, { number, bytes, length }: RawLine, reader: JsonLineReader): ReadRecord[] {
  if (bytes === undefined) {
    const reason = `The line has ${length.toLocaleString('en-US')} bytes; at most ${LONGEST_LINE_BYTES.toLocaleString('en-US')} are read.`;
    return [{ origin: { file, line: number, text: '' }, reasons: [reason] }];
  }
  const origin = new LineOrigin(file, number, bytes);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return [];
  if (!isUtf8(bytes)) return [{ origin, reasons: [`The line is not valid UTF-8 (at byte ${firstBadByte(bytes)}).`] }];
  try {
    const value = reader.read(text);
    if (!isBrokenOff(value)) return [{ origin, value }];
    throw new WorkFailure(`${file} is an export that broke off at line ${number}: ${value.message} Export it again.`);
  } catch (error) {
    if (error instanceof NotJsonError) return [{ origin, reasons: [`The line is not JSON: ${error.message}.`] }];
    throw error;
  }
}

/** The last line of an export that broke off. */
interface BrokenOff {
  readonly code: number;
  readonly message: string;
  readonly request_id: string;
}

function isBrokenOff(value: unknown): value is BrokenOff {
  const { code, message, request_id, ...others } = (value ?? {}) as Partial<BrokenOff>;
  return code !== undefined && message !== undefined && request_id !== undefined && Object.keys(others).length === 0;
}

/** Holds the line outside the heap of the collector: its text is hardly ever asked for. */
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

/** 1 is the first byte. The longest valid beginning is found by halving. */
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

/** The start of the character that stands at a byte: a cut within it would make it look invalid. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
