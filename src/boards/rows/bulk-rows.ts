import type { IndexKind } from '../../common/index-kind.js';
import { Batcher } from '../../elastic/client/batcher.js';
import { sendBulk, writeAll } from '../../elastic/client/bulk.js';
import { WorkFailure } from '../../common/errors/work-failure.js';
import type { BuildTarget } from '../build-target.js';

/** The write of one document; `source` is empty when the document is deleted. */
interface RowWrite {
  readonly id: string;
  readonly source: string;
}

/** Writes and deletes documents in bulk; each call waits for capacity. Every id is written once. */
export class BulkRows {
  private readonly batchers = new Map<IndexKind, Batcher<RowWrite>>();

  constructor(private readonly target: BuildTarget) {}

  /** @param source the document as JSON; without one the document is deleted */
  write(kind: IndexKind, id: string, source = ''): Promise<void> {
    return this.batcherOf(kind).add({ id, source });
  }

  /** Waits until everything is written. @throws WorkFailure when a document can't be written */
  async finish(): Promise<void> {
    await Promise.all([...this.batchers.values()].map((batcher) => batcher.finish()));
  }

  private batcherOf(kind: IndexKind): Batcher<RowWrite> {
    const batcher = this.batchers.get(kind) ?? new Batcher<RowWrite>((batch) => this.send(kind, batch));
    this.batchers.set(kind, batcher);
    return batcher;
  }

  private send(kind: IndexKind, batch: readonly RowWrite[]): Promise<void> {
    const { client, names, retryOptions } = this.target;
    const target = { client, alias: names.alias(kind), retryOptions };
    const operationOf = ({ id, source }: RowWrite) => {
      const row = `{"_id":${JSON.stringify(id)}}`;
      return source === '' ? [`{"delete":${row}}`] : [`{"index":${row}}`, source];
    };
    const refused = (_: RowWrite, reason: string): never => {
      throw new WorkFailure(`Elasticsearch refuses a document of ${kind}: ${reason}`);
    };
    const send = (rows: readonly RowWrite[]) => sendBulk(target, rows.map(operationOf));
    return writeAll(target, batch, send, () => undefined, refused);
  }
}
