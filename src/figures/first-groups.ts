import { Injectable } from '@nestjs/common';
import { terms } from '../search/compiler/clauses.js';
import type { SortItem } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import {
  aggregate,
  type Buckets,
  byBytes,
  type FactGroup,
  FactGroups,
  GROUP_PATHS,
  type GroupedFacts,
  MOST_GROUPS,
  readBuckets,
} from './fact-groups.js';
import { addUp, AMOUNT_SUMS, amountOf, hhiOf, type Metrics, unitsOf, USD_SUMS, type Values, valuesOf } from './sums.js';

export type SumOrder = SortItem<'units' | 'usd_gmv'>;

/** The groups of facts that come first in an order. */
export interface FirstGroups {
  /** No other group comes before one of them. */
  readonly groups: readonly FactGroup[];
  /** Whether there is no other group. */
  readonly isAll: boolean;
  /** The number and the sums of the facts of all groups. */
  readonly facts: number;
  readonly sums: Values;
}

/** The groups of the shards that answered. */
type Shard = FirstGroups & { readonly shards: number };
type GroupCount = Readonly<{ total: number; hhi: number | null }>;
type CountStats = Parameters<typeof hhiOf>[0] & { readonly count: number };
type Bucket = Readonly<{ key: string; doc_count: number }> & Metrics;

type Groups = Readonly<{ groups: { readonly sum_other_doc_count: number } }>;
type Answer = Readonly<{ _shards: { readonly total: number }; aggregations?: Metrics & Groups }>;

const PATHS = `${GROUP_PATHS},_shards.total,aggregations.*.value`;
const COUNT_PATHS = 'aggregations.groups.sum_other_doc_count,aggregations.number';

/** Parts into which groups are divided that one search can't count: an additional one costs less than one that fails. */
const PARTS = 8;
/** Facts by whose values groups are divided. */
const SAMPLED = 1000;
/** Several shards are asked for two to four times the groups, and this many shards at once. */
const MOST_DEEPER = 4;
const SHARDS_AT_ONCE = 2;
/** More candidates of several shards are not added up: reading all groups would cost less. */
const MOST_CANDIDATES = 8 * MOST_GROUPS;

/** Reads the first groups of facts in the order of a sum, each exact, and counts groups without reading them. */
@Injectable()
export class FirstGroupsReader {
  /** Whether the last answer came from several shards, whose first groups take more searches. */
  isOfShards = false;

  constructor(
    private readonly gateway: SearchGateway,
    private readonly groups: FactGroups,
  ) {}

  /**
   * The first groups in the order of a sum as it is shown, equal ones by their values; all where there are not more
   * than `depth`. There are fewer, or none, where others may come between them: then more of each shard are read, while
   * there are fewer than `least`.
   * @throws as `FactGroups.read` does
   */
  async first(grouped: GroupedFacts, by: SumOrder, depth: number, least = 0): Promise<FirstGroups> {
    const all = await this.read(grouped, by, depth);
    const { groups, shards, ...others } = all;
    this.isOfShards = shards > 1;
    if (all.isAll) return { ...others, groups: inOrder(groups, by) };
    if (shards > 1) {
      let proven: readonly FactGroup[] = [];
      for (let read = 2 * depth; by.order === 'desc' && read <= MOST_DEEPER * depth; read *= 2) {
        proven = await this.ofShards(grouped, by, read, all);
        if (proven.length >= least) break;
      }
      return { ...others, groups: proven };
    }
    // One shard leaves out only groups behind its last one.
    const last = groups.at(-1)?.values[by.field];
    return { ...others, groups: by.field === 'units' ? groups : before(inOrder(groups, by), by, last) };
  }

  /**
   * The exact number of groups, and how concentrated amounts in USD are on them: null where they are counted in parts.
   * @param facts about how many facts they have @param withHhi whether amounts are added up
   * @throws as `FactGroups.read` does
   */
  async count(grouped: GroupedFacts, facts: number, withHhi = false): Promise<GroupCount> {
    const isFew = facts <= MOST_GROUPS || (await this.groups.estimate(grouped)) <= MOST_GROUPS;
    const counted = isFew ? await this.countAtOnce(grouped, withHhi) : undefined;
    return counted ?? { total: await this.countInParts(grouped, facts), hhi: null };
  }

  /** Undefined where there are more groups than one search returns. In the order of values they take a third of the time. */
  private async countAtOnce({ facts, field, clauses }: GroupedFacts, withHhi = false): Promise<GroupCount | undefined> {
    const groups = {
      terms: { field, size: MOST_GROUPS, shard_size: MOST_GROUPS, order: { _key: 'asc' } as const },
      ...(withHhi && { aggs: AMOUNT_SUMS.usd_gmv }),
    };
    const number = { extended_stats_bucket: { buckets_path: withHhi ? 'groups>usd_gmv' : 'groups._count' } };
    const counted = await this.groups.aggregate<Groups & { number: CountStats }>(
      facts,
      clauses,
      { groups, number },
      COUNT_PATHS,
    );
    if (counted.groups?.sum_other_doc_count) return undefined;
    const { number: stats } = counted;
    return { total: stats?.count ?? 0, hhi: withHhi && stats ? hhiOf(stats) : null };
  }

