import type { IndexKind } from '../../documents/index-kind.js';
import type { BulkOutcome } from '../../elastic/client/bulk.js';
import { sendBulk } from '../../elastic/client/bulk.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { BuildTarget } from '../build-target.js';

/** Measured on two cores: 2,000 per request and two in flight write fastest. */
const BATCH_OPERATIONS = 2000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;
const IN_FLIGHT = 2;

interface Batch {
  readonly kind: IndexKind;
  readonly operations: (readonly string[])[];
  characters: number;
}

/** Writes and deletes documents in bulk; each call waits for capacity. Every id is written once. */
export class BulkRows {
  private readonly gathering = new Map<IndexKind, Batch>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly target: BuildTarget) {}

  /** @param source the document as JSON */
  put(kind: IndexKind, id: string, source: string): Promise<void> {
    return this.add(kind, [`{"index":{"_id":${JSON.stringify(id)}}}`, source]);
  }

  remove(kind: IndexKind, id: string): Promise<void> {
    return this.add(kind, [`{"delete":{"_id":${JSON.stringify(id)}}}`]);
  }

  /**
   * Waits until everything is written.
   * @throws WorkFailure when a document can't be written
   */
  async finish(): Promise<void> {
    for (const batch of this.gathering.values()) await this.dispatch(batch);
    this.gathering.clear();
    await Promise.all(this.running);
  }

  private async add(kind: IndexKind, operation: readonly string[]): Promise<void> {
    let batch = this.gathering.get(kind);
    if (batch === undefined) {
      batch = { kind, operations: [], characters: 0 };
      this.gathering.set(kind, batch);
    }
    batch.operations.push(operation);
    for (const line of operation) batch.characters += line.length;
    if (batch.operations.length < BATCH_OPERATIONS && batch.characters < BATCH_CHARACTERS) return;
    this.gathering.delete(kind);
    await this.dispatch(batch);
  }

  private async dispatch(batch: Batch): Promise<void> {
    while (this.running.size >= IN_FLIGHT) await Promise.race(this.running);
    const writing = this.write(batch).then(() => void this.running.delete(writing));
    writing.catch(() => undefined);
    this.running.add(writing);
  }

  private async write({ kind, operations }: Batch): Promise<void> {
    const { client, names, retryOptions: options } = this.target;
    const retryPolicy = new RetryPolicy(options);
    let pending: readonly (readonly string[])[] = operations;
    while (pending.length > 0) {
      const sent = pending;
      const outcomes = await retryPolicy.run(() => sendBulk(client, names.alias(kind), sent.flat(), options.signal));
      pending = sent.filter((_, position) => isBusy(kind, outcomes[position] as BulkOutcome));
      if (pending.length < sent.length) retryPolicy.progressed();
      if (pending.length > 0) await retryPolicy.pause(`${pending.length} of ${sent.length} rows were not taken`);
    }
  }
}

function isBusy(kind: IndexKind, outcome: BulkOutcome): boolean {
  switch (outcome.kind) {
    case 'done':
      return false;
    case 'busy':
      return true;
    case 'conflict':
      throw new WorkFailure(`Somebody else writes to ${kind} while boards are built.`);
    case 'refused':
      throw new WorkFailure(`Elasticsearch refuses a document of ${kind}: ${outcome.reason}`);
  }
}
