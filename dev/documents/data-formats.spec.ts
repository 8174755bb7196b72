import { readFileSync } from 'node:fs';
import { describeDataFormats } from './data-formats.js';

const file = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8');

describe('docs/data.md', () => {
  it('is what the schemas of the loader say now; npm run data-formats writes it anew', () => {
    expect(file).toBe(describeDataFormats());
  });

  it.each([
    ['products', '`product_id` | id **required**'],
    ['products', '`promotion_channel` | integer, one of 1, 2, 3 |'],
    ['videos', '`product_info[].category.l1.id` | integer'],
    ['sales', '`usd_gmv` | amount **required**'],
    ['creator-days', '`follower_count` | count below 2^31 **required**'],
  ])('lists for %s %s', (kind, row) => {
    const section = file.split(`\n## ${kind}\n`)[1]?.split('\n## ')[0];
    expect(section).toContain(row);
  });
});