  /** Counts the groups between some of their values. */
  private async countInParts(grouped: GroupedFacts, facts: number): Promise<number> {
    const { field, clauses } = grouped;
    const values = await this.sample(grouped, facts);
    // The last value ends no part: others are behind each end.
    const ends = values.filter((_, at) => at + 1 < values.length && (at + 1) % Math.ceil(values.length / PARTS) === 0);
    if (ends.length === 0) {
      let count = 0;
      await this.groups.each({ ...grouped, metrics: {} }, Infinity, () => count++);
      return count;
    }
    const counts = [undefined, ...ends].map(async (gt, at) => {
      const part = { ...grouped, clauses: [...clauses, { range: { [field]: { gt, lte: ends[at] } } }] };
      return (await this.countAtOnce(part))?.total ?? this.countInParts(part, facts / PARTS);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** The values of some facts, in order. */
  private async sample({ facts: kind, field, clauses }: GroupedFacts, facts: number): Promise<string[]> {
    const random_sampler = { probability: Math.min(0.5, SAMPLED / facts), seed: 1 };
    const groups = { terms: { field, size: SAMPLED } };
    const { sample } = await this.groups.aggregate<{ sample: { groups?: Buckets<{ key: string }> } }>(kind, clauses, {
      sample: { random_sampler, aggs: { groups } },
    });
    return (sample?.groups?.buckets ?? []).map(({ key }) => key).sort(byBytes);
  }

  /**
   * Asks each shard for its first groups. Any other group has at most the sum of their last values, where a shard left
   * groups out and the value is above 0: it has no facts in a shard, or comes after the shard's last one.
   */
  private async ofShards(
    grouped: GroupedFacts,
    by: SumOrder,
    depth: number,
    all: Shard,
  ): Promise<readonly FactGroup[]> {
    const shards: Shard[] = [];
    while (shards.length < all.shards) {
      const next = [...Array(Math.min(SHARDS_AT_ONCE, all.shards - shards.length)).keys()];
      shards.push(...(await Promise.all(next.map((at) => this.read(grouped, by, depth, shards.length + at)))));
    }
    const ids = [...new Set(shards.flatMap(({ groups }) => groups.map(({ key }) => key)))];
    const added = addUp(shards.map(({ sums }) => sums));
    // Shards of another index than the first search read, or of newer data, prove nothing.
    const isSame = Object.entries(all.sums).every(([name, sum]) => sum === added[name]);
    if (!isSame || ids.length > MOST_CANDIDATES || shards.some((shard) => shard.shards !== 1)) return [];
    const bound = shards.reduce(
      (sum, { isAll, groups }) => sum + (isAll ? 0 : Math.max(0, groups.at(-1)?.values[by.field] ?? 0)),
      0,
    );
    const candidates: FactGroup[] = [];
    for (let at = 0; at < ids.length; at += MOST_GROUPS) {
      const clauses = [...grouped.clauses, terms(grouped.field, ids.slice(at, at + MOST_GROUPS))];
      candidates.push(...((await this.groups.read({ ...grouped, clauses }, Infinity)) ?? []));
    }
    return before(inOrder(candidates, by), by, bound);
  }

  private async read(
    { facts, field, clauses, metrics = {} }: GroupedFacts,
    by: SumOrder,
    size: number,
    shard?: number,
  ): Promise<Shard> {
    const order = [{ [by.field]: by.order }, { _key: 'asc' as const }];
    const body = aggregate(clauses, {
      groups: { terms: { field, size, shard_size: size, order }, aggs: metrics },
      ...USD_SUMS,
    });
    const groups: FactGroup[] = [];
    let factCount = 0;
    const take = (buckets: readonly Bucket[]): void => {
      for (const { key, doc_count, ...values } of buckets) {
        groups.push({ key, facts: doc_count, values: valuesOf(values) });
        factCount += doc_count;
      }
    };
    const read = (text: string) => readBuckets<Bucket>(text, take);
    const { _shards, aggregations } = await this.gateway.searchRaw<Answer>(facts, body, { paths: PATHS, read, shard });
    // A shard that is not there answers without aggregations.
    const { groups: others, ...sums } = aggregations ?? { groups: { sum_other_doc_count: 0 } };
    return {
      ...{ groups, isAll: others.sum_other_doc_count === 0, sums: valuesOf(sums) },
      facts: factCount + others.sum_other_doc_count,
      shards: _shards.total,
    };
  }
}

/** A sum of a group as it is shown. @param row its key */
const shownIn = (values: Values, { field }: SumOrder, row: string): number =>
  field === 'units' ? unitsOf(values, row) : amountOf(values, field, row);

/** Groups in the order of their sums as shown, which is that of the exact sums but for equal ones. */
function inOrder(groups: readonly FactGroup[], by: SumOrder): FactGroup[] {
  const sign = by.order === 'desc' ? -1 : 1;
  const shown = groups.map((group) => ({ group, figure: sign * shownIn(group.values, by, group.key) }));
  shown.sort((one, other) => one.figure - other.figure || byBytes(one.group.key, other.group.key));
  return shown.map(({ group }) => group);
}

/** The groups of a list in order that are shown before a sum. */
function before(groups: readonly FactGroup[], by: SumOrder, bound = 0): readonly FactGroup[] {
  const last = shownIn({ [by.field]: bound }, by, 'the largest row that is left out');
  const end = groups.findIndex(({ key, values }) =>
    by.order === 'desc' ? shownIn(values, by, key) <= last : shownIn(values, by, key) >= last,
  );
  return end < 0 ? groups : groups.slice(0, end);
}
