import { appendFileSync, closeSync, openSync } from 'node:fs';
import { WorkFailure } from '../common/errors/failure.js';
import type { RecordKind } from '../common/record-kind.js';
import type { Origin } from './load-item.js';

/** The path of a rejects file that the user has not named. */
export const rejectsPath = (kind: RecordKind): string =>
  `${kind}-rejects-${new Date().toISOString().replace(/[-:]|\..*/g, '')}.ndjson`;

/**
 * Writes rejected lines as NDJSON: each with its file, line and reasons, and its text unless it was too long to be kept in
 * memory. The first rejected line creates the file.
 */
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
    const { file, line, text } = origin;
    try {
      this.file ??= openSync(this.path, 'w');
      appendFileSync(this.file, `${JSON.stringify({ file, line, reasons, text })}\n`);
    } catch (error) {
      throw new WorkFailure(`The rejects file ${this.path} can’t be written: ${(error as Error).message}`);
    }
    this.count += 1;
    if (this.count > this.most) {
      throw new WorkFailure(
        `More than ${this.most} lines were rejected; the last one is ${file}:${line}: ${reasons.join(' ')}`,
      );
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}
