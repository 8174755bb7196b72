import fc from 'fast-check';
import type { SearchGateway } from '../search/gateway/search-gateway.js';
import { type FactGroup, FactGroups, type GroupedFacts, MOST_GROUPS } from './fact-groups.js';
import { FirstGroupsReader, type SumOrder } from './first-groups.js';
import { amountOf, AMOUNT_SUMS, UNITS, unitsOf, type Values } from './sums.js';

interface Fact {
  readonly key: string;
  readonly units: number;
  readonly usd_gmv: number;
}
type Shards = readonly (readonly Fact[])[];

interface Body {
  readonly query: { readonly bool?: { readonly filter: readonly Clause[] } };
  readonly aggs: {
    readonly groups: {
      readonly terms: { readonly size: number; readonly order?: unknown };
      readonly cardinality?: unknown;
    };
    readonly sample?: { readonly random_sampler: { readonly probability: number } };
    readonly number?: object;
  };
}
interface Clause {
  readonly range?: { readonly product_id: { readonly gt?: string; readonly lte?: string } };
  readonly terms?: { readonly product_id: readonly string[] };
}

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const matcherOf = ({ range, terms }: Clause) => {
  const { gt, lte } = range?.product_id ?? {};
  const ids = terms && new Set(terms.product_id);
  return (key: string): boolean =>
    (gt === undefined || byBytes(key, gt) > 0) &&
    (lte === undefined || byBytes(key, lte) <= 0) &&
    (ids === undefined || ids.has(key));
};

/** Adds up facts by their keys, in the order of the keys. */
function groupsOf(facts: readonly Fact[]): FactGroup[] {
  const groups = new Map<string, { facts: number; values: { units: number; usd_gmv: number } }>();
  for (const { key, units, usd_gmv } of facts) {
    const { facts: count, values } = groups.get(key) ?? { facts: 0, values: { units: 0, usd_gmv: 0 } };
    const sums = { units: values.units + units, usd_gmv: values.usd_gmv + usd_gmv };
    groups.set(key, { facts: count + 1, values: sums });
  }
  return [...groups].map(([key, group]) => ({ key, ...group })).sort((one, other) => byBytes(one.key, other.key));
}

/** The groups of a shard that Elasticsearch returns: the first ones by a sum and by key, or by key. */
function firstOf(facts: readonly Fact[], { terms: { size, order } }: Body['aggs']['groups']): FactGroup[] {
  const [by] = Array.isArray(order) ? (order as Readonly<Record<string, 'asc' | 'desc'>>[]) : [];
  const [field = '', direction] = Object.entries(by ?? {})[0] ?? [];
  const sign = direction === 'asc' ? 1 : -1;
  const groups = groupsOf(facts);
  if (by !== undefined && field !== '_key')
    groups.sort((one, other) => sign * ((one.values[field] ?? 0) - (other.values[field] ?? 0)));
  return groups.slice(0, size);
}

/** What `extended_stats_bucket` tells, as far as it is read. */
function statsOf(groups: readonly FactGroup[]) {
  const amounts = groups.map(({ values }) => values['usd_gmv'] ?? 0);
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  const sum_of_squares = amounts.reduce((all, amount) => all + amount * amount, 0);
  return { count: groups.length, min: amounts.length > 0 ? Math.min(...amounts) : null, sum, sum_of_squares };
}

