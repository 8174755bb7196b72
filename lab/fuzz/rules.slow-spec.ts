import type { ApiClient } from '../../test/support/api-client.js';
import { testApp } from '../../test/support/app.js';
import { fuzz, FUZZED } from './requests.js';
import { reasonsAgainst } from '../../test/support/judge.js';
import { seededIndices } from '../../test/support/shared-indices.js';

const REQUESTS_PER_OPERATION = 150;
/** Of an export that is taken only the head is held against the document: some steps of rows are enough. */
const MOST_ROWS = 500;
/** The same requests in every run. */
const SEED = 20_260_630;

describe('the judge of requests', () => {
  it.each<[string, object, string]>([
    ['/video/v1/search', {}, 'required'],
    ['/video/v1/search', { filter: { create_time_range: { min: 2, max: 1 } } }, 'min_above_max'],
    ['/video/v1/search', { filter: { create_time_range: { min: 1e12 } } }, 'milliseconds'],
    ['/product/v1/search', { filter: { price_range: { min: 1 } } }, 'needs'],
    ['/product/v1/search', { orderby: [{ field: 'day7_gmv' }, { field: 'day7_gmv' }] }, 'duplicate'],
    ['/live/v1/search', { page: 51, pagesize: 100 }, 'page_window'],
    ['/live/v1/search', { keywords: 'x'.repeat(121) }, '/keywords'],
    ['/live/v1/search', { filter: { sold_range: { min: null } } }, 'empty'],
    ['/live/v1/search', { filter: { nobody: 1 } }, 'additional properties'],
    ['/product/v1/category', { parent_id: 1e21 }, 'must be <= 9007199254740991'],
    ['/creator/v1/rank/topGrowth', { filter: { date_info: { type: 'week', value: '2025-53' } } }, 'period'],
    [
      '/creator/v1/rank/topEcommerce',
      { filter: { date_info: { type: 'month', value: '2026-06' } }, orderby: [{ field: 'live_usd_gmv' }] },
      'orderby_by_type',
    ],
    ['/creator/v1/history', { uid: '1', date_type: 'day', from: '2026-02-30', to: '2026-03-01' }, 'period'],
    ['/creator/v1/history', { uid: '1', date_type: 'week', from: '2026-02', to: '2026-01' }, 'period'],
    ['/creator/v1/history', { uid: '1', date_type: 'week', from: '2018-01', to: '2026-01' }, 'period'],
    ['/live/v1/facets', {}, 'required'],
    ['/live/v1/facets', { facets: [{ field: 'region', interval: 'day' }] }, 'not_a_time'],
    ['/product/v1/facets', { facets: { field: 'price_range' } }, 'needs'],
    ['/product/v1/facets', { facets: { field: 'region' }, measure: 'gmv' }, 'needs'],
  ])('has something against %s %j', (path, body, reason) => {
    expect(reasonsAgainst(path, body).join()).toContain(reason);
  });
});

describe('the fuzzer', () => {
  it.each([
    [200, 0, 'the rules say'],
    [400, 10001, 'valid by the rules'],
    [500, 40001, 'answered 500'],
  ])('sees that a service answers %i whatever it is asked', async (status, code, fault) => {
    const data = { errors: [{ path: 'page' }] };
    const service = { post: () => Promise.resolve({ status, body: { code, data } }) } as unknown as ApiClient;
    await expect(fuzz(service, '/live/v1/search', REQUESTS_PER_OPERATION, 1)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(fault) as string },
    });
  });
});

describe('requests drawn at random', () => {
  const service = testApp(() => ({ name: 'fuzz', indices: seededIndices(), config: { exportMaxRows: MOST_ROWS } }));

  it.each(FUZZED)('are taken and refused as the document says: %s', async (path) => {
    const counts = await fuzz(service.api, path, REQUESTS_PER_OPERATION, SEED);
    expect(counts.valid).toBeGreaterThan(2);
    expect(counts.invalid).toBeGreaterThan(2);
  });
});
