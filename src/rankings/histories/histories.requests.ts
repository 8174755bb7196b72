import { applyDecorators } from '@nestjs/common';
import {
  DecimalField,
  Fields,
  IdField,
  ListField,
  NullableObjectField,
  SOMETIMES,
  TextField,
  WholeField,
  YesNoField,
} from '../../fields/field.js';
import { PERIOD_TYPES, type PeriodType } from '../../common/period/period.js';
import type { Region } from '../../common/regions.js';
import { AnswerEnvelope } from '../../http/answer/answer.dto.js';
import { isAnySet, Rule } from '../../http/validation/broken-rule.js';
import { ChoiceField, RegionField } from '../../http/validation/fields.js';
import { IdOrListField } from '../../http/validation/id.field.js';
import { PeriodValueField, SpanEndField } from '../../http/validation/period.field.js';
import { PreviousSales } from '../../figures/figures.record.js';
import { CategoryIdField, type CategoryIds, LevelField } from '../../records/record.fields.js';
import { withSaleFilters } from '../../sales/sale-filters.js';

/** Periods of one answer. */
export const MOST_HISTORY_PERIODS = 400;
/** Rows of one answer: ids times periods. */
export const MOST_HISTORY_ROWS = 4000;

abstract class Span {
  @ChoiceField(PERIOD_TYPES, 'Kind of the periods.', { required: true, example: 'week' })
  date_type: PeriodType;

  @PeriodValueField(
    'date_type',
    'The first period, written as date_type asks for; or last, the newest complete one, last-83d the one 83 days before its end.',
    { example: '2026-14', takesFollowing: true },
  )
  from: string;

  @SpanEndField(MOST_HISTORY_PERIODS, 'date_type')
  @PeriodValueField(
    'date_type',
    `The last period, written as from is; at most ${MOST_HISTORY_PERIODS} periods in all.`,
    { takesFollowing: true },
  )
  to: string;

  @PeriodValueField(
    'date_type',
    'The period that `from` is compared with, every later one with one as many later; no comparison when not set.',
    { example: '2025-14', required: false },
  )
  compare_to?: string;
}

/** The periods of a history (docs/api.md, "Histories"), and the sales that they count. */
export abstract class HistorySpan extends withSaleFilters(Span) {}

const SubjectIdField = (id: string) =>
  IdOrListField(`${id}, or a list of 1 to 100 of them, whose rows name their ID; at most ${MOST_HISTORY_ROWS} rows.`);

export class HistoryRequest extends HistorySpan {
  @SubjectIdField('Creator UID')
  uid: string | string[];
}

export class ProductHistoryRequest extends HistorySpan {
  @SubjectIdField('Product ID')
  product_id: string | string[];
}

export class ShopHistoryRequest extends HistorySpan {
  @SubjectIdField('Shop ID')
  seller_id: string | string[];
}

const LevelIdField = (level: number, example: number) =>
  applyDecorators(
    level === 1
      ? LevelField(1, 'of the sales, required with level 1', { staysList: true })
      : CategoryIdField<never>(
          `Level ${level} product category ID of the products as loaded now, under the level 1 of the sales; required with level ${level}.`,
          example,
        ),
    Rule<unknown, { readonly level?: unknown }>(
      'required',
      (id, { level: asked }) =>
        (asked ?? 1) === level && (id ?? undefined) === undefined
          ? { rule: 'required', detail: String(example) }
          : undefined,
      { others: ['level'], takesAbsent: true },
    ),
  );

/** `level` of a category: that of the deepest id that the request names. */
const LevelOfIdsField = () =>
  applyDecorators(
    ChoiceField([1, 2, 3], 'Level of the category, 1 when not set.', { example: 3 }),
    Rule<number | undefined>(
      'one_of',
      (level, ids) => {
        const deepest = [3, 2].find((deeper) => isAnySet(ids, [`l${deeper}_category_id`])) ?? 1;
        const isAbove = [1, 2, undefined].includes(level ?? undefined) && (level ?? 1) < deepest;
        return isAbove ? { rule: 'one_of', valid: [2, 3].filter((valid) => valid >= deepest) } : undefined;
      },
      { others: ['l2_category_id', 'l3_category_id'], takesAbsent: true },
    ),
  );

export class CategoryHistoryRequest extends HistorySpan {
  @LevelOfIdsField()
  level?: number;

  @LevelIdField(1, 10000)
  l1_category_id?: CategoryIds;

  @LevelIdField(2, 10100)
  l2_category_id?: number;

  @LevelIdField(3, 10101)
  l3_category_id?: number;

  @RegionField('Region code of the creators whose sales count; all of them when not set.')
  region?: Region;
}

const DATE_VALUE = {
  date_value: TextField('The period as `date_info.value` has it', { required: true, example: '2026-26' }),
};

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

const COMPARED = {
  previous_from: TextField('With compare_to: first day compared with', { ...SOMETIMES, format: 'date' }),
  previous_to: TextField('Last day compared with', { ...SOMETIMES, format: 'date' }),
  previous_complete: YesNoField('Whether facts reach from that first day or before to that last day or after', true),
};

const PeriodsField = <Row extends object>(record: () => new () => Row) =>
  ListField(record, 'Every period from `from` to `to`, oldest first; of several IDs in their order');

class HistoryData extends Fields({ ...COMPARED, list: PeriodsField(() => HistoryRecord) }) {}

export class HistoryResponse extends AnswerEnvelope(HistoryData, 'The periods') {}

class ProductHistoryData extends Fields({ ...COMPARED, list: PeriodsField(() => ProductHistoryRecord) }) {}

export class ProductHistoryResponse extends AnswerEnvelope(ProductHistoryData, 'The periods') {}

class SellingHistoryData extends Fields({ ...COMPARED, list: PeriodsField(() => SellingHistoryRecord) }) {}

export class SellingHistoryResponse extends AnswerEnvelope(SellingHistoryData, 'The periods') {}
