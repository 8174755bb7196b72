const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Finds the line of a quote in CSV. Keeps the bytes that the parser has not consumed. */
export class QuoteFinder {
  private readonly kept: { readonly offset: number; readonly line: number; readonly bytes: Buffer }[] = [];

  /**
   * Passes chunks to the parser.
   * @param parsed returns the number of bytes that the parser has consumed
   */
  async *watch(chunks: AsyncIterable<Buffer>, parsed: () => number): AsyncGenerator<Buffer> {
    let offset = 0;
    let line = 1;
    for await (const bytes of chunks) {
      while (this.kept[0] !== undefined && this.kept[0].offset + this.kept[0].bytes.length <= parsed())
        this.kept.shift();
      this.kept.push({ offset, line, bytes });
      offset += bytes.length;
      line += countLineEnds(bytes);
      yield bytes;
    }
  }

  /** The line of the first quote at or after a byte; undefined when there is none in the bytes read so far. */
  lineOf(from: number): number | undefined {
    for (const { offset, line, bytes } of this.kept) {
      const at = bytes.indexOf(QUOTE, Math.max(0, from - offset));
      if (at >= 0) return line + countLineEnds(bytes.subarray(0, at));
    }
    return undefined;
  }
}

function countLineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
