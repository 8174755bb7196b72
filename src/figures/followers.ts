import { Injectable } from '@nestjs/common';
import { memoize } from '../common/memoize.js';
import type { DatedPeriod, DateType } from '../common/period/period.js';
import { followersIn } from './facts.record.js';
import type { QueryClause } from '../search/compiler/types.js';
import { inDays } from './fact-days.js';
import { FactGroups } from './fact-groups.js';

export type FollowersByUid = ReadonlyMap<string, number>;

/** The followers of the latest day are in the largest number. */
export const LATEST = { latest: { max: { field: 'day_followers' } } };

/** Reads followers from creator-days. */
@Injectable()
export class Followers {
  constructor(private readonly groups: FactGroups) {}

  /** The followers of each creator on the latest day of a period that is known; undefined for more than `most` creators. */
  async latest(
    period: DatedPeriod | undefined,
    clauses: readonly QueryClause[],
    most = Infinity,
  ): Promise<FollowersByUid | undefined> {
    const all = [inDays(period), ...clauses];
    const followers = new Map<string, number>();
    const days = { facts: 'creator-days', field: 'uid', clauses: all, metrics: LATEST } as const;
    const isWhole = await this.groups.each(days, most, (uid, _facts, values) =>
      followers.set(uid, followersIn(values['latest'] ?? 0)),
    );
    return isWhole ? followers : undefined;
  }

  /** A function that reads the followers of periods of a type as `latest`, those of each period once. */
  reader(type: DateType, clauses: readonly QueryClause[], most?: number) {
    return memoize((value: string | undefined) =>
      this.latest(value === undefined ? undefined : { type, value }, clauses, most),
    );
  }
}
