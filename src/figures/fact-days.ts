import { Injectable } from '@nestjs/common';
import {
  type DatedPeriod,
  dayOf,
  firstDay,
  followed,
  isCovered,
  isFollowing,
  isRefusal,
  lastDay,
  MOST_RANGE_DAYS,
  type Period,
  periodOf,
  type PeriodType,
  previousPeriod,
  readPeriod,
} from '../common/period/period.js';
import { type Words, words } from '../common/errors/error-texts.js';
import { RequestFailure } from '../common/errors/failure.js';
import type { FactKind } from '../common/record-kind.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import { DataVersionWatch } from '../freshness/data-watch.js';
import { DataCache } from '../freshness/data-cache.js';
import { type Buckets, FactGroups } from './fact-groups.js';
import type { Aggregations, Coverage } from './sums.js';

type FactDay = Readonly<{ day: string; facts: number }>;
type Days = Buckets<{ key: number; doc_count: number }>;

/** Matches the facts from a period to another one, or of that period only; of none without a period. */
export const inDays = (first: DatedPeriod | undefined, last = first): QueryClause =>
  first === undefined || last === undefined
    ? { match_none: {} }
    : { range: { date: { gte: firstDay(first), lte: lastDay(last) } } };

/** Groups facts by periods, whose values are the keys of the groups. */
export const byPeriods = (periods: readonly DatedPeriod[], aggs: Aggregations): Aggregation => ({
  date_range: {
    field: 'date',
    ranges: periods.map((period) => ({ key: period.value, from: firstDay(period), to: `${lastDay(period)}||+1d` })),
  },
  aggs,
});

/** Groups facts by days. */
export const BY_DAY = { date_histogram: { field: 'date', calendar_interval: 'day', min_doc_count: 1 } } as const;

/** The days that facts reach over. */
@Injectable()
export class FactDays {
  private readonly days: DataCache<readonly FactDay[]>;

  constructor(
    private readonly groups: FactGroups,
    watch: DataVersionWatch,
  ) {
    this.days = new DataCache(watch, 2);
  }

  /** The days with facts that match every clause, oldest first. @throws as `FactGroups.read` does */
  async list(facts: FactKind, clauses: readonly QueryClause[] = []): Promise<readonly FactDay[]> {
    const found = await this.groups.aggregate<{ days: Days }>(facts, clauses, { days: BY_DAY });
    return (found.days?.buckets ?? []).map(({ key, doc_count }) => ({ day: dayOf(key), facts: doc_count }));
  }

  /** The oldest and the newest day with facts, which periods all facts cover, and which have some. @throws as `list` does */
  async reach(facts: FactKind) {
    const days = await this.days.remember(facts, () => this.list(facts));
    const ends = { oldest: days.at(0)?.day, newest: days.at(-1)?.day };
    const covers = (period: DatedPeriod | undefined) => period !== undefined && isCovered(period, ends);
    return {
      ...ends,
      covers,
      factsIn: (period: DatedPeriod | undefined): number => {
        if (period === undefined) return 0;
        const [first, last] = [firstDay(period), lastDay(period)];
        return days.reduce((sum, { day, facts: own }) => sum + (first <= day && day <= last ? own : 0), 0);
      },
      coverage: (period: DatedPeriod | undefined, before: DatedPeriod | undefined): Coverage => ({
        complete: covers(period),
        previous_complete: covers(before),
      }),
    };
  }

  /** The newest complete period of a type; undefined without one. @throws as `list` does */
  async newestComplete(facts: FactKind, type: PeriodType): Promise<Period | undefined> {
    const { covers, newest } = await this.reach(facts);
    const latest = newest === undefined ? undefined : periodOf(type, newest);
    return [latest, latest && previousPeriod(latest)].find((one) => one !== undefined && covers(one));
  }

  /**
   * A period of the calendar in the place of one that follows the data.
   * @throws RequestFailure (400) where none is complete, or the days are no range, and as `list` does
   */
  async follow(facts: FactKind, asked: DatedPeriod, path: string): Promise<DatedPeriod> {
    const { type, value: given } = asked;
    if (!isFollowing(type, given)) return asked;
    const refuse = (detail: Words) => new RequestFailure({ path, rule: 'period', given, detail });
    const at = async (one: PeriodType, value: string): Promise<string> => {
      if (!isFollowing(one, value)) return value;
      const newest = await this.newestComplete(facts, one);
      if (newest === undefined) throw refuse(words('no_complete', { type: one }));
      return followed(newest, value).value;
    };
    if (type !== 'range') return { type, value: await at(type, given) };
    const range = (await Promise.all(given.split('~').map((end) => at('day', end)))).join('~');
    const period = readPeriod(type, range);
    if (isRefusal(period)) throw refuse(words('range_nearest', { most: MOST_RANGE_DAYS, ...period }));
    return period;
  }

  /** The first and the last period of a span, as `follow`. @throws as that does */
  async followEnds(facts: FactKind, type: PeriodType, { from = '', to = '' }: { from?: string; to?: string }) {
    const [first, last] = await Promise.all([
      this.follow(facts, { type, value: from }, 'from'),
      this.follow(facts, { type, value: to }, 'to'),
    ]);
    return { from: first.value, to: last.value };
  }

  /** `Coverage` of two periods, whether the second one has rows, and the number of facts in any. @throws as `list` does */
  async completeness(facts: FactKind, period: DatedPeriod, before: DatedPeriod | undefined) {
    const { coverage, factsIn } = await this.reach(facts);
    const covered = coverage(period, before);
    return { ...covered, hasBefore: covered.previous_complete || factsIn(before) > 0, factsIn };
  }
}
