import { appendFileSync, closeSync, openSync } from 'node:fs';
import { WorkFailure } from '../common/errors/work-failure.js';
import type { Origin } from './load-item.js';

/** A line of the rejects file. */
export interface Reject {
  readonly file: string;
  readonly line: number;
  readonly reasons: readonly string[];
  /** The line unchanged; empty when it was too long to be kept in memory. */
  readonly text: string;
}

/** Writes rejected lines as NDJSON. The first rejected line creates the file. */
export class RejectsFile {
  private file: number | undefined;
  count = 0;

  /** @param most the load fails when more lines are rejected */
  constructor(
    readonly path: string,
    private readonly most: number,
  ) {}

  /** @throws WorkFailure when there are too many rejected lines, or the file can't be written */
  add(origin: Origin, reasons: readonly string[]): void {
    const reject: Reject = { file: origin.file, line: origin.line, reasons, text: origin.text };
    try {
      this.file ??= openSync(this.path, 'w');
      appendFileSync(this.file, `${JSON.stringify(reject)}\n`);
    } catch (error) {
      throw new WorkFailure(`The rejects file ${this.path} can’t be written: ${(error as Error).message}`);
    }
    this.count += 1;
    if (this.count > this.most) {
      throw new WorkFailure(
        `More than ${this.most} lines were rejected; the last one is ${origin.file}:${origin.line}: ${reasons.join(' ')}`,
      );
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}