/** Answers as Elasticsearch does: each shard returns its first groups, of which those of several shards are merged. */
function gatewayOf(shards: Shards) {
  const state = {
    searches: 0,
    keys: 0,
    estimated: undefined as number | undefined,
    samples: [] as string[][],
    ofShard: (shard: number): readonly Fact[] | undefined => shards[shard],
  };
  const searchRaw = (
    _kind: string,
    { query, aggs }: Body,
    { read, shard }: { readonly read?: (text: string) => Promise<object>; readonly shard?: number },
  ) => {
    state.searches += 1;
    const matchers = query.bool?.filter.map(matcherOf) ?? [];
    const asked = shard === undefined ? shards : [state.ofShard(shard) ?? []];
    const found = asked.map((facts) => facts.filter(({ key }) => matchers.every((matches) => matches(key))));
    const all = found.flat();
    const keys = [...new Set(all.map(({ key }) => key))];
    if (aggs.sample !== undefined) {
      const every = Math.round(1 / aggs.sample.random_sampler.probability);
      const sampled = state.samples.shift() ?? keys.filter((_, at) => at % every === 0);
      const buckets = sampled.map((key) => ({ key }));
      return Promise.resolve({ aggregations: { sample: { groups: { buckets } } } });
    }
    if (aggs.groups.cardinality !== undefined)
      return Promise.resolve({ aggregations: { groups: { value: state.estimated ?? keys.length } } });
    const returned = found.map((facts) => firstOf(facts, aggs.groups));
    const keysOf = returned.map((groups) => new Set(groups.map(({ key }) => key)));
    const left = found.flatMap((facts, at) => facts.filter(({ key }) => keysOf[at]?.has(key)));
    const merged = firstOf(left, aggs.groups);
    const counted = merged.reduce((sum, { facts }) => sum + facts, 0);
    const sumOf = (name: 'units' | 'usd_gmv') => ({ value: all.reduce((sum, fact) => sum + fact[name], 0) });
    const buckets = merged.map(({ key, facts, values }) => ({
      ...{ key, doc_count: facts },
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    }));
    if (aggs.number === undefined) state.keys += buckets.length;
    const answer = {
      _shards: { total: asked.length, successful: asked.length },
      aggregations: {
        groups: { sum_other_doc_count: all.length - counted, ...(buckets.length > 0 && read && { buckets }) },
        ...(aggs.number === undefined
          ? { units: sumOf('units'), usd_gmv: sumOf('usd_gmv') }
          : { number: statsOf(merged) }),
      },
    };
    if (shard !== undefined && state.ofShard(shard) === undefined) return read?.('{"_shards":{"total":0}}');
    return read === undefined ? Promise.resolve(answer) : read(JSON.stringify(answer));
  };
  return { state, gateway: { searchRaw } as unknown as SearchGateway };
}

const GROUPED: GroupedFacts = {
  ...{ facts: 'sales', field: 'product_id', clauses: [] },
  metrics: { ...UNITS, ...AMOUNT_SUMS.usd_gmv },
};

const readerOf = (shards: Shards) => {
  const { state, gateway } = gatewayOf(shards);
  return { state, reader: new FirstGroupsReader(gateway, new FactGroups(gateway)) };
};

const shown = (values: Values, { field }: SumOrder): number =>
  field === 'units' ? unitsOf(values, '') : amountOf(values, field, '');

/** All groups as a list shows them. */
function listOf(shards: Shards, by: SumOrder): FactGroup[] {
  const sign = by.order === 'asc' ? 1 : -1;
  return groupsOf(shards.flat()).sort((one, other) => sign * (shown(one.values, by) - shown(other.values, by)));
}

/** Ids of different lengths and beyond the basic plane; amounts that tie as shown or exactly, of both signs. */
const FACT = fc.record({
  key: fc.constantFrom(...Array.from({ length: 20 }, (_, at) => String(at * 7)), 'a', 'B', 'ü', '\ue000', '😀'),
  units: fc.integer({ min: -3, max: 6 }),
  usd_gmv: fc.oneof(
    fc.constantFrom(49, 51, 50, -50, 100_000, 100_049, -100_000, 0),
    fc.integer({ min: -50_000, max: 5_000_000 }),
    fc.integer({ min: -(2 ** 45), max: 2 ** 45 }),
  ),
});
const SHARDS = fc
  .constantFrom(1, 3, 8)
  .chain((count) => fc.array(fc.array(FACT, { maxLength: 24 }), { minLength: count, maxLength: count }));
const ORDER: fc.Arbitrary<SumOrder> = fc.record({
  field: fc.constantFrom('units', 'usd_gmv'),
  order: fc.constantFrom('desc', 'asc'),
});

