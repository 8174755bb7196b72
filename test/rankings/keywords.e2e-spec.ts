import { Random } from '../../dev/seed/random.js';
import type { SaleLoad } from '../../src/figures/facts.record.js';
import { KeywordIdsReader } from '../../src/rankings/keyword-ids.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { expectError } from '../support/api-client.js';
import { testApp, type TestApp } from '../support/app.js';
import { drawWorld, loadFacts, withContents } from '../support/fact-world.js';
import { loadRecords } from '../support/load-records.js';
import {
  DATE_TYPES,
  type DateType,
  expectedTopEcommerce,
  expectedTopGrowth,
  type FactWorld,
  periodsWithFacts,
  sortItem,
} from '../support/oracle/rankings.oracle.js';
import { expectedSelling, FILTERS, type SellingFilter } from '../support/oracle/selling.oracle.js';
import { announce, expectRanked, type RankedPage } from '../support/rankings-suite.js';

type Subject = 'creator' | 'product' | 'shop' | 'video' | 'live';

const RANKINGS = {
  topEcommerce: { subject: 'creator', id: 'uid', sort: 'follower_count' },
  topGrowth: { subject: 'creator', id: 'uid', sort: 'video_count' },
  product: { subject: 'product', id: 'product_id', sort: 'total_units_sold' },
  shop: { subject: 'shop', id: 'seller_id', sort: 'on_sale_count' },
  video: { subject: 'video', id: 'video_id', sort: 'digg_count' },
  live: { subject: 'live', id: 'room_id', sort: 'total_viewer_count' },
} as const satisfies Readonly<Record<string, { subject: Subject; id: string; sort: string }>>;
type Ranking = keyof typeof RANKINGS;
const NAMES = Object.keys(RANKINGS) as Ranking[];

const pathOf = (ranking: Ranking): string =>
  `/${RANKINGS[ranking].subject}/v1/rank/${ranking.startsWith('top') ? ranking : 'topSelling'}`;

interface Answer extends RankedPage {
  readonly sum_series?: unknown;
  readonly read_as?: readonly { readonly word: string; readonly as: readonly string[] }[];
}

const found = new Map<string, ReadonlySet<string>>();

/** The ids of all records that the search with the same keywords and an `orderby` finds. */
async function idsFound({ url, token }: TestApp, ranking: Ranking, keywords: string): Promise<ReadonlySet<string>> {
  const { subject, id, sort } = RANKINGS[ranking];
  const known = found.get(`${url} ${subject} ${keywords}`);
  if (known !== undefined) return known;
  const filter = subject === 'video' ? { create_time_range: { min: 0 } } : {};
  const body = { keywords, filter, orderby: [{ field: sort }], fields: [id] };
  const exported = await exportAll({ url, token }, `/${subject}/v1/export`, body);
  expect(exported.status).toBe(200);
  const ids = new Set(recordsIn<Record<string, string>>(exported).map((row) => row[id] ?? ''));
  found.set(`${url} ${subject} ${keywords}`, ids);
  return ids;
}

/** A world with the facts of some rows; on each of its days a fact that counts for none keeps what is known of days. */
function worldOf(world: FactWorld, ranking: Ranking, ids: ReadonlySet<string>): FactWorld {
  const { subject } = RANKINGS[ranking];
  const own = subject === 'creator' ? 'uid' : subject === 'product' ? 'product_id' : 'content_id';
  const keyOf = (sale: SaleLoad) =>
    subject === 'shop' ? world.products.get(sale.product_id)?.shop?.seller_id : sale[own];
  const none = { uid: 'nobody', product_id: 'nothing', channel: subject === 'video' ? 'live' : 'video' } as const;
  const sales = [...world.sales.values()].map((sale) => (ids.has(keyOf(sale) ?? '') ? sale : { ...sale, ...none }));
  const days = [...world.creatorDays.values()].map((day) => (ids.has(day.uid) ? day : { ...day, uid: 'nobody' }));
  return {
    ...world,
    sales: new Map(sales.map((sale, at) => [String(at), sale])),
    creatorDays: new Map(days.map((day, at) => [String(at), day])),
  };
}

function expectedRows(
  world: FactWorld,
  ranking: Ranking,
  [type, value]: readonly [DateType, string],
  filter: SellingFilter,
  order: readonly string[] | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  if (ranking === 'topEcommerce') return expectedTopEcommerce(world, type, value, filter);
  if (ranking === 'topGrowth') return expectedTopGrowth(world, type, value);
  return expectedSelling(world, ranking, type, value, filter, order);
}

const WORDS = ['lipstick', 'velvet', 'serum', 'brush', 'mirror', 'garden', 'rosewater', 'candle', 'kettle', 'lampe'];
const random = new Random('keywords of rankings', 98);

function namedWorld(): FactWorld {
  const world = withContents(drawWorld(random, 40, 30), random);
  const name = () => Array.from({ length: random.whole(1, 3) }, () => random.pick(WORDS)).join(' ');
  for (const [uid, creator] of world.creators) world.creators.set(uid, { ...creator, nickname: name() });
  const shops = new Set([...world.products.values()].map(({ shop }) => shop?.seller_id ?? null));
  const shopNames = new Map([...shops].map((id) => [id, id && name()]));
  for (const [id, { shop, ...product }] of world.products) {
    const named = shop && { ...shop, name: shopNames.get(shop.seller_id ?? null) };
    world.products.set(id, { ...product, title: name(), shop: named });
  }
  const named = <Load extends object>(loads: ReadonlyMap<string, Load> = new Map<string, Load>(), field: string) =>
    new Map([...loads].map(([id, load]) => [id, { ...load, [field]: name() }]));
  return { ...world, videos: named(world.videos, 'desc'), lives: named(world.lives, 'title') };
}

