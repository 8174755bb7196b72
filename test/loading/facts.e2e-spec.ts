import { LoadSuite } from './load-suite.js';

describe('facts', () => {
  let suite: LoadSuite;
  beforeAll(async () => {
    suite = await LoadSuite.start('load-facts');
  });
  afterAll(() => suite.close());

  const sale = {
    id: 'a',
    date: '2026-06-30',
    uid: '1',
    channel: 'video',
    content_id: '2',
    product_id: '3',
    product_category_id: 10000,
    units_sold: 1,
    gmv: 10,
    usd_gmv: 10,
  };
  const amounts = async (): Promise<number[]> =>
    [...(await suite.contents<{ usd_gmv: number }>('sales')).values()]
      .map(({ usd_gmv }) => Number(usd_gmv))
      .sort((a, b) => a - b);

  it('of sales are replaced by their own id and stand beside each other under different ones, negative ones too', async () => {
    await suite.load('sales', [suite.records('sales.ndjson', [sale, { ...sale, id: 'b' }])]);
    expect(await amounts()).toEqual([10, 10]);
    const again = [
      { ...sale, usd_gmv: 7.5 },
      { ...sale, id: 'c', units_sold: -1, usd_gmv: -2.5 },
    ];
    const { summary } = await suite.load('sales', [suite.records('again.ndjson', again)]);
    expect(summary).toMatchObject({ loaded: 1, updated: 1, rejected: 0 });
    expect(await amounts()).toEqual([-2.5, 7.5, 10]);
  });

  it('of creator-days are one per date and uid', async () => {
    const day = { date: '2026-06-30', uid: '1', follower_count: 5 };
    const other = { ...day, uid: '2' };
    await suite.load('creator-days', [suite.records('days.ndjson', [day, other, { ...day, date: '2026-06-29' }])]);
    const { summary } = await suite.load('creator-days', [
      suite.records('late.ndjson', [{ ...day, follower_count: 6 }]),
    ]);
    expect(summary).toMatchObject({ loaded: 0, updated: 1 });
    const kept = [...(await suite.contents<typeof day>('creator-days')).values()];
    expect(kept.map(({ date, uid, follower_count }) => `${date} ${uid} ${follower_count}`).sort()).toEqual([
      '2026-06-29 1 5',
      '2026-06-30 1 6',
      '2026-06-30 2 5',
    ]);
  });

  it('with amounts of more than 4 decimals are rejected, whatever the currency', async () => {
    const file = suite.records('fine.ndjson', [
      { ...sale, id: 'd', gmv: 0.00001 },
      { ...sale, id: 'e', usd_gmv: 1.23456 },
      { ...sale, id: 'f', gmv: 0.0001 },
    ]);
    const { summary, rejects } = await suite.load('sales', [file]);
    expect(summary).toMatchObject({ loaded: 1, rejected: 2 });
    expect(rejects.map(({ line }) => line)).toEqual([1, 2]);
  });
});
