import type { TopSellingRowBefore } from '../board.document.js';
import { BuildPlan } from '../build-plan.js';
import type { BoardProduct, BoardSale } from './selling-rows.js';
import { SellingRows } from './selling-rows.js';

const product = (product_id: string, rest: Partial<BoardProduct> = {}): BoardProduct => ({
  product_id,
  region: 'US',
  l1_category_id: 5,
  seller_id: 's1',
  ...rest,
});
const sale = (rest: Partial<BoardSale> = {}): BoardSale => ({
  uid: '7',
  channel: 'video',
  content_id: 'v1',
  product_id: 'p1',
  product_category_id: 10,
  units_sold: 1,
  usd_gmv_whole: 1,
  usd_gmv_fraction: 49,
  ...rest,
});
/** The board of a day, and the one before, which is only compared with. */
const boards = () => {
  const plan = new BuildPlan([{ ranking: 'topSelling', period: { type: 'day', value: '2026-01-02' } }], 'b1');
  return { before: plan.boardsOn('topSelling', '2026-01-01')[0], now: plan.boardsOn('topSelling', '2026-01-02')[0] };
};
const finish = (rows: SellingRows, before?: ReadonlyMap<string, TopSellingRowBefore>) => {
  const ranked = new Map<string, TopSellingRowBefore>();
  const written = [...rows.finish(before, ranked)].map(({ source }) => JSON.parse(source) as Record<string, unknown>);
  return {
    ranked,
    byList: (list: string) => written.find((row) => row['list'] === `topSelling:day:2026-01-02@b1/${list}`),
    written,
  };
};

describe('the rows of products, shops and categories', () => {
  it('add up exactly before they round, and count what is distinct in each', () => {
    const { now } = boards();
    if (now === undefined) throw new Error('The board is there.');
    const rows = new SellingRows(now);
    rows.add(sale(), product('p1'), 'US');
    rows.add(sale({ uid: '8', usd_gmv_fraction: 1 }), product('p1'), 'GB');
    rows.add(sale({ channel: 'live', usd_gmv_whole: -3, usd_gmv_fraction: 0 }), product('p1'), 'US');
    rows.add(sale({ product_id: 'p2', product_category_id: 11 }), product('p2', { region: 'GB' }), null);
    const { byList } = finish(rows);
    expect(byList('product/all')).toMatchObject({
      id: 'p1',
      usd_gmv: -1,
      video_usd_gmv: 2.01,
      live_usd_gmv: -3,
      units_sold: 3,
      seller_id: 's1',
      product_state: '["US",5,"s1"]',
      figures: { creator_count: 2, video_count: 1, live_count: 1, product_count: 1 },
    });
    expect(byList('shop/all')).toMatchObject({
      id: 's1',
      region: null,
      figures: { product_count: 2, creator_count: 2 },
    });
    expect(byList('shop/10')).toMatchObject({ id: 's1', region: 'US', units_sold: 3 });
    expect(byList('category/US')).toMatchObject({ id: '10', units_sold: 2, usd_gmv: -2 });
    expect({ creators: now.creators, listed: now.listed }).toEqual({
      creators: 2,
      listed: { product: 2, shop: 1, category: 2 },
    });
  });

  it('hold the sales of a product that is not loaded back from products and shops', () => {
    const { now } = boards();
    if (now === undefined) throw new Error('The board is there.');
    const rows = new SellingRows(now);
    rows.add(sale(), undefined, null);
    const { written } = finish(rows);
    expect(written.map(({ board, list, id }) => [board, list, id])).toEqual([
      ['topSelling:day:2026-01-02@b1', 'topSelling:day:2026-01-02@b1/category/all', '10'],
      ['topSelling:day:2026-01-02@b1/waiting', undefined, 'p1'],
    ]);
    expect([now.waiting, now.rows]).toEqual([1, 2]);
  });

  it('are compared with the row of the period before, which is computed but not written', () => {
    const { before, now } = boards();
    if (before === undefined || now === undefined) throw new Error('Both boards are there.');
    const earlier = new SellingRows(before);
    earlier.add(sale({ usd_gmv_whole: 5 }), product('p1'), null);
    const { ranked, written } = finish(earlier);
    expect(written).toEqual([]);
    const rows = new SellingRows(now);
    rows.add(sale(), product('p1'), null);
    const row = finish(rows, ranked).byList('product/all');
    expect(row).toMatchObject({ usd_gmv: 1, usd_gmv_change: -4, before: { usd_gmv: 5, has_live_sales: false } });
  });
});
