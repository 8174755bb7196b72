import { shiftDay } from '../../../src/common/period/period.js';

/** Records and sales that rankings are measured by; the number of products and creators grows with that of sales. */
export const LAST_DAY = '2026-06-30';
/** The longest period, and the one before it, of lists that begin up to a week earlier. */
const DAYS = 192;
const SHOPS = 8000;
const CATEGORIES = 30;
const REGIONS = ['US', 'GB', 'ID', 'MX', 'DE', 'TH'];

export const sizesOf = (count) => ({ creators: Math.ceil(count / 50), products: Math.ceil(count / 15) });

const uidOf = (at) => String(7_129_000_000_000_000_000n + BigInt(at) * 9973n);
const productIdOf = (at) => String(1_729_000_000_000_000_000n + BigInt(at) * 7919n);

export function* creators({ creators: size }) {
  for (let at = 0; at < size; at += 1) {
    const filtered = { region: REGIONS[at % 6], category_id: 1000 + (at % 20), account_type: 1 + (at % 2) };
    yield { uid: uidOf(at), unique_id: `maker.of.things.${at}`, nickname: `Maker of Things ${at}`, ...filtered };
  }
}

export function* products({ products: size }) {
  for (let at = 0; at < size; at += 1) {
    const category = { l1: { id: 600_000 + (at % CATEGORIES), name: `Category ${at % CATEGORIES}` } };
    const shop = { seller_id: String(7_495_000_000_000_000_000n + BigInt(at % SHOPS)) };
    yield { product_id: productIdOf(at), title: `Product ${at}`, region: REGIONS[at % 6], category, shop };
  }
}

export function* moved(sizes) {
  let at = 0;
  for (const product of products(sizes)) if (at++ % 100 === 0) yield { ...product, region: REGIONS[at % 6] };
}

export function* nextDay(count, sizes) {
  const date = shiftDay(LAST_DAY, 1);
  for (const sale of sales(Math.ceil(count / DAYS), sizes)) yield { ...sale, id: `next-${sale.id}`, date };
}

/** Sales spread over the days. A few creators sell most, each of some products; equal counts give equal sales. */
export function* sales(count, sizes) {
  let state = count;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let at = 0; at < count; at += 1) {
    const creator = Math.floor(sizes.creators * random() ** 3);
    const product = (creator * 37 + Math.floor(60 * random() ** 2) * 101) % sizes.products;
    const channel = random() < 0.4 ? 'live' : 'video';
    const units_sold = 1 + Math.floor(random() * 9);
    const amount = Math.round(random() * 1e6) * units_sold;
    yield {
      id: `sale-${at}`,
      date: shiftDay(LAST_DAY, -(at % DAYS)),
      uid: uidOf(creator),
      channel,
      content_id: String(7_500_000_000_000_000_000n + BigInt(creator * 1000 + Math.floor(random() * 30))),
      product_id: productIdOf(product),
      product_category_id: 600_000 + (product % CATEGORIES),
      units_sold,
      gmv: amount / 1e4,
      usd_gmv: Math.round(amount / 4) / 1e4,
    };
  }
}