function drawKeywords(ids: readonly string[]): string {
  if (random.chance(0.1)) return random.pick(ids);
  const words = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => random.pick(WORDS));
  const typed = words.join(' ');
  if (random.chance(0.2)) return `${typed.slice(0, 3)}${typed.slice(4)}`;
  return random.chance(0.1) ? `"${typed}"` : typed;
}

const ORDERS = [undefined, undefined, ['units_sold'], ['average_usd_price:asc'], ['usd_gmv_change']];

describe('keywords of a ranking', () => {
  const world = namedWorld();
  const app = testApp(() => ({ name: 'ranked-words', load: loadFacts(world) }));

  const idsOf: Readonly<Record<Subject, readonly string[]>> = {
    creator: [...world.creators.keys()],
    product: [...world.products.keys()],
    shop: [...world.products.values()].flatMap(({ shop }) => shop?.seller_id ?? []),
    video: [...(world.videos?.keys() ?? [])],
    live: [...(world.lives?.keys() ?? [])],
  };
  const periods = DATE_TYPES.flatMap((type) =>
    periodsWithFacts(type, world.sales.values()).map((value) => [type, value] as const),
  );

  const ask = (path: string, body: object) => app.api.ask<Answer>(path, body);

  /** Asks random rankings, and holds every row against the facts of the records that are found. */
  async function expectAsComputed(rounds: number): Promise<{ rows: number; left: number }> {
    const seen = { rows: 0, left: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const ranking = NAMES[round % NAMES.length] as Ranking;
      const { subject } = RANKINGS[ranking];
      const period = random.pick(periods);
      const keywords = drawKeywords(idsOf[subject]);
      const filters: readonly SellingFilter[] = subject === 'creator' ? [{}] : FILTERS[subject];
      const filter = random.chance(0.6) ? {} : random.pick(filters);
      const order = subject === 'creator' ? undefined : random.pick(ORDERS);
      const [type, value] = period;
      const body = { keywords, filter: { ...filter, date_info: { type, value } }, orderby: order?.map(sortItem) };
      const matching = await idsFound(app, ranking, keywords);
      const expected = expectedRows(worldOf(world, ranking, matching), ranking, period, filter, order);
      await expectRanked(ask, pathOf(ranking), body, expected);
      seen.rows += expected.length;
      const all = expectedRows(world, ranking, period, filter, order);
      seen.left += all.length - expected.length;
      if (random.chance(0.9)) continue;
      const exported = await exportAll(app, `${pathOf(ranking)}/export`, body);
      expect({ ranking, body, rows: recordsIn(exported) }).toEqual({ ranking, body, rows: expected });
    }
    return seen;
  }

  it('keep the rows whose records the search with an orderby finds, of 200 random requests', async () => {
    const { rows, left } = await expectAsComputed(200);
    expect(rows).toBeGreaterThan(200);
    expect(left).toBeGreaterThan(200);
  });

  it('keep the same rows where more records match than facts are filtered by', async () => {
    const reader = app.app.get(KeywordIdsReader, { strict: false });
    const before = reader.mostIds;
    reader.mostIds = 0;
    await announce(app);
    try {
      const { rows } = await expectAsComputed(100);
      expect(rows).toBeGreaterThan(100);
      const body = { keywords: 'lipstick', filter: { date_info: { type: 'month', value: '2025-12' } }, series: 'day' };
      expect((await ask('/product/v1/rank/topSelling', body)).sum_series).toBeNull();
    } finally {
      reader.mostIds = before;
      await announce(app);
    }
  });

  it('say which words were taken for others', async () => {
    const find = (keywords: string) =>
      ask('/creator/v1/rank/topEcommerce', {
        keywords,
        filter: { date_info: { type: 'month', value: '2025-12' } },
      });
    const slipped = await find('rosewatter');
    expect(slipped.read_as).toEqual([{ word: 'rosewatter', as: ['rosewater'] }]);
    expect(slipped.list).toEqual((await find('rosewater')).list);
    expect(slipped.total).toBeGreaterThan(0);
    expect(await find('')).not.toHaveProperty('read_as');
  });

  it('are the words of no row of a category', async () => {
    const body = { keywords: 'lipstick', filter: { date_info: { type: 'month', value: '2025-12' } } };
    const answer = await app.api.post('/category/v1/rank/topSelling', body);
    expectError(answer, 400, 10_001, [{ path: 'keywords', rule: 'unknown' }]);
  });

  it('have the synonyms of the operator', async () => {
    await loadRecords({ synonyms: [{ id: 'one', words: ['lipstick', 'rouge'] }] })(app.elasticsearch, app.names);
    await announce(app);
    const body = { keywords: 'rouge', filter: { date_info: { type: 'month', value: '2025-12' } } };
    const data = await ask('/creator/v1/rank/topEcommerce', body);
    expect(data).toMatchObject({ also: [{ words: 'rouge', as: ['lipstick'] }] });
    const matching = await idsFound(app, 'topEcommerce', 'rouge');
    const expected = expectedTopEcommerce(worldOf(world, 'topEcommerce', matching), 'month', '2025-12');
    expect(data.list).toEqual(expected.slice(0, 10));
    expect(expected.length).toBeGreaterThan(0);
  });
});