describe('the first groups of facts', () => {
  it('are those of the whole list, with the sums of all, in any number of shards', async () => {
    await fc.assert(
      fc.asyncProperty(SHARDS, ORDER, fc.integer({ min: 1, max: 12 }), async (shards, by, depth) => {
        const { groups, isAll, sums } = await readerOf(shards).reader.first(GROUPED, by, depth);
        const all = listOf(shards, by);
        expect(groups).toEqual(all.slice(0, groups.length));
        expect(groups.length === all.length || !isAll).toBe(true);
        if (all.length <= depth) expect(isAll).toBe(true);
        const facts = shards.flat();
        expect(sums).toEqual({
          units: facts.reduce((sum, { units }) => sum + units, 0),
          usd_gmv: facts.reduce((sum, { usd_gmv }) => sum + usd_gmv, 0),
        });
      }),
      { numRuns: 1500 },
    );
  });

  it('are as many as are wanted of nearly all lists in several shards', async () => {
    let state = 1;
    const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const seen = { lists: 0, proven: 0 };
    for (let list = 0; list < 12; list += 1) {
      // A few products sell most; one fact of fifty takes something back.
      const facts = Array.from({ length: 4000 }, () => {
        const units = random() < 0.02 ? -2 : 1 + Math.floor(9 * random());
        return { key: `p${Math.floor(1000 * random() ** 3)}`, units, usd_gmv: units * Math.round(random() ** 3 * 1e7) };
      });
      for (const count of [3, 8]) {
        const shards = Array.from({ length: count }, (_, shard) => facts.filter((__, at) => at % count === shard));
        for (const field of ['units', 'usd_gmv'] as const) {
          const { groups } = await readerOf(shards).reader.first(GROUPED, { field, order: 'desc' }, 102, 100);
          expect(groups).toEqual(listOf(shards, { field, order: 'desc' }).slice(0, groups.length));
          seen.lists += 1;
          if (groups.length >= 100) seen.proven += 1;
        }
      }
    }
    expect(seen.lists).toBe(48);
    expect(seen.proven / seen.lists).toBeGreaterThanOrEqual(0.9);
  });

  it('are none where a shard answers from other facts than the first search', async () => {
    const shards = [1, 2, 3].map((shard) =>
      [1, 2, 3, 4, 5, 6].map((at) => ({ key: `p${at}`, units: 9 - at, usd_gmv: shard })),
    );
    const { reader, state } = readerOf(shards);
    const by = { field: 'units', order: 'desc' } as const;
    expect((await reader.first(GROUPED, by, 2)).groups.map(({ key }) => key)).toEqual(['p1', 'p2', 'p3']);
    for (const other of [[], undefined]) {
      state.ofShard = (shard) => (shard === 2 ? other : shards[shard]);
      expect((await reader.first(GROUPED, by, 2)).groups).toEqual([]);
    }
  });
});

describe('the number of groups', () => {
  const factsOf = (count: number): Fact[] =>
    Array.from({ length: count }, (_, at) => ({ key: `p${String(at).padStart(6, '0')}`, units: 1, usd_gmv: 1 }));

  it.each([
    // Few facts are counted at once, more after an estimate, and many in parts whose ends are values of some facts.
    [0, undefined, 1, 0],
    [MOST_GROUPS, undefined, 1, 0],
    [MOST_GROUPS + 1, undefined, 10, 0],
    [MOST_GROUPS + 20_000, undefined, 10, 0],
    // An estimate that is too low costs one search.
    [MOST_GROUPS + 5, MOST_GROUPS / 2, 11, 0],
  ])('%d, estimated as %d, is counted', async (count, estimated, searches, read) => {
    const facts = factsOf(count);
    const { reader, state } = readerOf([facts]);
    state.estimated = estimated;
    const { total } = await reader.count(GROUPED, facts.length);
    expect([total, state.searches, state.keys]).toEqual([count, searches, read]);
  });

  it('is counted of parts that are too large, which are read where no value divides them', async () => {
    const { reader, state } = readerOf([factsOf(MOST_GROUPS + 5)]);
    state.samples.push(['p000001', 'p000003'], ['p000004']);
    expect(await reader.count(GROUPED, MOST_GROUPS + 5)).toEqual({ total: MOST_GROUPS + 5, hhi: null });
    expect([state.searches, state.keys]).toEqual([7, MOST_GROUPS + 3]);
  });

  it.each([
    ['none', [], null],
    ['one', [7], 10_000],
    ['three', [50, 30, 20], 3800],
    ['a third each', [1, 1, 1], 3333.33],
    ['some that are 0', [3, 0, 1], 6250],
    ['one below 0', [9, -1], null],
    ['all 0', [0, 0], null],
  ])('comes with how concentrated amounts are on them: %s', async (_, amounts, hhi) => {
    const facts = amounts.map((usd_gmv, at) => ({ key: `p${at}`, units: 1, usd_gmv }));
    const { reader, state } = readerOf([facts]);
    expect(await reader.count(GROUPED, facts.length, true)).toEqual({ total: amounts.length, hhi });
    expect(state.searches).toBe(1);
  });

  it('is null where groups are counted in parts', async () => {
    const { reader } = readerOf([factsOf(MOST_GROUPS + 5)]);
    expect(await reader.count(GROUPED, MOST_GROUPS + 5, true)).toEqual({ total: MOST_GROUPS + 5, hhi: null });
  });
});
