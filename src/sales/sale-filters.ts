import type { Type } from '@nestjs/common';
import { Fields } from '../fields/field.js';
import type { SaleDocument } from '../figures/facts.record.js';
import { FlagFilterField } from '../http/validation/fields.js';
import { RangeField } from '../http/validation/range.field.js';
import { type DocumentFilter, filterFields } from '../http/validation/request-field.js';
import { VideoTagsField } from '../records/record.fields.js';
import type { Range } from '../search/compiler/types.js';

/** Filters of sales by their video, and by the listing of their product. */
interface SaleFilters {
  readonly is_ad?: boolean;
  readonly tags?: string[];
  readonly duration_range?: Range;
  readonly product_age_range?: Range;
  readonly listed_range?: Range<string>;
}

/** Each selects sales, which every figure and the order then count: a ranking still reads its first rows alone. */
const FIELDS = {
  is_ad: FlagFilterField(
    'Whether the video is an ad, as loaded now: only its sales count. false leaves out live streams and videos that are not loaded.',
    { index: 'is_ad' },
  ),
  tags: VideoTagsField({ index: 'tags' }),
  duration_range: RangeField('count', 'Length of the video in seconds: only its sales count.', { index: 'duration' }),
  product_age_range: RangeField(
    'day_count',
    'Days from the listing of the product, as loaded now, to the sale: {max: 29} counts the sales of the first 30 days.',
    { index: 'product_age' },
  ),
  listed_range: RangeField('day', 'Day on which the product was listed, on the clock of its region, as loaded now.', {
    index: 'product_listed',
  }),
} satisfies Readonly<Record<keyof SaleFilters, (holder: DocumentFilter<SaleDocument>, field: string) => void>>;

/** Adds the filters of sales to a class. */
export const withSaleFilters = <Base extends object>(base: abstract new () => Base) =>
  Fields(FIELDS as unknown as Readonly<Record<keyof SaleFilters, PropertyDecorator>>, base) as Type<Base & SaleFilters>;

/** The field of sales that each filter looks at. */
export const SALE_FILTERS = filterFields(withSaleFilters(Object));
