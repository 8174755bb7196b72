import { Random } from '../../dev/seed/random.js';
import { Seed } from '../../dev/seed/seed.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { periodsWithFacts } from '../support/oracle/rankings.oracle.js';
import { factsOf } from '../support/seed-expectations.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';

/** Random requests of each. */
const ASKED = 200;

type Row = Readonly<Record<string, unknown>>;
interface Figure {
  readonly name: string;
}
interface Peers {
  readonly peers: number;
  readonly filter: object | null;
  readonly figures: readonly Figure[];
}

/** numpy.percentile with its default method. */
function percentile(sorted: readonly number[], share: number): number {
  const virtual = share * (sorted.length - 1);
  const [low = NaN, high = NaN] = [sorted[Math.floor(virtual)], sorted[Math.ceil(virtual)]];
  return low + (high - low) * (virtual - Math.floor(virtual));
}

describe('on the seed', () => {
  let app: TestApp;
  const world = factsOf(new Seed({ scale: SHARED_SCALE, until: '2026-06-30' }));
  const sales = [...world.sales.values()];
  const periods = (['week', 'month'] as const).flatMap((type) =>
    periodsWithFacts(type, sales)
      .slice(-4)
      .map((value) => ({ type, value })),
  );

  beforeAll(async () => {
    app = await startTestApp({ name: 'seed-rankings', indices: seededIndices() });
  });
  afterAll(() => app?.close());

  it('a level 3 id under another level 1 answers an empty list', async () => {
    const days = { from: '2026-06-01', to: '2026-06-30' };
    const sold = sales.filter(({ date }) => date >= days.from && date <= days.to);
    const { l1, l3 } = world.products.get(sold[0]?.product_id ?? '')?.category as Record<'l1' | 'l3', { id: number }>;
    const other = sold.find((sale) => sale.product_category_id !== l1.id)?.product_category_id;
    const month = { type: 'month', value: '2026-06' };
    const range = { type: 'range', value: `${days.from}~${days.to}` };
    const cases = [
      ...['/product/v1/rank/topSelling', '/shop/v1/rank/topSelling'].flatMap((path) =>
        [month, range].map((date_info) => [path, { date_info }, {}] as const),
      ),
      ...['day', 'category', 'region'].map((by) => ['/sales/v1/breakdown', {}, { by, ...days }] as const),
    ];
    for (const [path, filter, more] of cases) {
      const rowsOf = async (ids: object) =>
        (await app.api.post<{ total: number; list: readonly Row[] }>(path, { ...more, filter: { ...filter, ...ids } }))
          .body.data;
      expect(await rowsOf({ l1_category_id: other, l3_category_id: l3.id })).toMatchObject({ total: 0, list: [] });
      for (const ids of [{ l1_category_id: other }, { l1_category_id: l1.id, l3_category_id: [l3.id] }]) {
        expect({ path, ids, total: (await rowsOf(ids)).total > 0 }).toEqual({ path, ids, total: true });
      }
      const below = { l1_category_id: [other, l1.id], l3_category_id: l3.id };
      expect(await rowsOf(below)).toEqual(await rowsOf({ l3_category_id: l3.id }));
      const body = { ...more, filter: { ...filter, l1_category_id: other, l3_category_id: l3.id } };
      expect(recordsIn(await exportAll(app, `${path}/export`, body))).toEqual([]);
    }
  });

  it.each([
    ['creator', 'uid', 'topEcommerce', ['creator_usd_gmv', 'video_usd_gmv', 'live_count', 'product_count']],
    ['product', 'product_id', 'topSelling', ['usd_gmv', 'units_sold', 'live_usd_gmv', 'creator_count']],
    ['shop', 'seller_id', 'topSelling', ['usd_gmv', 'units_sold', 'video_count', 'product_count']],
  ] as const)('the place of a %s is that among the rows of its ranking', async (subject, id, ranking, figures) => {
    const path = `/${subject}/v1/rank/${ranking}`;
    const known = new Map<string, Promise<readonly Row[]>>();
    const rowsOf = (filter: object): Promise<readonly Row[]> => {
      const key = JSON.stringify(filter);
      const rows = known.get(key) ?? exportAll(app, `${path}/export`, { filter }).then(recordsIn);
      known.set(key, rows);
      return rows;
    };
    let compared = 0;
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random(`peers of the seed's ${subject}s`, index);
      const date_info = random.pick(periods);
      const own = String(random.pick(await rowsOf({ date_info }))[id]);
      const near = { creator: 'followers', product: 'price', shop: 'region' }[subject];
      const body = {
        filter: { [id]: own, date_info },
        ...(random.chance(0.6) && {
          same: random.pick(
            [[], ['region'], ['category'], ['region', near], [near]].map((names) => [...new Set(names)]),
          ),
        }),
        ...(random.chance(0.3) && { tolerance: random.pick([5, 50, 100]) }),
      };
      const { data } = (await app.api.post<Peers>(`/${subject}/v1/peers`, body)).body;
      if (data.filter === null) continue;
      const rows = await rowsOf(data.filter);
      const others = rows.filter((row) => row[id] !== own);
      expect({ body, peers: data.peers }).toEqual({ body, peers: others.length });
      if (others.length < 5) expect(data.figures).toEqual([]);
      else {
        compared += 1;
        const mine = rows.find((row) => row[id] === own) ?? {};
        const found = data.figures.filter(({ name }) => (figures as readonly string[]).includes(name));
        expect({ body, found }).toEqual({
          body,
          found: data.figures.flatMap(({ name }) => {
            if (!(figures as readonly string[]).includes(name)) return [];
            const values = others.map((row) => row[name] as number).sort((one, other) => one - other);
            const value = mine[name] as number;
            return {
              name,
              value,
              rank: 1 + values.filter((one) => one > value).length,
              percentile: Math.round((10_000 * values.filter((one) => one < value).length) / values.length) / 100,
              p25: expect.closeTo(percentile(values, 0.25), 6) as number,
              median: expect.closeTo(percentile(values, 0.5), 6) as number,
              p75: expect.closeTo(percentile(values, 0.75), 6) as number,
              top5_mean: expect.closeTo(values.slice(-5).reduce((sum, one) => sum + one, 0) / 5, 6) as number,
            };
          }),
        });
        expect(found).toHaveLength(figures.length);
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});
