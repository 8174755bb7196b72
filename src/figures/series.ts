import { Injectable } from '@nestjs/common';
import { pairingOf } from '../common/period/pairing.js';
import {
  type DatedPeriod,
  dayOf,
  daysBetween,
  firstDay,
  lastDay,
  periodOf,
  periodsBetween,
  type PeriodType,
} from '../common/period/period.js';
import { allOf, someOf } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { BY_DAY, FactDays, inDays } from './fact-days.js';
import { type Buckets, FactGroups, MOST_GROUPS } from './fact-groups.js';
import type { SeriesPoint } from './figures.record.js';
import { addUp, soldIn, USD_SUMS, type Values, valuesOf } from './sums.js';

interface SeriesQuery {
  readonly type: PeriodType;
  readonly now: DatedPeriod;
  readonly before: DatedPeriod | undefined;
  readonly clauses: readonly QueryClause[];
  /** Each part of the facts has a series. */
  readonly parts: readonly QueryClause[];
}

type DayBucket = Readonly<{ key: number }> & Readonly<Record<'units' | 'usd_gmv', { readonly value: number }>>;

type Parts = Readonly<{ buckets: Readonly<Record<string, { readonly days?: Buckets<DayBucket> }>> }>;

const DAYS = 'aggregations.parts.buckets.*.days.buckets';

const MOST_PARTS = 500;

/** Adds up sales day by day under the filters of a list. */
@Injectable()
export class SeriesReader {
  constructor(
    private readonly groups: FactGroups,
    private readonly days: FactDays,
  ) {}

  /** The series of each part. @throws as `FactGroups.read` does */
  async read(query: SeriesQuery): Promise<SeriesPoint[][]> {
    const { type, now, before, clauses, parts } = query;
    const { covers } = await this.days.reach('sales');
    const daysIn = (period: DatedPeriod) => daysBetween(firstDay(period), lastDay(period)) + 1;
    const most = Math.min(MOST_PARTS, Math.floor(MOST_GROUPS / (daysIn(now) + (before ? daysIn(before) : 0))));
    const points = [...periodsBetween(type, firstDay(now), lastDay(now))].map(({ value }) => value);
    const { partnerOf, hasPartner } = pairingOf(type, now, before ?? now);
    const isIn = (period: DatedPeriod, day: string) => firstDay(period) <= day && day <= lastDay(period);
    const series = (buckets: readonly DayBucket[]): SeriesPoint[] => {
      const [sums, sumsBefore] = [new Map<string, Values>(), new Map<string, Values>()];
      const add = (all: Map<string, Values>, value: string | undefined, values: Values) =>
        value !== undefined && all.set(value, addUp([all.get(value) ?? {}, values]));
      for (const { key, units, usd_gmv } of buckets) {
        const [day, values] = [dayOf(key), valuesOf({ units, usd_gmv })];
        if (isIn(now, day)) add(sums, periodOf(type, day).value, values);
        if (before && isIn(before, day)) add(sumsBefore, partnerOf(day), values);
      }
      return points.map((value) => {
        const own = sums.get(value);
        const isKnown = own !== undefined || covers(clipped({ type, value }, now));
        const isCompared = covers(before) && hasPartner(value);
        return {
          date_value: value,
          ...(isKnown ? soldIn(own ?? {}, value) : { units_sold: null, usd_gmv: null }),
          ...(before && { previous: isCompared ? soldIn(sumsBefore.get(value) ?? {}, value) : null }),
        };
      });
    };
    const all: SeriesPoint[][] = [];
    for (let at = 0; at < parts.length; at += most) {
      const some = parts.slice(at, at + most);
      const filters = { filters: Object.fromEntries(some.map((part, index) => [index, part])) };
      const times = before ? someOf(inDays(now), inDays(before)) : inDays(now);
      const found = await this.groups.aggregate<{ parts: Parts }>(
        'sales',
        [...clauses, times, someOf(...some)],
        { parts: { filters, aggs: { days: { ...BY_DAY, aggs: USD_SUMS } } } },
        `${DAYS}.key,${DAYS}.*.value`,
      );
      all.push(...some.map((_, index) => series(found.parts?.buckets[index]?.days?.buckets ?? [])));
    }
    return all;
  }

  /** The series of all facts that match. @throws as `read` does */
  async sum(query: Omit<SeriesQuery, 'parts'>): Promise<SeriesPoint[]> {
    const [series = []] = await this.read({ ...query, parts: [allOf(undefined, [])] });
    return series;
  }
}

/** The days of a period that are in another one. */
function clipped(period: DatedPeriod, within: DatedPeriod): DatedPeriod {
  const [from, to] = [firstDay(period), lastDay(period)];
  const first = from < firstDay(within) ? firstDay(within) : from;
  return { type: 'range', value: `${first}~${to > lastDay(within) ? lastDay(within) : to}` };
}
