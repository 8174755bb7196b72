import { Rates } from '../../src/money/rates.record.js';
import type { SaleLoad } from '../../src/figures/facts.record.js';
import { Random } from '../../dev/seed/random.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { drawWorld, FactWriter } from '../support/fact-world.js';
import { type AskedType, distinct, group, isIn, periodsWithFacts, sumOf } from '../support/oracle/rankings.oracle.js';

/** Random requests of each subject. */
const ASKED = 200;
const CATEGORY = { l1: [10_000, 20_000, null], l2: [10_100, 20_100, null], l3: [10_101, null] };
const RATES = new Rates([{ date: '2025-01-01', currency: 'USD', usd: '1' }]);
const TYPES = ['week', 'month', 'range'] as const;

const world = drawWorld(new Random('peers', 66), 60, 60);
for (let at = 1; at <= 60; at += 1) {
  const random = new Random('products of peers', at);
  const of = (ids: readonly (number | null)[]) => ({ id: random.pick(ids), name: null });
  world.products.set(`p${at}`, {
    product_id: `p${at}`,
    region: random.pick(['US', 'US', 'GB', null]),
    category: { l1: of(CATEGORY.l1), l2: of(CATEGORY.l2), l3: of(CATEGORY.l3) },
    shop: { seller_id: `s${random.whole(1, 25)}`, name: 'Shop' },
    ...(at > 3 && { floor_price: random.whole(500, 4000) / 100 }),
  });
}
[...world.sales].forEach(([id, sale], at) => {
  const random = new Random('sales of peers', at);
  const product_id = `p${random.whole(1, 60)}`;
  world.sales.set(id, { ...sale, product_id, product_category_id: random.pick([10_000, 20_000]) });
});
const SALES = [...world.sales.values()];
const MS_PER_DAY = 86_400_000;

/** Days that may begin and end within a week or a month. */
function drawRange(random: Random): string {
  const from = random.pick(SALES).date;
  const to = new Date(Date.parse(from) + random.pick([0, 4, 13, 91]) * MS_PER_DAY);
  return `${from}~${to.toISOString().slice(0, 10)}`;
}

type Sales = readonly SaleLoad[];

interface Asked {
  readonly type: AskedType;
  readonly value: string;
  readonly same: readonly string[];
  readonly tolerance: number;
}

const usd = (sales: Sales): number => sumOf(sales, (sale) => sale.usd_gmv);
const of = (channel: string, sales: Sales): Sales => sales.filter((sale) => sale.channel === channel);
const FIGURES: Readonly<Record<string, (sales: Sales) => number>> = {
  creator_usd_gmv: usd,
  usd_gmv: usd,
  video_usd_gmv: (sales) => usd(of('video', sales)),
  live_usd_gmv: (sales) => usd(of('live', sales)),
  units_sold: (sales) => sales.reduce((sum, { units_sold }) => sum + units_sold, 0),
  creator_count: (sales) => distinct(sales, ({ uid }) => uid),
  product_count: (sales) => distinct(sales, ({ product_id }) => product_id),
  video_count: (sales) => distinct(of('video', sales), ({ content_id }) => content_id),
  live_count: (sales) => distinct(of('live', sales), ({ content_id }) => content_id),
};
const COUNTS = ['video_usd_gmv', 'live_usd_gmv', 'units_sold', 'creator_count', 'video_count', 'live_count'];

/** A subject of comparisons: the id that a sale counts for, and what an id has of each trait, undefined of none. */
interface Subject {
  readonly id: string;
  readonly figures: readonly string[];
  readonly idOf: (sale: SaleLoad) => string | undefined;
  readonly traits: Readonly<Record<string, (id: string, sales: Sales, asked: Asked) => unknown>>;
}

const productOf = (id: string) => world.products.get(id);
const regionOf = (sales: Sales): unknown => {
  const regions = [...new Set(sales.map((sale) => productOf(sale.product_id)?.region ?? null))];
  return regions.length === 1 ? regions[0] : null;
};

