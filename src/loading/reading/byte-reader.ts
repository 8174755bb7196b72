/** Reads a given number of bytes from chunks of any size. */
export class ByteReader {
  private buffered: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next bytes without consuming them: fewer than `length` at the end of the input. */
  async peek(length: number): Promise<Buffer> {
    while (this.buffered.length < length) {
      const next = await this.chunks.next();
      if (next.done === true) break;
      this.buffered = this.buffered.length === 0 ? next.value : Buffer.concat([this.buffered, next.value]);
    }
    return this.buffered.subarray(0, length);
  }

  /** Consumes bytes. @throws Error when the input ends before */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw new Error('unexpected end of the data');
    this.buffered = this.buffered.subarray(length);
    return bytes;
  }

  /** Consumes everything that is left. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.buffered.length > 0) yield this.buffered;
    yield* { [Symbol.asyncIterator]: () => this.chunks };
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
