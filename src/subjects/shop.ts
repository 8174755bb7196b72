import { bilingual } from '../common/lang.js';
import { Fields, IdField, NullableObjectField, TextField } from '../fields/field.js';
import { BY_SALES, SALES_FIELDS, sameValue, SELLING_FIELDS, SELLING_FIGURES, type SubjectEntry } from './subject.js';

/** The shop of a row, as its product with the first id names it. */
export class SalesShop extends Fields({
  seller_id: IdField('Shop ID', { required: true }),
  name: TextField('Shop name'),
  avatar: TextField('Shop cover URL'),
}) {}

/** The shop of a row of its ranking. */
export class RankedShop extends Fields(
  { region: TextField('Country/region code that its products with sales in the period agree on') },
  SalesShop,
) {}

export const SHOP = {
  id: 'seller_id',
  index: 'products',
  searchedIn: 'shop_name',
  part: 'shop',
  hasSeveral: true,
  record: SalesShop,
  row: {
    seller_id: IdField('by shop: shop ID; null for products that nobody loaded or that name no shop', {
      optional: true,
    }),
    shop: NullableObjectField(() => SalesShop, 'by shop: the shop; by product that of the product; null without one'),
  },
  key: 'seller_id',
  clauses: [{ exists: { field: 'seller_id' } }],
  agreed: ['product_region'],
  takesMissing: true,
  narrowedBy: ['filter.seller_id', 'filter.product_id', 'fewer_days'],
  rankings: {
    shopTopSelling: {
      ...BY_SALES,
      operation: 'rankTopSellingShops',
      list: 'topShops',
      fields: `${SELLING_FIELDS} product_count seller_id shop.name`,
    },
  },
  peers: {
    figures: `${SELLING_FIGURES} product_count`,
    traits: { region: sameValue('region', 'agreed'), category: sameValue('l1_category_id') },
  },
  tools: {
    next: 'history of shop with a seller_id; break_down_sales by product or creator with it.',
    breakdown: 'seller_id shop.name',
    search: {
      about: 'Shops by name and filters, their products added up.',
      fields: 'seller_id name region product_count total_units_sold total_usd_gmv day7_usd_gmv average_rating',
    },
    history: { fields: `seller_id ${SALES_FIELDS} product_count` },
    resource: 'A shop: ten of its products',
  },
  shownAs: { title: 'shop.name', picture: 'shop.avatar' },
  name: bilingual('Shop', '店铺'),
  plural: 'shops',
} as const satisfies SubjectEntry;
