import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { dayOf } from '../../common/period/period.js';
import { latestNewest, NEWEST, type NewestMoments, type RecordKind } from '../../common/record-kind.js';
import { RefreshedCache } from './refreshed-cache.js';

const WAITED_FOR_MS = 2000;

/** Reads the newest moment of each kind of data, and keeps it until the data changes. */
@Injectable()
export class NewestData extends RefreshedCache<'newest', NewestMoments> {
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
    const moments = NEWEST.map(async ({ kind, name, field, isDay }) => {
      const latest = await this.latest(kind, field, isDay);
      return [name, isDay && latest !== null ? dayOf(latest) : latest];
    });
    return Object.fromEntries(await Promise.all(moments)) as NewestMoments;
  }

  /** The largest value of a field until tomorrow; days in milliseconds. */
  private async latest(kind: RecordKind, field: string, isDay: boolean) {
    const query = { range: { [field]: { lte: latestNewest(isDay) } } };
    const [hit] = await this.hitsOf(kind, { size: 1, _source: false, query, sort: { [field]: 'desc' } });
    return (hit?.sort?.[0] as number | undefined) ?? null;
  }
}
