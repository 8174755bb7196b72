import { readFileSync } from 'node:fs';
import { describeDataFormats } from './data-formats.js';
import { environmentExample, withSettings } from './tables.js';

const file = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8');

describe('docs/data.md', () => {
  it('is what the schemas of the loader say now; npm run data-formats writes it anew', () => {
    expect(file).toBe(describeDataFormats());
  });

  it.each([
    ['products', '`product_id` | id **required**'],
    ['products', '`promotion_channel` | integer, one of 1, 2, 3 |'],
    ['product-categories and creator-categories', '`name.EN_US` | string **required**'],
    ['products', '`commission_rate_info` | rate info **made** |'],
    ['videos', '`product_info[].category.l1` | category |'],
    ['videos', '`product_info[].price_info` | price info |'],
    ['sales', '`gmv` | amount **required**'],
    ['sales', '`units_sold` | integer, a whole number within ±1,000,000,000, in digits **required**'],
    [
      'products',
      '`price` | string | Price in the region’s style with currency symbol. Follows `region`, `floor_price` |',
    ],
    ['creator-days', '`follower_count` | count below 2^31 **required**'],
  ])('lists for %s %s', (kind, row) => {
    const section = file.split(`\n## ${kind}\n`)[1]?.split('\n## ')[0];
    expect(section).toContain(row);
  });
});

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('documents of the settings, which npm run settings writes', () => {
  it('docs/operating.md has every setting', () => {
    const page = read('docs/operating.md');
    expect(page).toBe(withSettings(page));
    expect(page).toMatch(
      /^\| `REQUEST_TIMEOUT_MS` +\| `3000` +\| Deadline [^|]+milliseconds, passed on to Elasticsearch\. +\|$/m,
    );
    expect(page).toMatch(
      /^\| `METRICS_ACCESS` +\| `loopback` +\| Who [^|]+ Valid: one of loopback, token, open\. +\|$/m,
    );
  });

  it('.env.example has every setting with its default', () => {
    const example = read('.env.example');
    expect(example).toBe(environmentExample());
    expect(example).toContain('\n#INDEX_PREFIX=commerce-\n');
    expect(example).toMatch(/^# Deadline .+ Valid: a whole number from 50 to 600000\.\n#REQUEST_TIMEOUT_MS=3000$/m);
  });
});
