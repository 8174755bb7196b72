import {
  DecimalField,
  Fields,
  IdField,
  NullableObjectField,
  SOMETIMES,
  TextField,
  WholeField,
} from '../../fields/field.js';
import { PreviousSales } from '../../figures/figures.record.js';

const DATE_VALUE = {
  date_value: TextField('The period as `date_info.value` has it', { required: true, example: '2026-26' }),
};

/** The period that another one is compared with. */
class PreviousPeriod extends Fields(DATE_VALUE, PreviousSales) {}

const PERIOD = {
  ...DATE_VALUE,
  previous: NullableObjectField(
    () => PreviousPeriod,
    'With compare_to: the sales of the period compared with; null unless it is complete and they are known',
  ),
  usd_gmv_change: DecimalField(
    'With compare_to: the amount in USD less that of previous; null unless both periods are complete',
    { optional: true },
  ),
};

const ofSeveral = (id: string) => IdField(`${id}, where the request has a list`, SOMETIMES);

/** One period of a creator, named as in the ranking (docs/api.md, "Histories"). */
export class HistoryRecord extends Fields({
  uid: ofSeveral('Creator UID'),
  ...PERIOD,
  follower_count: WholeField('Followers on the latest day of the period that is known'),
  follower_inc_count: WholeField('Follower growth: followers in the period less those in the period before'),
  follower_inc_rate: TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' }),
  creator_gmv: DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv'),
  creator_usd_gmv: DecimalField('Total GMV in USD'),
  video_gmv: DecimalField('Video GMV in the currency of the creator’s region'),
  video_usd_gmv: DecimalField('Video GMV in USD'),
  live_gmv: DecimalField('Live GMV in the currency of the creator’s region'),
  live_usd_gmv: DecimalField('Live GMV in USD'),
  units_sold: WholeField('Units sold'),
  product_count: WholeField('Products sold: distinct products with sales in the period'),
  video_count: WholeField('Videos with sales in the period'),
  live_count: WholeField('Live streams with sales in the period'),
}) {}

const SELLING = {
  ...PERIOD,
  units_sold: WholeField('Units sold'),
  usd_gmv: DecimalField('Total GMV in USD: video_usd_gmv + live_usd_gmv'),
  video_usd_gmv: DecimalField('Video GMV in USD'),
  live_usd_gmv: DecimalField('Live GMV in USD'),
  creator_count: WholeField('Distinct creators with sales'),
  video_count: WholeField('Distinct videos with sales'),
  live_count: WholeField('Distinct live streams with sales'),
};

/** One period of a product, named as in the ranking (docs/api.md, "Histories"). */
export class ProductHistoryRecord extends Fields({ product_id: ofSeveral('Product ID'), ...SELLING }) {}

/** One period of a shop or category. */
export class SellingHistoryRecord extends Fields({
  seller_id: ofSeveral('Shop ID'),
  l1_category_id: WholeField('Category ID, where the request has a list', SOMETIMES),
  product_count: WholeField('Distinct products with sales'),
  ...SELLING,
}) {}
