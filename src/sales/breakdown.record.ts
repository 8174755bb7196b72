import { DecimalField, Fields, NullableObjectField, SOMETIMES, TextField, WholeField } from '../fields/field.js';
import { CONVERSION, FOLLOWERS } from '../figures/conversion.js';
import { SERIES } from '../figures/series.js';
import { AVERAGE_PRICE, PreviousSales, SHARE, SOLD } from '../figures/sold.record.js';
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

/** A row of a breakdown of sales: its key with the record behind it, as `by` of the request says, and sums of its facts. */
export class BreakdownRecord extends Fields({
  ...ROW_FIELDS,
  channel: TextField('by channel: where the sales were made', { ...SOMETIMES, oneOf: ['video', 'live'] }),
  date: TextField('by day: the market’s calendar day', { ...SOMETIMES, format: 'date', example: '2026-06-30' }),
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
  ...AMOUNTS,
  share: SHARE,
  ...AVERAGE_PRICE,
  sales: WholeField('Sales facts', { required: true }),
  first_date: TextField('Day of the first fact; null without a fact, which compare lists', { format: 'date' }),
  last_date: TextField('Day of the last fact', { format: 'date' }),
  ...COMPARED,
  ...SERIES,
  ...CONVERSION,
  ...FOLLOWERS,
}) {}
