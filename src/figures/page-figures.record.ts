import {
  DecimalField,
  Fields,
  IdField,
  NullableObjectField,
  ON_PAGES,
  TextField,
  WholeField,
} from '../fields/field.js';

/** The product or creator that has most of the sales of a row. */
export class LargestPart extends Fields({
  id: IdField('Product ID or creator UID', { required: true }),
  name: TextField('Title or nickname as loaded now; null where nobody loaded it'),
  share: DecimalField('Percent of the sales amount of the row in USD, two decimals; null when that is 0 or less'),
}) {}

/** The commission of sales, estimated by the rates of their products. */
export class EstimatedCommission extends Fields({
  usd: DecimalField(
    'Estimate: sales amounts in USD times the commission rates of their products as loaded now, rounded once; null where no product has a rate',
  ),
  covered_share: DecimalField('Percent of the sales amount of the row whose products have a rate; null as share'),
}) {}

const distinct = (what: string) => WholeField(`Distinct ${what} with sales`, ON_PAGES);
const largest = (what: string) =>
  NullableObjectField(
    () => LargestPart,
    `The ${what} with most of its sales in USD, of equal ones the first ID; null without sales`,
    ON_PAGES,
  );

/** Figures that are read for the rows of one page. */
export const PAGE_FIGURES = {
  creator_count: distinct('creators'),
  product_count: distinct('products'),
  shop_count: distinct('shops'),
  video_count: distinct('videos'),
  live_count: distinct('live streams'),
  largest_product: largest('product'),
  largest_creator: largest('creator'),
  estimated_commission: NullableObjectField(() => EstimatedCommission, 'Commission of its sales, estimated', ON_PAGES),
};

/** An order of the first rows of a list. */
export const BY_LARGEST_CREATOR = 'largest_creator.share';

export const PAGE_NOTE = {
  note: TextField('Which fields on request are null, and why; only where some are', { optional: true, required: true }),
};
