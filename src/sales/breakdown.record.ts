import { CategoryRecord } from '../documents/category.record.js';
import { DecimalField, Fields, NullableObjectField, SOMETIMES, TextField, WholeField } from '../fields/field.js';
import { OTHER_FIELDS, PAGE_FIGURES, PreviousSales, SERIES, SHARE_AND_PRICE, SOLD } from '../figures/figures.record.js';
import { ROW_FIELDS } from '../subjects/subjects.js';

/** What `compare` adds to sums. */
const COMPARED = {
  previous: NullableObjectField(
    () => PreviousSales,
    'With compare: the same number of days before, or those of compare_to; null unless facts reach over all of them',
  ),
  usd_gmv_change: DecimalField('With compare: usd_gmv less that of previous; null unless facts reach over both times', {
    optional: true,
  }),
};

/** Sums in USD and, of one creator, in its own currency. */
const AMOUNTS = {
  ...SOLD,
  gmv: DecimalField('Sales amount in `currency`; null unless the row or the request is about only one creator'),
  currency: TextField('Currency code of `gmv` (ISO 4217): that of the creator’s region as loaded', { example: 'USD' }),
};

export class SalesSum extends Fields({ ...AMOUNTS, ...COMPARED }) {}

/** A step of figures, both ends included. */
class Step extends Fields({
  min: DecimalField('First figure of the step', { required: true }),
  max: DecimalField('Last figure of the step; null without an end'),
}) {}

class AgeStep extends Fields({
  min: DecimalField('First day; null for all days before the listing'),
  max: DecimalField('Last day; null without an end'),
}) {}

const DAY = { format: 'date', rule: 'day' } as const;

/** A row of a breakdown of sales: its key with the record behind it, as `by` of the request says, and sums of its facts. */
export class BreakdownRecord extends Fields({
  ...ROW_FIELDS,
  channel: TextField('by channel: where the sales were made', { ...SOMETIMES, oneOf: ['video', 'live'] }),
  date: TextField('by day: the market’s calendar day', { ...SOMETIMES, ...DAY, example: '2026-06-30' }),
  week: TextField('by week: YYYY-WW', { ...SOMETIMES, example: '2026-26' }),
  month: TextField('by month: YYYY-MM', { ...SOMETIMES, example: '2026-06' }),
  follower_tier: NullableObjectField(
    () => Step,
    'by follower_tier: followers of the creator as loaded now; null where they are not known',
  ),
  price_band: NullableObjectField(
    () => Step,
    'by price_band: price of the product in USD as loaded now; null where it is not known',
  ),
  region: TextField('by region: region code of the creators as loaded now; null where nobody loaded it', {
    optional: true,
    example: 'US',
  }),
  creator_category: NullableObjectField(
    () => CategoryRecord,
    'by creator_category: category of the creators as loaded',
  ),
  account_type: WholeField('by account_type: 1 personal, 2 shop, as loaded', { optional: true }),
  is_ad: WholeField('by is_ad: 1 ad, 0 non-ad; null of live streams and where it is not known', { optional: true }),
  duration: NullableObjectField(() => Step, 'by duration: seconds of the video as loaded; null as is_ad'),
  product_age: NullableObjectField(() => AgeStep, 'by product_age: days from the product’s listing to the sale'),
  tag: TextField('by tag: tag of the video; null of sales without one', { optional: true, example: 'skincare' }),
  ...AMOUNTS,
  ...SHARE_AND_PRICE,
  sales: WholeField('Sales facts', { required: true }),
  first_date: TextField('Day of the first fact; null without a fact, which compare lists', DAY),
  last_date: TextField('Day of the last fact', DAY),
  ...COMPARED,
  series: SERIES,
  ...OTHER_FIELDS,
  ...PAGE_FIGURES,
}) {}
