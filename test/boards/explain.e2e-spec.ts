import { BuildTarget } from '../../src/boards/build-target.js';
import { explainRow } from '../../src/boards/explain-row.js';
import type { SaleLoad } from '../../src/sales/facts.record.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { build } from '../support/boards-suite.js';
import { FactWriter } from '../support/fact-world.js';

const sale = (id: string, rest: Partial<SaleLoad>): SaleLoad => ({
  id,
  date: '2026-01-01',
  uid: '7',
  channel: 'video',
  content_id: 'v1',
  product_id: 'p1',
  product_category_id: 10,
  units_sold: 1,
  gmv: 1,
  usd_gmv: 1,
  ...rest,
});
const sales = [
  sale('1', { gmv: 10.0004, usd_gmv: 2.0025 }),
  sale('2', { date: '2025-12-29', gmv: 0.0046, usd_gmv: 0.0025, product_id: 'p2' }),
  sale('3', { channel: 'live', content_id: 'l1', gmv: -3, usd_gmv: -0.5, product_category_id: 11 }),
  sale('4', { date: '2026-01-05', gmv: 99 }),
  sale('5', { uid: '8', usd_gmv: 1000 }),
  sale('6', { uid: '6', usd_gmv: 1.505 }),
  sale('7', { uid: 'nobody' }),
];
const day = (date: string, uid: string, follower_count: number) => ({ date, uid, follower_count, video_count: null });
const days = [day('2025-12-28', '7', 800), day('2026-01-02', '7', 805), day('2025-12-30', '7', 900)];
let app: TestApp;
let target: BuildTarget;

beforeAll(async () => {
  app = await startTestApp({ name: 'explain' });
  const byId = <T>(items: readonly T[], idOf: (item: T) => string) => new Map(items.map((item) => [idOf(item), item]));
  const world = {
    sales: byId(sales, ({ id }) => id),
    creatorDays: byId(days, ({ date, uid }) => `${date}:${uid}`),
    creators: byId(
      [{ uid: '7', unique_id: 'mia.x', region: 'US', category_id: 3, account_type: 1 }, { uid: '8' }, { uid: '6' }],
      ({ uid }) => uid,
    ),
    products: new Map<string, ProductLoad>(),
  };
  await new FactWriter(app.elasticsearch, app.names, world).writeAll();
  await build(app);
  target = new BuildTarget(app.elasticsearch, app.names, { giveUpAfterMs: 1000 });
});
afterAll(() => app.close());

describe('the explanation of a row', () => {
  it('shows the sums at 4 decimals, what they are rounded to, and where the rows stand', async () => {
    const lines = (await explainRow(target, 'creator', '7', { type: 'week', value: '2026-01' })).split('\n');
    const oneOfAll = '1 distinct creators';
    expect(lines).toEqual([
      'creator 7, unique_id mia.x, region US, category_id 3, account_type 1',
      'week 2026-01, 2025-12-29 to 2026-01-04',
      '',
      'Sales: 3 facts',
      '  video  gmv 10.0050 → 10.01, usd_gmv 2.0050 → 2.01, 2 facts, 1 distinct videos',
      '  live   gmv -3.0000 → -3, usd_gmv -0.5000 → -0.5, 1 facts, 1 distinct lives',
      `  both   gmv 7.0050 → 7.01, usd_gmv 1.5050 → 1.51, ${oneOfAll}, 2 distinct products, 3 units`,
      'Sales of category 10: 2 facts',
      '  video  gmv 10.0050 → 10.01, usd_gmv 2.0050 → 2.01, 2 facts, 1 distinct videos',
      '  live   gmv 0.0000 → 0, usd_gmv 0.0000 → 0, 0 facts, 0 distinct lives',
      `  both   gmv 10.0050 → 10.01, usd_gmv 2.0050 → 2.01, ${oneOfAll}, 2 distinct products, 2 units`,
      'Sales of category 11: 1 facts',
      '  video  gmv 0.0000 → 0, usd_gmv 0.0000 → 0, 0 facts, 0 distinct videos',
      '  live   gmv -3.0000 → -3, usd_gmv -0.5000 → -0.5, 1 facts, 1 distinct lives',
      `  both   gmv -3.0000 → -3, usd_gmv -0.5000 → -0.5, ${oneOfAll}, 1 distinct products, 1 units`,
      expect.stringMatching(/^topEcommerce: 1.51 USD, rank 3 of 3 on topEcommerce:week:2026-01@/),
      '',
      'Followers inside the period: 805 on 2026-01-02; in the one before: 800 on 2025-12-28',
      '  growth 5, rate 0.63%',
      expect.stringMatching(/^topGrowth: 5 followers, rank 1 of 1 on topGrowth:week:2026-01@/),
    ]);
  });

  it('shows the same of a product, a shop and a category', async () => {
    const week = { type: 'week', value: '2026-01' } as const;
    const lines = (await explainRow(target, 'category', '10', week)).split('\n');
    expect(lines).toEqual([
      'category 10',
      'week 2026-01, 2025-12-29 to 2026-01-04',
      '',
      'Sales: 5 facts',
      '  video  usd_gmv 1004.5100 → 1004.51, 5 facts, 1 distinct videos',
      '  live   usd_gmv 0.0000 → 0, 0 facts, 0 distinct lives',
      '  both   usd_gmv 1004.5100 → 1004.51, 4 distinct creators, 2 distinct products, 5 units',
      expect.stringMatching(
        /^categoryTopSelling: 1004.51 USD, rank 1 of 2 on topSelling:week:2026-01@.+; no row in the period before$/,
      ),
    ]);
    expect(await explainRow(target, 'product', 'nothing', week)).toMatch(
      /^product nothing, which is not loaded: its sales are not counted$/m,
    );
    expect(await explainRow(target, 'shop', 'nothing', week)).toMatch(
      /^shopTopSelling: no row on topSelling:week:2026-01@/m,
    );
  });

  it('says what there is none of', async () => {
    const text = await explainRow(target, 'creator', 'nobody', { type: 'day', value: '2026-01-01' });
    expect(text).toMatch(/^creator nobody, which is not loaded: its sales are not counted$/m);
    expect(text).toMatch(/^topEcommerce: no row on topEcommerce:day:2026-01-01@/m);
    expect(text).toMatch(/^Followers inside the period: no creator-day; in the one before: no creator-day$/m);
    expect(text).toMatch(/^topGrowth: no board of this period$/m);
  });
});
