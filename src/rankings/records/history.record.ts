import { DecimalField, TextField, WholeField } from '../../common/fields/field.js';

/** One period of a creator, with the names of the boards (docs/api.md, "Histories"). */
export class HistoryRecord {
  @TextField('The period as `date_info.value` has it', { required: true, example: '2026-26' })
  date_value: string;

  @WholeField('Followers on the latest day of the period that is known')
  follower_count: number | null;

  @WholeField('Follower growth: followers in the period less those in the period before')
  follower_inc_count: number | null;

  @TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' })
  follower_inc_rate: string | null;

  @DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv')
  creator_gmv: number | null;

  @DecimalField('Total GMV in USD')
  creator_usd_gmv: number | null;

  @DecimalField('Video GMV in the currency of the creator’s region')
  video_gmv: number | null;

  @DecimalField('Video GMV in USD')
  video_usd_gmv: number | null;

  @DecimalField('Live GMV in the currency of the creator’s region')
  live_gmv: number | null;

  @DecimalField('Live GMV in USD')
  live_usd_gmv: number | null;

  @WholeField('Units sold')
  units_sold: number | null;

  @WholeField('Products sold: distinct products with sales in the period')
  product_count: number | null;

  @WholeField('Videos with sales in the period')
  video_count: number | null;

  @WholeField('Live streams with sales in the period')
  live_count: number | null;
}

/** One period of a product, with the names of the board (docs/api.md, "Histories"). */
export class ProductHistoryRecord {
  @TextField('The period as `date_info.value` has it', { required: true, example: '2026-26' })
  date_value: string;

  @WholeField('Units sold')
  units_sold: number | null;

  @DecimalField('Total GMV in USD: video_usd_gmv + live_usd_gmv')
  usd_gmv: number | null;

  @DecimalField('Video GMV in USD')
  video_usd_gmv: number | null;

  @DecimalField('Live GMV in USD')
  live_usd_gmv: number | null;

  @WholeField('Distinct creators with sales')
  creator_count: number | null;

  @WholeField('Distinct videos with sales')
  video_count: number | null;

  @WholeField('Distinct live streams with sales')
  live_count: number | null;
}

/** One period of a shop or category. */
export class SellingHistoryRecord extends ProductHistoryRecord {
  @WholeField('Distinct products with sales')
  product_count: number | null;
}
