import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { OPEN_API, RANKING_PATHS, requestNameOf } from '../support/open-api.js';
import { seededIndices } from '../support/shared-indices.js';

type Row = Readonly<Record<string, unknown>>;

interface RowsData {
  readonly list: readonly Row[];
}

const ALL_TIME = { create_time_range: { min: 0 } };
const JUNE = { date_info: { type: 'month', value: '2026-06' } };
const BREAKDOWN = { by: 'product', filter: { uid: '7129000000000043360' }, from: '2026-06-01', to: '2026-06-30' };

function takesFields(path: string): boolean {
  const { [requestNameOf(OPEN_API.paths[path]?.post ?? {})]: schema } = OPEN_API.components.schemas;
  return 'fields' in (schema?.properties ?? {});
}

/** For each operation a request, some fields of its rows, and those fields of a whole row. */
const CASES: readonly (readonly [path: string, body: object, fields: readonly string[], of: (row: Row) => Row])[] = [
  [
    '/video/v1/search',
    { filter: ALL_TIME },
    ['video_id', 'creator.unique_id', 'creator.category'],
    ({ video_id, creator }) => {
      const { unique_id, category } = creator as Row;
      return { video_id, creator: { unique_id, category } };
    },
  ],
  ['/product/v1/search', {}, ['shop', 'title'], ({ title, shop }) => ({ title, shop })],
  ['/live/v1/search', {}, ['title', 'room_id'], ({ title, room_id }) => ({ title, room_id })],
  [
    '/creator/v1/search',
    { lang: 'ZH_CN' },
    ['uid', 'category.name'],
    ({ uid, category }) => ({ uid, category: { name: (category as Row).name } }),
  ],
  ['/shop/v1/search', {}, ['total_usd_gmv', 'name'], ({ name, total_usd_gmv }) => ({ name, total_usd_gmv })],
  [
    '/product/v1/similar',
    { product_id: '1729000000000722459', filter: { usd_price_range: { min: 0 } } },
    ['title', 'shop'],
    ({ title, shop }) => ({ title, shop }),
  ],
  [
    '/creator/v1/rank/topEcommerce',
    { filter: JUNE },
    ['rank', 'creator.unique_id', 'creator_usd_gmv'],
    ({ rank, creator, creator_usd_gmv }) => ({
      rank,
      creator: { unique_id: (creator as Row).unique_id },
      creator_usd_gmv,
    }),
  ],
  ...RANKING_PATHS.filter((path) => !path.endsWith('/topEcommerce')).map(
    (path) => [path, { filter: JUNE }, ['is_new', 'rank'], ({ rank, is_new }: Row) => ({ rank, is_new })] as const,
  ),
  [
    '/sales/v1/breakdown',
    BREAKDOWN,
    ['product_id', 'product.title', 'usd_gmv'],
    ({ product_id, product, usd_gmv }) => ({ product_id, product: { title: (product as Row).title }, usd_gmv }),
  ],
];

describe('the fields that a request asks for', () => {
  const service = testApp(() => ({ name: 'fields', indices: seededIndices() }));

  it('are taken by these operations and by exports', () => {
    const taking = Object.keys(OPEN_API.paths).filter((path) => takesFields(path) && !path.endsWith('/export'));
    expect(CASES.map(([path]) => path).sort()).toEqual(taking.sort());
  });

  describe.each(CASES)('of %s', (path, body, fields, of) => {
    it('are all that its rows have; what stands beside the list stays', async () => {
      const whole = await service.api.ask<RowsData>(path, body);
      expect(whole.list.length).toBeGreaterThan(0);
      const asked = { ...body, fields };
      for (const again of ['first', 'from the page cache']) {
        const some = await service.api.ask<RowsData>(path, asked);
        expect([again, some]).toEqual([again, { ...whole, list: whole.list.map(of) }]);
      }
      expect(await service.api.ask<RowsData>(path, { ...body, fields: [] })).toEqual(whole);
    });

    it('are refused with the valid ones where there is no such field', async () => {
      const answer = await service.api.post(path, { ...body, fields: [fields[0], 'nothing'] });
      expectError(answer, 400, 10001, [
        { path: 'fields[1]', rule: 'one_of', valid: expect.arrayContaining([...fields]) as string[] },
      ]);
    });

    it('are at most 100', async () => {
      const answer = await service.api.post(path, { ...body, fields: Array.from({ length: 101 }, () => fields[0]) });
      expectError(answer, 400, 10001, [{ path: 'fields', rule: 'max_items', limit: 100 }]);
    });
  });
});
