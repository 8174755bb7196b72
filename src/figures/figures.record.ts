import {
  DecimalField,
  Fields,
  IdField,
  NullableListField,
  NullableObjectField,
  ON_PAGES,
  ON_REQUEST,
  TextField,
  WholeField,
} from '../fields/field.js';

export const SOLD = {
  units_sold: WholeField('Units sold', { required: true }),
  usd_gmv: DecimalField('Sales amount in USD, added up at four decimals and rounded once', { required: true }),
};

/** Sums of the time before. */
export class PreviousSales extends Fields(SOLD) {}

/** Sums of all rows of a ranking. */
export class RankingSum extends Fields({
  ...SOLD,
  previous: NullableObjectField(
    () => PreviousSales,
    'The same of the list of the period before; null unless previous_complete',
  ),
}) {}

export const PREVIOUS_DAYS = {
  previous_from: TextField('First day compared with; null before year 0001', { format: 'date', example: '2026-05-01' }),
  previous_to: TextField('Last day compared with', { format: 'date', example: '2026-05-31' }),
};

/** The part of a row in the sum of its list, and its mean price. */
export const SHARE_AND_PRICE = {
  share: DecimalField('Percent of `sum.usd_gmv`, two decimals; null when that is 0 or less'),
  average_usd_price: DecimalField('Sales amount in USD, as shown, for one unit sold; null when none was sold'),
};

/** A day, week or month of a series. */
export class SeriesPoint extends Fields({
  date_value: TextField('The day, week or month, as `date_info.value` has it', {
    required: true,
    example: '2026-06-30',
  }),
  units_sold: WholeField('Units sold; null where facts neither reach over it nor are in it'),
  usd_gmv: DecimalField('Sales amount in USD; null as units_sold'),
  previous: NullableObjectField(
    () => PreviousSales,
    'In the period compared with, the first with the first: null without a partner there, or unless previous_complete',
  ),
}) {}

/** The series of a row. */
export const SERIES = NullableListField(
  () => SeriesPoint,
  'With series: its sales under the same filters, oldest first',
  ON_REQUEST,
);

const topShare = (rows: string) =>
  DecimalField(`Percent of \`sum.usd_gmv\` that the ${rows} of the whole list with the largest amount have`);

/** What answers with a list of sales say next to it. */
export const LIST_FIGURES = {
  top1_share: topShare('row'),
  top3_share: topShare('three rows'),
  top10_share: topShare('ten rows'),
  hhi: DecimalField(
    'With concentration: the squares of the shares of all rows in percent, added up (Herfindahl-Hirschman, 0 to 10,000); null where an amount is below 0, the sum is 0, or rows are counted in parts',
    { optional: true },
  ),
  sum_series: NullableListField(
    () => SeriesPoint,
    'With series: the sales that `sum` adds up, oldest first; null where filters keep rows by their figures or dimensions',
  ),
  note: TextField('Which fields on request are null, and why; only where some are', { optional: true, required: true }),
};

/** Figures of rows by the videos and live streams published in the period. An order or range by them reads the whole list. */
export const CONVERSION = {
  period_videos: WholeField(
    'Loaded videos published in the period, by the day of their region’s clock, that have a sale of the row then or name it',
    ON_REQUEST,
  ),
  period_plays: WholeField('Plays of period_videos, as loaded', ON_REQUEST),
  usd_gmv_per_1000_plays: DecimalField(
    'Sales in USD of the row in the period through period_videos whose plays are loaded, for 1,000 plays; null under 1,000',
    ON_REQUEST,
  ),
  period_lives: WholeField('As period_videos: live streams that began then, of the creator or with a sale', ON_REQUEST),
  period_viewers: WholeField('Viewers of period_lives, as loaded', ON_REQUEST),
  usd_gmv_per_1000_viewers: DecimalField('As usd_gmv_per_1000_plays: of period_lives and viewers', ON_REQUEST),
};
export const CONVERSIONS = Object.keys(CONVERSION) as (keyof typeof CONVERSION)[];

/** Fields of rows of breakdowns that their sales alone do not tell. */
export const OTHER_FIELDS = {
  ...CONVERSION,
  follower_count: WholeField('by creator: followers as loaded', ON_REQUEST),
};

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
