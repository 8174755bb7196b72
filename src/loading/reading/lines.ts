/** A line of an input without its line end; `bytes` is undefined when the line is too long to be kept in memory. */
export interface RawLine {
  /** The first line is 1. */
  readonly number: number;
  readonly bytes: Buffer | undefined;
  /** Length of the whole line in bytes. */
  readonly length: number;
}

const NEWLINE = 0x0a;
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
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
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
