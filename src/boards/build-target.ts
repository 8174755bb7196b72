import type { IndexKind } from '../common/index-kind.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import type { IndexNames } from '../elastic/indices/index-names.js';
import { type Retry, retrying, type RetryOptions } from '../elastic/client/retry-policy.js';
import { PointInTime } from '../elastic/client/point-in-time.js';

/** The cluster that boards are built on, and its retry policy. */
export class BuildTarget {
  private readonly open = new Set<PointInTime>();

  constructor(
    readonly client: ElasticClient,
    readonly names: IndexNames,
    readonly retryOptions: RetryOptions,
  ) {
    this.retry = retrying(retryOptions);
  }

  /** The same cluster; work on it ends when the signal is aborted. */
  withSignal(signal: AbortSignal): BuildTarget {
    return new BuildTarget(this.client, this.names, { ...this.retryOptions, signal });
  }

  readonly retry: Retry;

  /** Reads an index at one point in time, which Elasticsearch keeps while others of this target are read. */
  async atPointInTime<T>(kind: IndexKind, read: (index: PointInTime) => Promise<T>): Promise<T> {
    const index = await PointInTime.open(this.client, this.names.alias(kind), this.retry, this.open);
    try {
      return await read(index);
    } finally {
      await index.close();
    }
  }

  async refresh(kind: IndexKind): Promise<void> {
    await this.retry(() => this.client.indices.refresh({ index: this.names.alias(kind) }));
  }
}
