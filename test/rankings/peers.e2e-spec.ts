import { Random } from '../../dev/seed/random.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { drawWorld, loadFacts, USD_RATE } from '../support/fact-world.js';
import {
  type AskedType,
  expectedTopEcommerce,
  group,
  periodsWithFacts,
  placesOf,
  salesOf,
  sumOf,
} from '../support/oracle/rankings.oracle.js';
import { expectedSelling } from '../support/oracle/selling.oracle.js';

const ASKED = 200;
const CATEGORY = { l1: [10_000, 20_000, null], l2: [10_100, 20_100, null], l3: [10_101, null] };
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

interface Asked {
  readonly type: AskedType;
  readonly value: string;
  readonly same: readonly string[];
  readonly tolerance: number;
}

type Row = Readonly<Record<string, unknown>>;
const COUNTS = ['video_usd_gmv', 'live_usd_gmv', 'units_sold', 'creator_count', 'video_count', 'live_count'];

/** The filter of a ranking that keeps the rows with what a row has; undefined where the row has nothing to compare by. */
type Trait = (row: Row, tolerance: number) => object | undefined;
const equal = (name: string, value: unknown): object | undefined =>
  (value ?? null) === null ? undefined : { [name]: value };
const near = (name: string, figure: unknown, tolerance: number): object | undefined => {
  if (typeof figure !== 'number') return undefined;
  const [min, max] = [100 - tolerance, 100 + tolerance].map((bound) => Math.round(figure * bound) / 100);
  return { [name]: { min, max } };
};

/** A subject of comparisons: its ranking, and what its rows are compared by. */
interface Subject {
  readonly id: string;
  readonly figures: readonly string[];
  readonly rows: (type: AskedType, value: string, filter?: object) => readonly Row[];
  readonly traits: Readonly<Record<string, Trait>>;
}

const productOf = ({ product_id }: Row) => world.products.get(String(product_id));
const creatorOf = ({ uid }: Row) => world.creators.get(String(uid));

const SUBJECTS: Readonly<Record<string, Subject>> = {
  creator: {
    id: 'uid',
    figures: [
      ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold'],
      ...['product_count', 'video_count', 'live_count'],
    ],
    rows: (type, value, filter) => expectedTopEcommerce(world, type, value, filter),
    traits: {
      region: (row) => equal('region', creatorOf(row)?.region),
      category: (row) => equal('creator_category_id', creatorOf(row)?.category_id),
      followers: ({ follower_count }, tolerance) => near('follower_count_range', follower_count, tolerance),
    },
  },
  product: {
    id: 'product_id',
    figures: ['usd_gmv', ...COUNTS],
    rows: (type, value, filter) => expectedSelling(world, 'product', type, value, filter),
    traits: {
      region: (row) => equal('region', productOf(row)?.region),
      category: (row) => {
        const { category } = productOf(row) ?? {};
        const level = (['l3', 'l2', 'l1'] as const).find((name) => typeof category?.[name]?.id === 'number');
        return level && { [`${level}_category_id`]: category?.[level]?.id };
      },
      price: (row, tolerance) =>
        near('usd_price_range', productOf(row)?.region === 'US' ? productOf(row)?.floor_price : null, tolerance),
    },
  },
  shop: {
    id: 'seller_id',
    figures: ['usd_gmv', ...COUNTS, 'product_count'],
    rows: (type, value, filter) => expectedSelling(world, 'shop', type, value, filter),
    traits: {
      region: ({ shop }) => equal('region', (shop as Row)['region']),
      category: (row) => {
        const sold = [...group(salesOf.get(row) ?? [], (sale) => String(sale.product_category_id))];
        const sums = sold.map(([id, sales]) => ({ id: Number(id), sum: sumOf(sales, (sale) => sale.usd_gmv) }));
        return equal('l1_category_id', sums.sort((a, b) => b.sum - a.sum || a.id - b.id)[0]?.id);
      },
    },
  },
};

/** numpy.percentile with its default method. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const virtual = share * (sorted.length - 1);
  const [low = NaN, high = NaN] = [sorted[Math.floor(virtual)], sorted[Math.ceil(virtual)]];
  return low + (high - low) * (virtual - Math.floor(virtual));
}

/** The peers and figures of an id, computed from the rows of its ranking. */
function expectedPeers({ id: idField, figures, rows, traits }: Subject, id: string, asked: Asked) {
  const { type, value, same, tolerance } = asked;
  const isOwn = (row: Row): boolean => row[idField] === id;
  const own = rows(type, value).find(isOwn);
  const filters = own === undefined ? [undefined] : same.map((trait) => traits[trait]?.(own, tolerance));
  if (filters.includes(undefined)) return { peers: 0, figures: [] };
  const compared = rows(type, value, Object.assign({}, ...filters) as object);
  const peers = compared.filter((row) => !isOwn(row));
  if (peers.length < 5) return { peers: peers.length, figures: [] };
  return {
    peers: peers.length,
    figures: placesOf([...compared.filter(isOwn), ...peers], figures).map(({ name, ...place }) => {
      const values = peers.map((row) => row[name] as number);
      const top = values.toSorted((one, other) => other - one).slice(0, 5);
      return {
        ...{ name, ...place },
        p25: expect.closeTo(percentile(values, 0.25), 6) as number,
        median: expect.closeTo(percentile(values, 0.5), 6) as number,
        p75: expect.closeTo(percentile(values, 0.75), 6) as number,
        top5_mean: expect.closeTo(top.reduce((sum, one) => sum + one, 0) / 5, 6) as number,
      };
    }),
  };
}

interface Answer {
  readonly peers: number;
  readonly note: string | null;
  readonly filter: object | null;
  readonly figures: readonly object[];
}

describe('a place among peers', () => {
  const load = loadFacts(world, USD_RATE);
  const one = testApp(() => ({ name: 'peers', load }));
  const five = testApp(() => ({ name: 'peers-five', load, config: { indexShards: 5 } }));

  it.each(Object.entries(SUBJECTS))(
    'of a %s is what the facts say, in one shard and in five',
    async (name, subject) => {
      const path = `/${name}/v1/peers`;
      const seen = { compared: 0, fewer: 0 };
      for (let index = 0; index < ASKED; index += 1) {
        const random = new Random(`peers of ${name}`, index);
        const type = random.pick(TYPES);
        const value = type === 'range' ? drawRange(random) : random.pick(periodsWithFacts(type, SALES));
        const ids = subject.rows(type, value).map((row) => String(row[subject.id]));
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
        expect({ body, ...found }).toEqual({ body, ...expectedPeers(subject, id, asked) });
        expect(note === null).toBe(found.figures.length > 0);
        if (filter !== null) {
          const ranking = name === 'creator' ? 'topEcommerce' : 'topSelling';
          const { data } = (await one.api.post<{ total: number }>(`/${name}/v1/rank/${ranking}`, { filter })).body;
          expect({ body, total: data.total }).toEqual({ body, total: found.peers + 1 });
        }
        seen[found.figures.length > 0 ? 'compared' : 'fewer'] += 1;
        if (index % 10 === 0) expect(await five.api.ask<Answer>(path, body)).toEqual(answer.data);
      }
      expect(Math.min(seen.compared, seen.fewer)).toBeGreaterThan(10);
    },
  );

  it('says why there is none', async () => {
    const ask = (body: object) => one.api.ask<Answer>('/creator/v1/peers', body);
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
