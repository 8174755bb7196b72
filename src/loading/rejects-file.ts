import type { WriteStream } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { WorkFailure } from '../errors/work-failure.js';
import type { Origin } from './load-item.js';

/** A line of the rejects file. */
export interface Reject {
  readonly file: string;
  readonly line: number;
  /** Every reason, one sentence each. */
  readonly reasons: readonly string[];
  /** The line as it was read; empty when it was too long to be kept. */
  readonly text: string;
}

/** Writes rejected lines as NDJSON. The first rejected line creates the file. */
export class RejectsFile {
  private stream: WriteStream | undefined;
  private failure: Error | undefined;
  private written = 0;

  /**
   * @param path where the rejects go; what is there is overwritten
   * @param most the load fails when more lines than this are rejected
   */
  constructor(
    readonly path: string,
    private readonly most: number,
  ) {}

  /** How many lines were rejected so far. */
  get count(): number {
    return this.written;
  }

  /** @throws WorkFailure when that was one too many, or the file can't be written */
  async add(origin: Origin, reasons: readonly string[]): Promise<void> {
    this.stream ??= this.open();
    const reject: Reject = { file: origin.file, line: origin.line, reasons, text: origin.text };
    this.written += 1;
    if (!this.stream.write(`${JSON.stringify(reject)}\n`)) await this.orFailure(once(this.stream, 'drain'));
    this.throwFailure();
    if (this.written > this.most) {
      throw new WorkFailure(
        `More than ${this.most} lines were rejected; the last one is ${origin.file}:${origin.line}: ${reasons.join(' ')}`,
      );
    }
  }

  /** Resolves when everything is on disk. @throws WorkFailure when the file can't be written */
  async close(): Promise<void> {
    const { stream } = this;
    if (stream === undefined) return;
    await this.orFailure(new Promise((resolve) => stream.end(resolve)));
    this.throwFailure();
  }

  private open(): WriteStream {
    return createWriteStream(this.path).on('error', (error) => (this.failure ??= error));
  }

  private async orFailure(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.stream && once(this.stream, 'close')]).catch(() => undefined);
  }

  private throwFailure(): void {
    if (this.failure) throw new WorkFailure(`The rejects file ${this.path} can’t be written: ${this.failure.message}`);
  }
}
