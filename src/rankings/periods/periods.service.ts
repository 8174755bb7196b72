import { Injectable } from '@nestjs/common';
import { PERIOD_TYPES, periodOf, type PeriodType } from '../../common/period/period.js';
import { EncodedData } from '../../common/encoded-data.js';
import { FactDays } from '../../figures/fact-days.js';
import { factKey } from '../../figures/fact-groups.js';
import { PageCache } from '../../freshness/data-cache.js';
import { DataVersionWatch } from '../../freshness/data-watch.js';
import { NewestData } from '../../search/state/newest-data.js';
import type { PeriodRecord, PeriodsData, PeriodsRequest } from './periods.requests.js';
import { type Ranking, SUBJECTS } from '../../subjects/subjects.js';
import { RANKINGS } from '../rankings.requests.js';

/** The rankings that are listed unless the request names one. */
const RANKINGS_OF_CREATORS = Object.keys(SUBJECTS.creator.rankings).sort() as Ranking[];

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
        const types = PERIOD_TYPES.filter((type) => date_type === undefined || type === date_type);
        const periodsOf = await Promise.all(rankings.map((one) => this.periodsOf(one)));
        const list = types.flatMap((type) => periodsOf.flatMap((periods) => periods(type)).sort(newestFirst));
        return EncodedData.of({ total: list.length, list, newest });
      });
    });
  }

  /** Returns a function from a type to its periods in which facts count for a ranking. */
  private async periodsOf(ranking: Ranking): Promise<(type: PeriodType) => PeriodRecord[]> {
    const { subject, facts } = RANKINGS[ranking];
    const [days, { covers }] = await Promise.all([
      this.days.list(facts, factKey(subject).clauses),
      this.days.reach(facts),
    ]);
    return (type) => {
      const sums = new Map<string, number>();
      for (const { day, facts: count } of days) {
        const { value } = periodOf(type, day);
        sums.set(value, (sums.get(value) ?? 0) + count);
      }
      return [...sums].map(([value, sum]) => ({
        ranking,
        date_type: type,
        date_value: value,
        complete: covers({ type, value }),
        facts: sum,
        creators: null,
        rows: null,
      }));
    };
  }
}

const newestFirst = ({ date_value: one }: PeriodRecord, { date_value: other }: PeriodRecord): number =>
  Number(one < other) - Number(one > other);