const SUBJECTS: Readonly<Record<string, Subject>> = {
  creator: {
    id: 'uid',
    figures: [
      'creator_usd_gmv',
      'video_usd_gmv',
      'live_usd_gmv',
      'units_sold',
      'product_count',
      'video_count',
      'live_count',
    ],
    idOf: ({ uid }) => (world.creators.has(uid) ? uid : undefined),
    traits: {
      region: (uid) => world.creators.get(uid)?.region ?? null,
      category: (uid) => world.creators.get(uid)?.category_id ?? null,
      followers: (uid, _sales, { type, value }) => {
        const days = [...world.creatorDays.values()].filter((day) => day.uid === uid && isIn(type, value, day.date));
        return days.sort((a, b) => (a.date < b.date ? 1 : -1))[0]?.follower_count ?? null;
      },
    },
  },
  product: {
    id: 'product_id',
    figures: ['usd_gmv', ...COUNTS],
    idOf: ({ product_id }) => product_id,
    traits: {
      region: (id) => productOf(id)?.region ?? null,
      category: (id) => {
        const { l1, l2, l3 } = productOf(id)?.category ?? {};
        return l3?.id ?? l2?.id ?? l1?.id ?? null;
      },
      price: (id) => (productOf(id)?.region === 'US' ? (productOf(id)?.floor_price ?? null) : null),
    },
  },
  shop: {
    id: 'seller_id',
    figures: ['usd_gmv', ...COUNTS, 'product_count'],
    idOf: ({ product_id }) => productOf(product_id)?.shop?.seller_id ?? undefined,
    traits: {
      region: (_id, sales) => regionOf(sales),
      category: (_id, sales) => {
        const sold = CATEGORY.l1.map((id) => {
          const some = sales.filter((sale) => sale.product_category_id === id);
          return { id, some, sum: usd(some) };
        });
        const found = sold.filter(({ some }) => some.length > 0);
        return found.sort((a, b) => b.sum - a.sum || Number(a.id) - Number(b.id))[0]?.id;
      },
    },
  },
};

/** The ids whose deepest category may be one of them, by the filter of the ranking: any product below it. */
const isUnder = (id: string, category: unknown): boolean => {
  const { l1, l2, l3 } = productOf(id)?.category ?? {};
  return [l1?.id, l2?.id, l3?.id].includes(category as number);
};

/** numpy.percentile with its default method. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const virtual = share * (sorted.length - 1);
  const [low = NaN, high = NaN] = [sorted[Math.floor(virtual)], sorted[Math.ceil(virtual)]];
  return low + (high - low) * (virtual - Math.floor(virtual));
}

/** The peers and figures of an id, computed fact by fact. */
function expectedPeers(name: string, subject: Subject, id: string, asked: Asked) {
  const { type, value, same, tolerance } = asked;
  const groupsOf = (sales: Sales) =>
    group(
      sales.filter((sale) => isIn(type, value, sale.date)),
      (sale) => subject.idOf(sale) ?? '',
    );
  const all = groupsOf(SALES);
  const own = all.get(id);
  if (own === undefined) return { peers: 0, figures: [] };
  const wanted = Object.fromEntries(same.map((trait) => [trait, subject.traits[trait]?.(id, own, asked) ?? null]));
  if (Object.values(wanted).includes(null)) return { peers: 0, figures: [] };
  const isShopCategory = name === 'shop' && same.includes('category');
  const groups = isShopCategory
    ? groupsOf(SALES.filter((sale) => sale.product_category_id === wanted['category']))
    : all;
  const isPeer = (other: string, sales: Sales): boolean =>
    same.every((trait) => {
      if (trait === 'category' && name === 'shop') return true;
      if (trait === 'category' && name === 'product') return isUnder(other, wanted[trait]);
      const its = subject.traits[trait]?.(other, sales, asked) as number | null;
      if (trait !== 'followers' && trait !== 'price') return its === wanted[trait];
      const middle = wanted[trait] as number;
      const [low, high] = [100 - tolerance, 100 + tolerance].map((bound) => Math.round(middle * bound) / 100);
      return its !== null && (low ?? NaN) <= its && its <= (high ?? NaN);
    });
  const peers = [...groups].filter(([other, sales]) => other !== '' && other !== id && isPeer(other, sales));
  if (peers.length < 5) return { peers: peers.length, figures: [] };
  const figures = subject.figures.map((figure) => {
    const compute = FIGURES[figure] as (sales: Sales) => number;
    const [mine, values] = [compute(groups.get(id) ?? []), peers.map(([, sales]) => compute(sales))];
    const top = values.toSorted((one, other) => other - one).slice(0, 5);
    return {
      name: figure,
      value: mine,
      rank: 1 + values.filter((one) => one > mine).length,
      tied: values.filter((one) => one === mine).length,
      percentile: Math.round((10_000 * values.filter((one) => one < mine).length) / values.length) / 100,
      p25: expect.closeTo(percentile(values, 0.25), 6) as number,
      median: expect.closeTo(percentile(values, 0.5), 6) as number,
      p75: expect.closeTo(percentile(values, 0.75), 6) as number,
      top5_mean: expect.closeTo(top.reduce((sum, one) => sum + one, 0) / 5, 6) as number,
    };
  });
  return { peers: peers.length, figures };
}

interface Answer {
  readonly peers: number;
  readonly note: string | null;
  readonly filter: object | null;
  readonly figures: readonly object[];
}

