import type { ProductLoad } from '../../src/product/product.record.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import type { TestApp } from './app.js';
import type { ListedProduct } from './oracle/shops.oracle.js';

/** The products as product search answers them, with the listing times that they were loaded with. */
export async function productsOf(test: TestApp, loads: Iterable<ProductLoad>): Promise<ListedProduct[]> {
  const listings = new Map(
    [...loads].map(({ product_id, launch_time, ctime }) => {
      const listed = ctime ? Date.parse(`${ctime.replace(' ', 'T')}Z`) / 1000 : null;
      return [product_id, launch_time ?? listed] as const;
    }),
  );
  const exported = recordsIn<ListedProduct>(await exportAll(test, '/product/v1/export'));
  return exported.map((product) => ({ ...product, launch_time: listings.get(product.product_id) ?? null }));
}
