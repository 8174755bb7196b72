import { DecimalField, Fields, NullableObjectField, TextField, WholeField } from '../fields/field.js';

/** Sums of sales. */
export const SOLD = {
  units_sold: WholeField('Units sold', { required: true }),
  usd_gmv: DecimalField('Sales amount in USD, added up at four decimals and rounded once', { required: true }),
};

/** The mean price of what was sold. */
export const AVERAGE_PRICE = {
  average_usd_price: DecimalField('Sales amount in USD, as shown, for one unit sold; null when none was sold'),
};

/** Sums of the time before. */
export class PreviousSales extends Fields(SOLD) {}
export type Sold = PreviousSales;

/** Sums of all rows of a ranking. */
export class RankingSum extends Fields({
  ...SOLD,
  previous: NullableObjectField(
    () => PreviousSales,
    'The same of the list of the period before; null unless previous_complete',
  ),
}) {}

/** The days that an answer compares with. */
export const PREVIOUS_DAYS = {
  previous_from: TextField('First day compared with; null before year 0001', { format: 'date', example: '2026-05-01' }),
  previous_to: TextField('Last day compared with', { format: 'date', example: '2026-05-31' }),
};

/** The part of a row, and of the largest, in the sum of a list. */
export const SHARE = DecimalField('Percent of `sum.usd_gmv`, two decimals; null when that is 0 or less');
const topShare = (rows: string) =>
  DecimalField(`Percent of \`sum.usd_gmv\` that the ${rows} of the whole list with the largest amount have`);
export const TOP_SHARES = {
  top1_share: topShare('row'),
  top3_share: topShare('three rows'),
  top10_share: topShare('ten rows'),
  hhi: DecimalField(
    'With concentration: the squares of the shares of all rows in percent, added up (Herfindahl-Hirschman, 0 to 10,000); null where an amount is below 0, the sum is 0, or rows are counted in parts',
    { optional: true },
  ),
};
