import { Injectable } from '@nestjs/common';
import { dayOf } from '../../common/period/period.js';
import { endOfTomorrow, NEWEST, type NewestMoments } from '../../common/record-kind.js';
import { IndexCache } from '../../freshness/data-cache.js';

/** Reads the newest moment of each kind of data, and keeps it until the data changes. */
@Injectable()
export class NewestData extends IndexCache<NewestMoments> {
  /** null when they are not known and Elasticsearch does not answer within two seconds. */
  moments(): Promise<NewestMoments | null> {
    const moments = this.values.remember('newest', () => this.read());
    return this.inTime(moments, null);
  }

  private async read(): Promise<NewestMoments> {
    const moments = NEWEST.map(async ({ kind, name, field, isDay }) => {
      const query = { range: { [field]: { lte: endOfTomorrow(isDay) } } };
      const [hit] = await this.hitsOf(kind, { size: 1, _source: false, query, sort: { [field]: 'desc' } });
      const latest = (hit?.sort?.[0] as number | undefined) ?? null;
      return [name, isDay && latest !== null ? dayOf(latest) : latest];
    });
    return Object.fromEntries(await Promise.all(moments)) as NewestMoments;
  }
}
