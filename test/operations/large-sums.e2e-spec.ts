import { toSaleDocument } from '../../src/figures/facts.record.js';
import type { FacetsData } from '../../src/records/facets.requests.js';
import { toVideoDocument } from '../../src/video/video.record.js';
import { loadSuiteOf } from '../loading/load-suite.js';
import { testApp } from '../support/app.js';

const COUNT = 900;
const DAY = '2026-06-30';
const SALE = { date: DAY, channel: 'video', content_id: '5', product_category_id: 10000 } as const;
const salesOf = (uid: string, date: string, count: number, sign: 1 | -1, usd = 1e9) =>
  Array.from({ length: count }, (_, at) => ({
    ...SALE,
    id: `${uid}-${at}`,
    date,
    uid,
    product_id: `p${uid}`,
    units_sold: sign * 1e9,
    gmv: sign * 1e12,
    usd_gmv: sign * usd,
  }));
const records = (fields: (id: string) => object) => Array.from({ length: COUNT }, (_, at) => fields(String(at + 1)));

describe('sums of facts and records at their bounds', () => {
  const test = testApp(() => ({ name: 'large-sums' }));
  const suite = loadSuiteOf(test);

  beforeAll(async () => {
    const shop = { seller_id: 's', name: 'Shop' };
    const products = ['p1', 'p2'].map((product_id) => ({ product_id, region: 'GB', shop }));
    const lines = {
      rates: [{ date: DAY, currency: 'USD', usd: '1' }],
      creators: ['1', '2', '3', '4', '5'].map((uid) => ({ uid, region: 'US' })),
      products: [
        ...products,
        ...records((product_id) => ({ product_id, region: 'US', total_units_sold: 1e13, total_gmv: 1e13 })),
      ],
      videos: records((video_id) => ({
        ...{ video_id, publish_time: 1_782_000_000 + 86_400 * Number(video_id), region: 'US' },
        ...{ play_count: 1e13, units_sold: 1e13, gmv: -1e13 },
      })),
      lives: records((room_id) => ({
        ...{ room_id, creator_region: 'US', currency: 'USD', start_time: 1_782_000_000 },
        ...{ total_viewer_count: 1e13, total_units_sold: 1e13, total_gmv: 1e13 },
      })),
      sales: [
        ...salesOf('1', DAY, COUNT, 1),
        ...salesOf('2', DAY, COUNT, -1),
        ...salesOf('3', '2026-05-01', 9100, 1, 1),
        ...salesOf('5', '2026-03-01', COUNT + 1, 1),
        { ...SALE, id: 'units', uid: '1', product_id: 'p1', units_sold: 2 ** 53 - 1, gmv: 1, usd_gmv: 1 },
        { ...SALE, id: 'ten', uid: '1', product_id: 'p1', units_sold: 1, gmv: 999_999_999_999_999, usd_gmv: 1 },
        { ...SALE, id: 'usd', uid: '1', product_id: 'p1', units_sold: 1, gmv: 2e9 },
      ],
    };
    for (const [kind, list] of Object.entries(lines)) {
      const file = suite.records(`${kind}.ndjson`, list);
      const { rejects } = await suite.load(kind as keyof typeof lines, [file], { mode: 'replace' });
      const reasons = [
        ['units_sold is 9007199254740991; it must be a whole number within ±1,000,000,000, in digits.'],
        [
          'gmv is 999999999999999; it must be a number within ±1,000,000,000,000 with at most 4 decimals and 15 digits.',
        ],
        [
          'usd_gmv is 2000000000 (2000000000 USD at the rate of its day); it must be a number within ±1,000,000,000 with at most 4 decimals.',
        ],
      ];
      expect(rejects.map((reject) => reject.reasons)).toEqual(kind === 'sales' ? reasons : []);
    }
  });

  const ask = <Data>(path: string, body: object) => test.api.ask<Data>(path, body);

  interface Rows {
    readonly sum: object;
    readonly list: readonly object[];
  }

  it('are exact in rankings, breakdowns and histories', async () => {
    const filter = { date_info: { type: 'day', value: DAY } };
    const sold = { units_sold: 9e11, usd_gmv: 9e11 };
    const sign = (one: object) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, -value]));
    const creators = await ask<Rows>('/creator/v1/rank/topEcommerce', { filter });
    expect(creators.list).toMatchObject([
      { uid: '1', units_sold: 9e11, creator_usd_gmv: 9e11, creator_gmv: 9e14 },
      { uid: '2', units_sold: -9e11, creator_usd_gmv: -9e11, creator_gmv: -9e14 },
    ]);
    const products = await ask<Rows>('/product/v1/rank/topSelling', { filter });
    expect(products.sum).toMatchObject({ units_sold: 0, usd_gmv: 0 });
    expect(products.list).toMatchObject([
      { product_id: 'p1', ...sold },
      { product_id: 'p2', ...sign(sold) },
    ]);
    const breakdown = await ask<Rows>('/sales/v1/breakdown', {
      by: 'creator',
      from: DAY,
      to: DAY,
      filter: { uid: ['1', '2'] },
    });
    expect(breakdown.sum).toMatchObject({ units_sold: 0, usd_gmv: 0 });
    expect(breakdown.list).toMatchObject([
      { uid: '1', ...sold, gmv: 9e14, currency: 'USD' },
      { uid: '2', ...sign(sold), gmv: -9e14, currency: 'USD' },
    ]);
    const span = { date_type: 'day', from: DAY, to: DAY };
    const history = await ask<Rows>('/creator/v1/history', { uid: '2', ...span });
    expect(history.list).toMatchObject([{ creator_usd_gmv: -9e11, creator_gmv: -9e14, units_sold: -9e11 }]);
    const productHistory = await ask<Rows>('/product/v1/history', { product_id: 'p1', ...span });
    expect(productHistory.list).toMatchObject([sold]);
  });

  it.each([
    ['video', 'create_time_range', { play_count: 9e15, units_sold: 9e15, gmv: -9e15, usd_gmv: -9e15 }],
    ['live', 'start_time', { total_viewer_count: 9e15, units_sold: 9e15, gmv: 9e15, usd_gmv: 9e15 }],
    ['product', undefined, { units_sold: 9e15, gmv: 9e15, usd_gmv: 9e15 }],
  ])('are exact in facets of each %s', async (kind, time, measures) => {
    const filter = { region: 'US', ...(time && { [time]: { min: 0 } }) };
    for (const [measure, value] of Object.entries(measures)) {
      const body = { filter, facets: [{ field: 'region' }], measure };
      const { facets } = await ask<FacetsData>(`/${kind}/v1/facets`, body);
      expect([measure, facets[0]?.values]).toEqual([
        measure,
        [{ value: 'US', label: 'United States', count: COUNT, measure: value, mean: value / COUNT }],
      ]);
    }
  });

  it('name the row and the field in the log where they may have been rounded', async () => {
    const old = {
      ...SALE,
      uid: '4',
      product_id: 'p2',
      date: '2026-04-01',
      units_sold: 2 ** 53 - 1,
      gmv: 1,
      usd_gmv: 1,
    };
    const video = { publish_time: 1_782_000_000, region: 'GB', play_count: 2 ** 53 - 1 };
    const creator = { region: 'US', category_id: null, account_type: null };
    const levels = { l1_category_id: null, l2_category_id: null, l3_category_id: null };
    const product = { region: 'GB', seller_id: 's', launch_time: null, ...levels };
    await test.elasticsearch.bulk({
      refresh: true,
      operations: ['one', 'other'].flatMap((id) => [
        { index: { _index: test.names.alias('sales'), _id: id } },
        toSaleDocument({ ...old, id }, creator, product),
        { index: { _index: test.names.alias('videos'), _id: id } },
        toVideoDocument({ ...video, video_id: id }),
      ]),
    });
    const refused = async (path: string, body: object): Promise<unknown> => {
      const answer = await test.api.post(path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 500, 40001]);
      const { request_id } = answer.body;
      const line = test.log.find((entry) => entry.request_id === request_id && entry.level === 'error');
      return (line?.err as { readonly message: string }).message;
    };
    const sumOf = (what: string): string => `The sum of ${what} is too large to be exact.`;
    const day = (value: string) => ({ filter: { date_info: { type: 'day', value } } });
    const from = '2026-05-01';
    expect(await refused('/creator/v1/rank/topEcommerce', day(from))).toBe(sumOf('gmv of 3 2026-05-01'));
    expect(await refused('/creator/v1/rank/topEcommerce', day('2026-03-01'))).toBe(sumOf('usd_gmv of 5'));
    expect(await refused('/product/v1/rank/topSelling', day('2026-04-01'))).toBe(sumOf('units_sold of p2'));
    const breakdown = { by: 'creator', from, to: from };
    const sales = (...uid: string[]) => refused('/sales/v1/breakdown', { ...breakdown, filter: { uid } });
    expect(await sales('1', '3')).toBe(sumOf('gmv of 3'));
    expect(await sales('3')).toBe(sumOf('gmv of all rows'));
    const pairs = { by: ['creator', 'channel'], from: '2026-04-01', to: '2026-04-01', filter: { uid: ['4'] } };
    expect(await refused('/sales/v1/breakdown', pairs)).toBe(sumOf('units_sold of 4,video'));
    const span = { uid: '3', date_type: 'month', from: '2026-05', to: '2026-05' };
    expect(await refused('/creator/v1/history', span)).toBe(sumOf('gmv of 3 2026-05'));
    const facets = { filter: { region: 'GB', create_time_range: { min: 0 } }, measure: 'play_count' };
    for (const [field, value] of [
      ['region', 'GB'],
      ['create_time_range', '2026-06-21'],
    ])
      expect(await refused('/video/v1/facets', { ...facets, facets: [{ field }] })).toBe(
        sumOf(`play_count of ${field} ${value}`),
      );
  });
});
