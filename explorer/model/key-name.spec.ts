import { ENGLISH } from '../texts/en.js';
import { textsOf } from '../texts/texts.js';
import { keyName } from './key-name.js';

it.each([
  ['product', { product_id: '7', product: { title: 'Cream' } }, 'Cream'],
  ['shop', { seller_id: '8', shop: null }, '8'],
  ['creator_category', { creator_category: { id: 1, name: 'Beauty' } }, 'Beauty'],
  ['is_ad', { is_ad: 1 }, 'Yes'],
  ['tag', { tag: null }, 'Unknown'],
  ['price_band', { price_band: { min: 10, max: 19.999 } }, '$10.00 – $19.99'],
  ['follower_tier', { follower_tier: { min: 1000, max: null } }, '1,000+'],
  ['product_age', { product_age: { min: null, max: -1 } }, '≤ -1'],
  ['week', { week: '2026-26' }, '2026-26 · Jun 22 – 28, 2026'],
])('the name of a row by %s', (key, row, name) => {
  const written = keyName(row, key, textsOf('EN_US', ENGLISH), 'EN_US');
  expect(written.replaceAll('\u2009', ' ')).toBe(name);
});
