import { Injectable } from '@nestjs/common';
import { followersIn } from '../common/numbers.js';
import { type DatedPeriod, firstDay, lastDay, previousPeriod } from '../common/period/period.js';
import { terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { byPeriods, inDays } from './fact-days.js';
import { type Buckets, FactGroups } from './fact-groups.js';
import { growthRate } from './sums.js';

/** The followers of the latest day are in the largest number. */
export const LATEST = { latest: { max: { field: 'day_followers' } } };

type Period = Readonly<{ key: string; latest: { readonly value: number | null } }>;
type Creators = Buckets<{ key: string; periods: Buckets<Period> }>;

/** Reads followers from creator-days. */
@Injectable()
export class Followers {
  constructor(private readonly groups: FactGroups) {}

  /** The followers of each creator on the latest day of a period that is known; undefined for more than `most` creators. */
  async latest(
    period: DatedPeriod | undefined,
    clauses: readonly QueryClause[],
    most = Infinity,
  ): Promise<ReadonlyMap<string, number> | undefined> {
    const all = [inDays(period), ...clauses];
    const followers = new Map<string, number>();
    const days = { facts: 'creator-days', field: 'uid', clauses: all, metrics: LATEST } as const;
    const isWhole = await this.groups.each(days, most, (uid, _facts, values) =>
      followers.set(uid, followersIn(values['latest'] ?? 0)),
    );
    return isWhole ? followers : undefined;
  }

  /**
   * The followers of creators in some periods as `latest`, and how many they gained since the period before.
   * @returns a function from a creator and a period, whose figures are null where they are not known
   */
  async growth(uids: readonly string[], periods: readonly DatedPeriod[]) {
    const before = new Map(periods.map((period) => [period.value, previousPeriod(period)]));
    const all = new Map([...periods, ...before.values()].flatMap((one) => (one ? [[one.value, one]] : [])));
    const days = [...all.values()].flatMap((period) => [firstDay(period), lastDay(period)]).sort();
    const clauses = [terms('uid', uids), { range: { date: { gte: days[0], lte: days.at(-1) } } }];
    const latest = byPeriods([...all.values()], LATEST);
    const creators = { terms: { field: 'uid', size: uids.length }, aggs: { periods: latest } };
    const found = await this.groups.aggregate<{ creators: Creators }>('creator-days', clauses, { creators });
    const known = new Map<string, number>();
    for (const { key: uid, periods: counted } of found.creators?.buckets ?? [])
      for (const {
        key,
        latest: { value },
      } of counted.buckets)
        if (value !== null) known.set(`${uid} ${key}`, followersIn(value));
    return (uid: string, period: DatedPeriod | undefined) => {
      const now = known.get(`${uid} ${period?.value}`);
      const then = known.get(`${uid} ${before.get(period?.value ?? '')?.value}`);
      const isKnown = now !== undefined && then !== undefined;
      return {
        follower_count: now ?? null,
        follower_inc_count: isKnown ? now - then : null,
        follower_inc_rate: isKnown ? growthRate(then, now) : null,
      };
    };
  }
}