describe('a place among peers', () => {
  let one: TestApp;
  let five: TestApp;

  beforeAll(async () => {
    const load: Parameters<typeof startTestApp>[0]['load'] = (elasticsearch, names) =>
      new FactWriter(elasticsearch, names, world, RATES).writeAll();
    one = await startTestApp({ name: 'peers', load });
    five = await startTestApp({ name: 'peers-five', load, config: { indexShards: 5 } });
  });
  afterAll(() => Promise.all([one?.close(), five?.close()]));

  it.each(Object.entries(SUBJECTS))(
    'of a %s is what the facts say, in one shard and in five',
    async (name, subject) => {
      const path = `/${name}/v1/peers`;
      const seen = { compared: 0, fewer: 0 };
      for (let index = 0; index < ASKED; index += 1) {
        const random = new Random(`peers of ${name}`, index);
        const type = random.pick(TYPES);
        const value = type === 'range' ? drawRange(random) : random.pick(periodsWithFacts(type, SALES));
        const ids = [
          ...new Set(SALES.flatMap((sale) => (isIn(type, value, sale.date) ? (subject.idOf(sale) ?? []) : []))),
        ];
        const id = random.chance(0.05) ? 'nobody' : random.pick(ids);
        const same = random.chance(0.2)
          ? undefined
          : Object.keys(subject.traits).filter(() => random.chance(name === 'shop' ? 0.5 : 0.35));
        const tolerance = random.pick([undefined, 10, 60, 100]);
        const body = { filter: { [subject.id]: id, date_info: { type, value } }, same, tolerance };
        const asked = { type, value, same: same ?? ['region', 'category'], tolerance: tolerance ?? 25 };
        const { status, body: answer } = await one.api.post<Answer>(path, body);
        expect({ body, status, message: answer.message }).toEqual({ body, status: 200, message: '' });
        const { note, filter, ...found } = answer.data;
        expect({ body, ...found }).toEqual({ body, ...expectedPeers(name, subject, id, asked) });
        expect(note === null).toBe(found.figures.length > 0);
        if (filter !== null) {
          const ranking = name === 'creator' ? 'topEcommerce' : 'topSelling';
          const { data } = (await one.api.post<{ total: number }>(`/${name}/v1/rank/${ranking}`, { filter })).body;
          expect({ body, total: data.total }).toEqual({ body, total: found.peers + 1 });
        }
        seen[found.figures.length > 0 ? 'compared' : 'fewer'] += 1;
        if (index % 10 === 0) expect((await five.api.post<Answer>(path, body)).body.data).toEqual(answer.data);
      }
      expect(Math.min(seen.compared, seen.fewer)).toBeGreaterThan(10);
    },
  );

  it('says why there is none', async () => {
    const ask = async (body: object) => (await one.api.post<Answer>('/creator/v1/peers', body)).body.data;
    const date_info = { type: 'month', value: '2025-12' };
    expect(await ask({ filter: { uid: 'nobody', date_info } })).toEqual({
      peers: 0,
      note: 'The ranking of this period has no row of this ID.',
      filter: null,
      figures: [],
    });
    expect(await ask({ filter: { uid: '9', date_info: { type: 'month', value: '1999-12' } } })).toMatchObject({
      peers: 0,
    });
  });

  it.each([
    [
      'creator',
      'uid',
      { same: ['region', 'price'] },
      { path: 'same[1]', rule: 'one_of', valid: ['region', 'category', 'followers'] },
    ],
    ['product', 'product_id', { same: ['followers'] }, { path: 'same[0]', rule: 'one_of' }],
    ['shop', 'seller_id', { same: ['price'] }, { path: 'same[0]', rule: 'one_of' }],
    ['shop', 'seller_id', { tolerance: 101 }, { path: 'tolerance', rule: 'max' }],
    ['creator', 'uid', { same: 'region' }, { path: 'same', rule: 'type' }],
  ])('of a %s refuses by name what it does not compare by (%s %j)', async (name, id, given, fault) => {
    const filter = { [id]: '9', date_info: { type: 'month', value: '2025-12' } };
    expectError(await one.api.post(`/${name}/v1/peers`, { filter, ...given }), 400, 10_001, [fault]);
  });

  it('needs one id, and a range of at most 92 days', async () => {
    const date_info = { type: 'range', value: '2025-12-01~2026-03-03' };
    const answer = await one.api.post('/product/v1/peers', { filter: { date_info } });
    expectError(answer, 400, 10_001, [
      { path: 'filter.date_info.value', rule: 'period' },
      { path: 'filter.product_id', rule: 'required' },
    ]);
  });
});
