import { Random } from '../../dev/seed/random.js';
import { type SaleDocument, toSaleDocument } from '../../src/figures/facts.record.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { type ErrorData, expectError } from '../support/api-client.js';
import { startTestApp, testApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

const PATH = '/live/v1/search';

interface Live {
  readonly room_id: string;
  readonly creator_region: string | null;
}
type Filter = Readonly<Record<string, string | readonly string[] | undefined>>;

describe('live streams that sold a product, or one of a shop', () => {
  const seed = sharedSeed();
  const lives = [...seed.lives()];
  const sales = [...seed.sales()].filter(({ channel }) => channel === 'live');
  const shops = new Map([...seed.products()].map(({ product_id, shop }) => [product_id, shop?.seller_id]));

  const test = testApp(() => ({ name: 'live-sold', indices: seededIndices() }));

  const idsOf = (value: Filter[string]) => [value ?? []].flat();
  const roomsOf = ({ product_id, seller_id, region }: Filter): string[] => {
    const fits = (ids: Filter[string], id: string | null | undefined) =>
      ids === undefined || idsOf(ids).includes(id ?? '');
    const sold = sales.filter(
      (sale) => fits(product_id, sale.product_id) && fits(seller_id, shops.get(sale.product_id)),
    );
    const rooms = new Set(sold.map(({ content_id }) => content_id));
    const found = lives.filter((live) => rooms.has(live.room_id) && fits(region, live.creator_region));
    return found.map(({ room_id }) => room_id).sort();
  };
  const draw = (random: Random): Filter => {
    const [one, other] = [random.pick(sales), random.pick(sales)];
    const shop = shops.get(one.product_id) ?? undefined;
    const ids = random.chance(0.5) ? one.product_id : [one.product_id, other.product_id, 'none'];
    const sold = random.pick([{ product_id: ids }, { seller_id: shop }, { product_id: ids, seller_id: shop }]);
    return { ...sold, ...(random.chance(0.2) && { region: random.pick(['US', 'ID']) }) };
  };

  it('200 random filters keep the rooms with such a sale, in pages, exports and facets', async () => {
    const random = new Random('live-sold', 1);
    let found = 0;
    for (let count = 0; count < 200; count += 1) {
      const filter = draw(random);
      const rooms = roomsOf(filter);
      const idsIn = (list: readonly Live[]) => list.map(({ room_id }) => room_id).sort();
      const { body } = await test.api.post<{ list: Live[]; has_more: number }>(PATH, { filter, pagesize: 100 });
      expect([filter, body.data.has_more]).toEqual([filter, Number(rooms.length > 100)]);
      if (rooms.length <= 100) expect(idsIn(body.data.list)).toEqual(rooms);
      found += rooms.length;
      if (count % 10 > 0) continue;
      expect(idsIn(recordsIn<Live>(await exportAll(test, '/live/v1/export', { filter })))).toEqual(rooms);
      const counted = await test.api.post<{ total: number }>('/live/v1/facets', {
        filter,
        facets: [{ field: 'region' }],
      });
      expect(counted.body.data.total).toBe(rooms.length);
    }
    expect(found).toBeGreaterThan(100);
  });

  it('what nobody sold has none', async () => {
    const filter = { product_id: 'nobody-sold-this' };
    const { body } = await test.api.post<{ list: Live[] }>(PATH, { filter });
    expect(body.data).toEqual({ has_more: 0, list: [] });
  });
});

it('sales by video do not count, and more rooms than a filter can take are refused', async () => {
  const most = 65_536;
  const facts = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      toSaleDocument({
        ...{ id: `s${at}`, date: '2026-06-01', uid: 'u', channel: at === 2 ? 'video' : 'live', content_id: `r${at}` },
        ...{ product_id: at === 0 ? 'one' : 'many', product_category_id: 1, units_sold: 1, gmv: 1, usd_gmv: 1 },
      }),
    );
  const write = (test: Pick<TestApp, 'elasticsearch' | 'names'>, documents: readonly SaleDocument[]) =>
    test.elasticsearch.bulk({
      index: test.names.alias('sales'),
      refresh: true,
      operations: documents.flatMap((document) => [{ index: { _id: document.id } }, document]),
    });
  const all = facts(most + 2);
  const test = await startTestApp({
    name: 'live-rooms',
    load: async (elasticsearch, names) => {
      await loadRecords({ lives: [{ room_id: 'r1' }, { room_id: 'r2' }] })(elasticsearch, names);
      for (let at = 0; at <= most; at += 10_000)
        await write({ elasticsearch, names }, all.slice(at, Math.min(at + 10_000, most + 1)));
    },
  });
  try {
    const ask = (product_id: readonly string[]) =>
      test.api.send<{ list: Live[] } & ErrorData>(PATH, {
        text: JSON.stringify({ filter: { product_id } }),
        headers: { 'Cache-Control': 'no-store' },
      });
    const { body } = await ask(['one', 'many']);
    expect(body.data.list.map(({ room_id }) => room_id)).toEqual(['r1']);
    await write(test, all.slice(-1));
    expectError(await ask(['one', 'many']), 400, 10001, [
      { path: 'filter.product_id', rule: 'too_many_rows', limit: most },
    ]);
  } finally {
    await test.close();
  }
});
