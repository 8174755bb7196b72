import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { WorkFailure } from '../errors/work-failure.js';
import type { Origin } from './load-item.js';

/** A line of the rejects file. */
export interface Reject {
  readonly file: string;
  readonly line: number;
  /** Every reason, one sentence each. */
  readonly reasons: readonly string[];
  /** The line unchanged; empty when it was too long to be kept in memory. */
  readonly text: string;
}

/** Writes rejected lines as NDJSON. The first rejected line creates the file. */
export class RejectsFile {
  private stream: WriteStream | undefined;
  private failure: Error | undefined;
  private written = 0;

  /**
   * @param path an existing file is overwritten
   * @param most the load fails when more lines are rejected
   */
  constructor(
    readonly path: string,
    private readonly most: number,
  ) {}

  /** Number of rejected lines. */
  get count(): number {
    return this.written;
  }

  /** @throws WorkFailure when there are too many rejected lines, or the file can't be written */
  async add(origin: Origin, reasons: readonly string[]): Promise<void> {
    this.stream ??= createWriteStream(this.path).on('error', (error) => (this.failure ??= error));
    const reject: Reject = { file: origin.file, line: origin.line, reasons, text: origin.text };
    this.written += 1;
    if (!this.stream.write(`${JSON.stringify(reject)}\n`)) await this.orClosed(once(this.stream, 'drain'));
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
    await this.orClosed(new Promise((resolve) => stream.end(resolve)));
    this.throwFailure();
  }

  /** Waits for an event of the stream, or until a failure has closed it. */
  private async orClosed(event: Promise<unknown>): Promise<void> {
    await Promise.race([event, this.stream && once(this.stream, 'close')]).catch(() => undefined);
  }

  private throwFailure(): void {
    if (this.failure) throw new WorkFailure(`The rejects file ${this.path} can’t be written: ${this.failure.message}`);
  }
}
