import { inScope, type RequestScope } from '../common/request-scope.js';
import type { FactDays } from '../figures/fact-days.js';
import type { FactGroup, FactGroups, GroupedFacts } from '../figures/fact-groups.js';
import type { Followers } from '../figures/followers.js';
import { RowBudget } from '../figures/row-budget.js';
import type { ListCache } from '../freshness/page-cache.js';
import { BOUNDS, type RankedList } from './rankings.list.js';
import { RankingLists } from './rankings.lists.js';
import { compileRanking, type RankingPlan, type RankingRequest } from './rankings.query.js';
import { CATEGORY_TOP_SELLING, PRODUCT_TOP_SELLING, VIDEO_TOP_SELLING } from './rankings.requests.js';
import type { RankingWindows } from './rankings.windows.js';

/** Rows of a period: USD of each key, in the order of keys as Elasticsearch has them. */
type Amounts = Readonly<Record<string, number>>;
const NOW = '2026-06-30';
const THEN = '2026-06-29';

interface World {
  readonly sales?: Readonly<Record<string, Amounts>>;
  /** Ids with facts that do not fit the filters of rows. */
  readonly disagreeing?: readonly string[];
  readonly disagreeingThen?: readonly string[];
  /** The number of creators that the sales of a video name. */
  readonly creators?: Readonly<Record<string, number>>;
}

const groupsOf = (amounts: Amounts): FactGroup[] =>
  Object.entries(amounts).map(([key, usd_gmv]) => ({
    key,
    facts: 1,
    values: { units: 1, usd_gmv: Math.round(usd_gmv * 10_000) },
  }));

function listOf(
  ranking: unknown,
  { sales = {}, disagreeing = [], disagreeingThen = disagreeing, creators = {} }: World,
  filter: object = {},
  orderby: readonly string[] = [],
  rankingMaxRows = 100,
  estimated = 0,
  facts = Infinity,
): Promise<Omit<RankedList, 'placesBefore'> & { readonly placesBefore: readonly number[] }> {
  const dayOf = (clauses: GroupedFacts['clauses']) =>
    (clauses[0] as { range: { date: { gte: string } } }).range.date.gte;
  const each: FactGroups['each'] = ({ clauses }, most, take) => {
    const day = dayOf(clauses);
    const ids = day === NOW ? disagreeing : disagreeingThen;
    const isOfOthers = JSON.stringify(clauses).includes('must_not');
    const groups = groupsOf(isOfOthers ? Object.fromEntries(ids.map((id) => [id, 1])) : (sales[day] ?? {}));
    for (const { key, facts, values } of groups) take(key, facts, { ...values, creators: creators[key] });
    return Promise.resolve(groups.length <= most);
  };
  const estimate: FactGroups['estimate'] = () => Promise.resolve(estimated);
  const lists = new RankingLists(
    { rankingMaxRows },
    { each, estimate } as FactGroups,
    {
      completeness: () => Promise.resolve({ complete: true, previous_complete: true, hasBefore: true }),
      reach: () => Promise.resolve({ factsIn: () => facts }),
    } as unknown as FactDays,
    {} as Followers,
    {
      remember: (_key: string, make: () => Promise<RankedList>) =>
        inScope({ signal: new AbortController().signal } as RequestScope, make),
    } as unknown as ListCache,
    { bounds: { ...BOUNDS, places: 3 } } as RankingWindows,
    new RowBudget({ pageCacheBytes: 0, listsBytes: 0 }),
  );
  const request = {
    filter: { ...filter, date_info: { type: 'day', value: NOW } },
    orderby: orderby.map((item) => item.split(':')).map(([field, order = 'desc']) => ({ field, order })),
  } as unknown as RankingRequest;
  const query = compileRanking(ranking as RankingPlan, request, 0);
  return lists.find(query).then(async (list) => {
    const placesBefore = await lists.placesBefore(query, list, [...list.ids.keys()]);
    return { ...list, placesBefore };
  });
}

describe('a list by sales', () => {
  it('is ordered by figures as shown, ties by the bytes of ids, with the places of before', async () => {
    const now = { B: 5.0049, a: 5, ü: 5.0051, '\ue000': 5.01, '😀': 5.01, z: -1 };
    const list = await listOf(PRODUCT_TOP_SELLING, { sales: { [NOW]: now, [THEN]: { a: 1, z: 1, ü: 9 } } });
    expect(list.ids).toEqual(['ü', '\ue000', '😀', 'B', 'a', 'z']);
    expect(list.placesBefore).toEqual([1, 0, 0, 0, 2, 3]);
  });

  it('tells places in the period before up to the last one that is told', async () => {
    const sales = { [NOW]: { a: 1, b: 1, c: 1, d: 1, e: 1 }, [THEN]: { e: 5, d: 4, c: 3, b: 2 } };
    expect((await listOf(PRODUCT_TOP_SELLING, { sales })).placesBefore).toEqual([0, Infinity, 3, 2, 1]);
  });

  it('keeps under a filter of rows those whose facts all fit it', async () => {
    const sales = { [NOW]: { v1: 9, v2: 8, v3: 7 }, [THEN]: { v1: 1, v2: 2 } };
    const world = { sales, disagreeing: ['v1'], creators: { v2: 1, v3: 2 } };
    const list = await listOf(VIDEO_TOP_SELLING, world, { uid: ['a', 'b'] });
    expect([list.ids, list.placesBefore]).toEqual([['v2'], [1]]);
  });

  it('has the growth of all facts of a row, whether or not those of the period before fit a filter of rows', async () => {
    const sales = { [NOW]: { v1: 15, v2: 15 }, [THEN]: { v1: 10, v2: 21 } };
    const filter = { uid: ['a'], growth_rate_range: { max: 0 } };
    expect((await listOf(VIDEO_TOP_SELLING, { sales, disagreeingThen: ['v2'] }, filter)).ids).toEqual(['v2']);
  });

  it('has sales without a category behind all others that are equal', async () => {
    const sales = { [NOW]: { '': 3, '9': 3, '10': 3, '2': 4 } };
    expect((await listOf(CATEGORY_TOP_SELLING, { sales }, { level: 2 })).ids).toEqual(['2', '10', '9', '']);
  });

  it('of more rows than are allowed is refused', async () => {
    const sales = { [NOW]: { a: 1, b: 2, c: 3 } };
    await expect(listOf(PRODUCT_TOP_SELLING, { sales }, {}, [], 2)).rejects.toMatchObject({
      rules: [{ path: 'filter.date_info', rule: 'too_many_rows', limit: 2 }],
    });
    expect((await listOf(PRODUCT_TOP_SELLING, { sales }, {}, [], 3)).ids).toEqual(['c', 'b', 'a']);
    await expect(listOf(PRODUCT_TOP_SELLING, { sales }, {}, [], 3, 1e12)).rejects.toMatchObject({
      rules: [{ path: 'filter.date_info', rule: 'too_many_rows', limit: 3 }],
    });
    // Rows are not estimated where the heap holds one for each fact.
    const { ids } = await listOf(PRODUCT_TOP_SELLING, { sales }, {}, [], 3, 1e12, 10_000);
    expect(ids).toHaveLength(3);
  });
});
