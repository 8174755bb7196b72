import { testApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { exportAll } from './export-client.js';

/** More than an export of release 1.0.0 had without a limit. */
const PRODUCTS = Array.from({ length: 100_500 }, (_, index) => ({ product_id: String(1_000_000 + index), title: 'A' }));

describe('an export of more than 100,000 rows', () => {
  const service = testApp(() => ({ name: 'export-many', load: loadRecords({ products: PRODUCTS }) }));

  it('has every one of them once, without a limit', async () => {
    const exported = await exportAll(service, '/product/v1/export', { format: 'csv', fields: ['product_id'] });
    expect([exported.status, exported.isWhole]).toEqual([200, true]);
    expect(exported.headers).toMatchObject({ 'x-total-count': '100500', 'x-matched-count': '100500' });
    const [header, ...ids] = exported.text.trimEnd().split('\r\n');
    expect([header, ids.length]).toEqual(['product_id', PRODUCTS.length]);
    expect(new Set(ids)).toEqual(new Set(PRODUCTS.map(({ product_id }) => product_id)));
  });
});
