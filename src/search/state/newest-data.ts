import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../config/config.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { dayOf } from '../../common/period/day.js';
import { latestNewest, NEWEST, type NewestMoments, type RecordKind } from '../../common/record-kind.js';
import { RefreshedCache } from './refreshed-cache.js';

const WAITED_FOR_MS = 2000;

/** Reads the newest moment of each kind of data, and keeps it until the data changes. */
@Injectable()
export class NewestData extends RefreshedCache<'newest', NewestMoments> {
  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {
    super();
  }

  /** null when they were never read and Elasticsearch does not answer within two seconds. */
  async moments(): Promise<NewestMoments | null> {
    try {
      return await Promise.race([this.get('newest'), sleep(WAITED_FOR_MS, null, { ref: false })]);
    } catch {
      return null;
    }
  }

  /** When the read fails, the next `get` repeats it. */
  override refresh(): Promise<() => void> {
    return super.refresh().catch(() => () => this.expire());
  }

  protected override async read(): Promise<NewestMoments> {
    const moments = NEWEST.map(async ({ kind, name, field, isDay = false }) => {
      const latest = await this.latest(kind, field, isDay);
      return [name, isDay && latest !== null ? dayOf(latest) : latest];
    });
    return Object.fromEntries(await Promise.all(moments)) as NewestMoments;
  }

  /** The largest value of a field until tomorrow; days in milliseconds. */
  private async latest(kind: RecordKind, field: string, isDay: boolean) {
    const index = this.names.alias(kind);
    const query = { range: { [field]: { lte: latestNewest(isDay) } } };
    const body = { index, size: 1, track_total_hits: false, _source: false, query, sort: { [field]: 'desc' as const } };
    const { hits } = await this.reads.run(kind, (options) => this.client.search(body, options), {
      timeoutMs: this.config.requestTimeoutMs,
    });
    return (hits.hits[0]?.sort?.[0] as number | undefined) ?? null;
  }
}
