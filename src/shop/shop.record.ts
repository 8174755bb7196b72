import { DecimalField, Fields, IdField, TextField, WholeField } from '../fields/field.js';
import { type Aggregations, amountOf, sum, unitsOf, type Values } from '../figures/sums.js';
import { roundHalfAwayFromZero } from '../common/numbers.js';

const TIME = { example: 1781234567, rule: 'unix-seconds' } as const;

/** A shop as search returns it: its figures are added up from its products that the filter keeps. */
export class ShopFiguresRecord extends Fields({
  seller_id: IdField('Shop ID', { required: true, example: '7495123456789012345' }),
  name: TextField('Shop name'),
  region: TextField('Country/region code of the products; null where they differ', { example: 'US' }),
  product_count: WholeField('Products', { required: true }),
  on_sale_count: WholeField('Products that are on sale', { required: true }),
  total_units_sold: WholeField('Units sold in total', { required: true }),
  total_usd_gmv: DecimalField('Revenue in total in USD, of products with an amount in USD', { required: true }),
  day7_units_sold: WholeField('Units sold in the last 7 days', { required: true }),
  day7_usd_gmv: DecimalField('Revenue of the last 7 days, as total_usd_gmv', { required: true }),
  average_rating: DecimalField('Mean rating of rated products, weighted by their units; null without units'),
  first_listed: WholeField('Earliest listing time of a product, Unix seconds', TIME),
  newest_listed: WholeField('Latest listing time of a product, Unix seconds', TIME),
}) {}

/** Stand for the listing time of a product without one. */
const [NEVER, BEFORE] = [1e15, -1];

/** What the figures of a shop are made of. */
export const SHOP_SUMS: Aggregations = {
  shelved: { value_count: { field: 'off_shelves' } },
  off_shelves: sum('off_shelves'),
  units: sum('total_units_sold'),
  gmv: sum('usd_gmv_whole'),
  gmv_fraction: sum('usd_gmv_fraction'),
  day7_units: sum('day7_units_sold'),
  day7_cents: sum('day7_usd_gmv_cents'),
  rated_units: sum('rated_units'),
  rating_points: sum('rating_points'),
  first: { min: { field: 'launch_time', missing: NEVER } },
  newest: { max: { field: 'launch_time', missing: BEFORE } },
};

/** The figures of a shop, from its sums and the number of its products. @throws RangeError as `unitsOf` does */
export const SHOP_FIGURES = {
  product_count: (_sums, products) => products,
  on_sale_count: ({ shelved = 0, off_shelves = 0 }) => shelved - off_shelves,
  total_units_sold: (sums, _products, id) => unitsOf(sums, id),
  total_usd_gmv: (sums, _products, id) => amountOf(sums, 'gmv', id),
  day7_units_sold: ({ day7_units: units }, _products, id) => unitsOf({ units }, id),
  day7_usd_gmv: ({ day7_cents: units }, _products, id) => unitsOf({ units }, id) / 100,
  average_rating: ({ rating_points = 0, rated_units = 0 }) =>
    rated_units > 0 ? roundHalfAwayFromZero(rating_points / (rated_units * 100), 0) / 100 : null,
  first_listed: ({ first = NEVER }) => (first === NEVER ? null : first),
  newest_listed: ({ newest = BEFORE }) => (newest === BEFORE ? null : newest),
} satisfies Readonly<Record<string, (sums: Values, products: number, id: string) => number | null>>;

export type ShopFigure = keyof typeof SHOP_FIGURES;
export const SHOP_FIGURE_NAMES = Object.keys(SHOP_FIGURES) as ShopFigure[];
