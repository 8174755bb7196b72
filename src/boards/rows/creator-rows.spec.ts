import type { CreatorDocument } from '../../creator/creator.document.js';
import type { SaleDocument } from '../../sales/facts.document.js';
import { toCreatorDocument } from '../../creator/creator.record.js';
import { toCreatorDayDocument, toSaleDocument } from '../../sales/facts.record.js';
import { BuildPlan } from '../build-plan.js';
import { CreatorRows } from './creator-rows.js';

const mia: CreatorDocument = toCreatorDocument({ uid: '7', region: 'US', category_id: 3, account_type: 2 });
const plan = () =>
  new BuildPlan(
    [
      { ranking: 'topEcommerce', period: { type: 'month', value: '2024-02' } },
      { ranking: 'topEcommerce', period: { type: 'day', value: '2024-02-01' } },
      { ranking: 'topGrowth', period: { type: 'day', value: '2024-02-02' } },
    ],
    'b1',
  );
const sale = (date: string, rest: Partial<Parameters<typeof toSaleDocument>[0]> = {}): SaleDocument =>
  toSaleDocument({
    id: date,
    date,
    uid: '7',
    channel: 'video',
    content_id: 'v1',
    product_id: 'p1',
    product_category_id: 10,
    units_sold: 1,
    gmv: 2.0049,
    usd_gmv: 1.0049,
    ...rest,
  });
const day = (date: string, follower_count: number) =>
  toCreatorDayDocument({ date, uid: '7', follower_count, video_count: null });
const parse = (rows: CreatorRows) =>
  rows.takeFinished().map(({ kind, id, source }) => ({ kind, id, row: JSON.parse(source) as Record<string, unknown> }));

describe('the rows of a creator', () => {
  it('are finished as soon as the days have passed their period', () => {
    const rows = new CreatorRows(plan(), '7', mia);
    rows.addSale(sale('2024-02-01'));
    expect(rows.takeFinished()).toEqual([]);
    rows.addSale(sale('2024-02-02'));
    expect(parse(rows).map(({ row }) => row['list'])).toEqual([
      'topEcommerce:day:2024-02-01@b1/all',
      'topEcommerce:day:2024-02-01@b1/10',
    ]);
    rows.addSale(sale('2024-03-01'));
    expect(parse(rows).map(({ row }) => row['list'])).toEqual([
      'topEcommerce:month:2024-02@b1/all',
      'topEcommerce:month:2024-02@b1/10',
    ]);
  });

  it('count distinct products, videos and lives, and add both channels before they round', () => {
    const rows = new CreatorRows(plan(), '7', mia);
    rows.addCreatorDay(day('2024-02-01', 500));
    rows.addSale(sale('2024-02-01'));
    rows.addSale(sale('2024-02-01', { channel: 'live', content_id: 'v1', product_id: 'p2' }));
    rows.addSale(sale('2024-02-01', { product_category_id: 11, usd_gmv: -0.0002 }));
    rows.finish();
    const [all] = parse(rows);
    expect(all).toEqual({
      kind: 'top-ecommerce-boards',
      id: expect.stringContaining('@b1/') as unknown,
      row: {
        board: expect.stringContaining('@b1') as unknown,
        list: expect.stringMatching(/@b1\/all$/) as unknown,
        uid: '7',
        region: 'US',
        creator_category_id: 3,
        account_type: 2,
        creator_state: '["US",3,2]',
        creator: mia,
        has_video_sales: true,
        has_live_sales: true,
        creator_usd_gmv: 2.01,
        video_usd_gmv: 1,
        live_usd_gmv: 1,
        before: null,
        figures: {
          follower_count: 500,
          product_count: 2,
          units_sold: 3,
          video_count: 1,
          live_count: 1,
          creator_gmv: 6.01,
          video_gmv: 4.01,
          live_gmv: 2,
        },
      },
    });
  });

  it('do not wait on a board that is read for comparison only', () => {
    const rows = new CreatorRows(plan(), '7', undefined);
    rows.addSale(sale('2024-01-31'));
    rows.finish();
    expect(parse(rows)).toEqual([]);
  });

  it('wait, one on each board, when nobody has loaded the creator', () => {
    const ofNobody = plan();
    const rows = new CreatorRows(ofNobody, '7', undefined);
    rows.addCreatorDay(day('2024-02-01', 500));
    rows.addCreatorDay(day('2024-02-02', 510));
    rows.addSale(sale('2024-02-01'));
    rows.addSale(sale('2024-02-01', { product_category_id: 11 }));
    rows.finish();
    expect(parse(rows).map(({ row }) => row)).toEqual(
      ['topEcommerce:day:2024-02-01', 'topEcommerce:month:2024-02', 'topGrowth:day:2024-02-02'].map((board) => ({
        board: `${board}@b1/waiting`,
        uid: '7',
        creator_state: 'unknown',
      })),
    );
    expect(ofNobody.boards.map(({ creators, waiting, rows: count }) => [creators, waiting, count])).toEqual(
      Array(3).fill([0, 1, 1]),
    );
  });
});
