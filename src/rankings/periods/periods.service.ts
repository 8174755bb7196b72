import { Injectable } from '@nestjs/common';
import { type DatedPeriod, PERIOD_TYPES, periodOf } from '../../common/period/period.js';
import { EncodedData } from '../../documents/encoded-data.js';
import { FactDays } from '../../figures/fact-days.js';
import { factKey } from '../../figures/fact-groups.js';
import { PageCache } from '../../search/page-cache.js';
import { DataVersionWatch } from '../../search/state/data-watch.js';
import { NewestData } from '../../search/state/newest-data.js';
import type { PeriodRecord, PeriodsData, PeriodsRequest } from './periods.requests.js';
import { RANKED, type Ranking } from '../ranking.query.js';

/** The rankings that are listed unless the request names one. */
const RANKINGS_OF_CREATORS: readonly Ranking[] = ['topEcommerce', 'topGrowth'];

@Injectable()
export class PeriodsService {
  constructor(
    private readonly days: FactDays,
    private readonly pages: PageCache,
    private readonly newest: NewestData,
    private readonly watch: DataVersionWatch,
  ) {}

  /** @throws as `FactGroups.read` does */
  list(request: PeriodsRequest): Promise<EncodedData<PeriodsData>> {
    const { ranking, date_type } = request.filter;
    return this.watch.withSnapshot(async () => {
      const newest = await this.newest.moments();
      return this.pages.remember(`periods ${JSON.stringify([request, newest])}`, async () => {
        const rankings = ranking === undefined ? RANKINGS_OF_CREATORS : [ranking];
        const periods = await Promise.all(rankings.map((one) => this.periodsOf(one)));
        const list = PERIOD_TYPES.filter((type) => date_type === undefined || date_type === type).flatMap((type) =>
          periods.flatMap((some) => some.filter((period) => period.date_type === type)).sort(newestFirst),
        );
        return EncodedData.of({ total: list.length, list, newest });
      });
    });
  }

  /** The days, weeks and months in which facts count for a ranking. */
  private async periodsOf(ranking: Ranking): Promise<PeriodRecord[]> {
    const { subject, facts } = RANKED[ranking];
    const [days, { covers }] = await Promise.all([
      this.days.list(facts, factKey(subject).clauses),
      this.days.reach(facts),
    ]);
    return PERIOD_TYPES.flatMap((type) => {
      const sums = new Map<string, { period: DatedPeriod; facts: number }>();
      for (const { day, facts: count } of days) {
        const period = periodOf(type, day);
        const sum = sums.get(period.value) ?? { period, facts: 0 };
        sums.set(period.value, { period, facts: sum.facts + count });
      }
      return [...sums.values()].map(({ period, facts: count }) => ({
        ranking,
        date_type: type,
        date_value: period.value,
        complete: covers(period),
        facts: count,
        creators: null,
        rows: null,
      }));
    });
  }
}

const newestFirst = (one: PeriodRecord, other: PeriodRecord): number => {
  if (one.date_value !== other.date_value) return one.date_value < other.date_value ? 1 : -1;
  return one.ranking < other.ranking ? -1 : Number(one.ranking > other.ranking);
};
