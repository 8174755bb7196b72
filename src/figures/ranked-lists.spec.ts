import { inScope, type RequestScope } from '../common/request-scope.js';
import type { ConversionReader } from './conversion.js';
import type { FactDays } from './fact-days.js';
import type { FactGroup, FactGroups, GroupedFacts } from './fact-groups.js';
import type { Followers } from './followers.js';
import { RowBudget } from './row-budget.js';
import type { ListCache } from '../freshness/data-cache.js';
import { BOUNDS, type RankedList, type RankingWindows } from './ranked-list.js';
import { RankingLists } from './ranked-lists.js';
import { compileRanking, type RankingPlan, type RankingRequest } from '../rankings/rankings.query.js';
import {
  CATEGORY_TOP_SELLING,
  PRODUCT_TOP_SELLING,
  TOP_ECOMMERCE,
  TOP_GROWTH,
  VIDEO_TOP_SELLING,
} from '../rankings/rankings.requests.js';

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
  readonly followers?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly complete?: boolean;
}

const groupsOf = (amounts: Amounts): FactGroup[] =>
  Object.entries(amounts).map(([key, usd_gmv]) => ({
    key,
    facts: 1,
    values: { units: 1, usd_gmv: Math.round(usd_gmv * 10_000) },
  }));

function listOf(
  ranking: unknown,
  {
    sales = {},
    disagreeing = [],
    disagreeingThen = disagreeing,
    creators = {},
    followers = {},
    complete = true,
  }: World,
  filter: object = {},
  orderby: readonly string[] = [],
  rankingMaxRows = 100,
  estimated = 0,
  facts = Infinity,
): Promise<Omit<RankedList, 'placesBefore'> & { readonly placesBefore: readonly number[]; readonly asked: unknown[] }> {
  const asked: unknown[] = [];
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
  const latest = (period: { readonly value: string }, clauses: unknown, most = Infinity) => {
    asked.push(clauses);
    const found = new Map(Object.entries(followers[period.value] ?? {}));
    return Promise.resolve(found.size > most ? undefined : found);
  };
  const lists = new RankingLists(
    { rankingMaxRows },
    { each, estimate } as FactGroups,
    {
      completeness: () =>
        Promise.resolve({ complete, previous_complete: complete, hasBefore: complete, factsIn: () => facts }),
    } as unknown as FactDays,
    { latest } as unknown as Followers,
    {
      remember: (_key: string, make: () => Promise<RankedList>) =>
        inScope({ signal: new AbortController().signal } as RequestScope, make),
    } as unknown as ListCache,
    { bounds: { ...BOUNDS, places: 3 } } as RankingWindows,
    new RowBudget({ pageCacheBytes: 0, listsBytes: 0 }),
    { read: () => Promise.resolve(() => ({})) } as unknown as ConversionReader,
  );
  const request = {
    filter: { ...filter, date_info: { type: 'day', value: NOW } },
    orderby: orderby.map((item) => item.split(':')).map(([field, order = 'desc']) => ({ field, order })),
  } as unknown as RankingRequest;
  const query = compileRanking(ranking as RankingPlan, request, 0);
  return lists.find(query).then(async (list) => {
    const placesBefore = await lists.placesBefore(query, list, [...list.ids.keys()]);
    return { ...list, placesBefore, asked };
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

  it('has growth and what is new against the list of before', async () => {
    const sales = { [NOW]: { a: 15, b: 15, c: 5 }, [THEN]: { a: 10, c: 5, d: 1 } };
    const idsOf = async (filter: object, orderby: readonly string[] = [], complete = true) =>
      (await listOf(PRODUCT_TOP_SELLING, { sales, complete }, filter, orderby)).ids;
    expect(await idsOf({ growth_rate_range: { min: 50 } })).toEqual(['a']);
    expect(await idsOf({ growth_rate_range: { max: 0 } })).toEqual(['c']);
    expect(await idsOf({ is_new: true })).toEqual(['b']);
    expect(await idsOf({ is_new: false })).toEqual(['a', 'c']);
    expect(await idsOf({}, ['usd_gmv_change'])).toEqual(['b', 'a', 'c']);
    expect(await idsOf({ growth_rate_range: { min: -100 } }, [], false)).toEqual([]);
    expect(await idsOf({ is_new: true }, [], false)).toEqual([]);
    expect(await idsOf({}, ['usd_gmv_change'], false)).toEqual(['a', 'b', 'c']);
  });

  it('is filtered by followers whatever sales count', async () => {
    const followers = { [NOW]: { a: 10, b: 5 }, [THEN]: { a: 1, b: 5 } };
    const sales = { [NOW]: { a: 1, b: 2, c: 3 }, [THEN]: { a: 1, b: 2, c: 3 } };
    const filter = { region: 'US', account_type: 1, follower_count_range: { min: 5 } };
    const list = await listOf(TOP_ECOMMERCE, { sales, followers }, filter);
    expect([list.ids, list.placesBefore]).toEqual([
      ['b', 'a'],
      [1, 0],
    ]);
    expect(list.asked).toEqual([[{ term: { creator_loaded: true } }], [{ term: { creator_loaded: true } }]]);
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

describe('a list by followers', () => {
  const followers = {
    [NOW]: { a: 30, b: 40, c: 7, d: 12, onlyNow: 99 },
    [THEN]: { a: 20, b: 20, c: 0, d: 8, onlyThen: 1 },
    '2026-06-28': { a: 10, d: 2, c: 1 },
  };
  const idsOf = async (filter: object, orderby: readonly string[] = []) =>
    (await listOf(TOP_GROWTH, { followers }, filter, orderby)).ids;

  it('has who is known in both periods, those without a rate last', async () => {
    expect(await idsOf({})).toEqual(['b', 'a', 'c', 'd']);
    expect(await idsOf({}, ['follower_inc_rate'])).toEqual(['b', 'a', 'd', 'c']);
    expect(await idsOf({}, ['follower_inc_rate:asc'])).toEqual(['a', 'd', 'b', 'c']);
    expect(await idsOf({ follower_inc_rate_range: { max: 50 } })).toEqual(['a', 'd']);
    expect(await idsOf({ follower_count_at_period_end_range: { min: 12 } })).toEqual(['b', 'a', 'd']);
  });

  it('has its growth against that of the period before', async () => {
    expect((await listOf(TOP_GROWTH, { followers })).placesBefore).toEqual([0, 1, 3, 2]);
    expect(await idsOf({ growth_rate_range: { max: 0 } })).toEqual(['a', 'd']);
  });
});
