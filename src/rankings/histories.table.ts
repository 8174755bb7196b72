import { applyDecorators, type Type } from '@nestjs/common';
import type { Ranking } from './ranking.definition.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { isAnySet, Rule } from '../http/validation/broken-rule.js';
import { CategoryIdField, SingleIdField } from '../http/validation/id.field.js';
import { SpanEndField, PeriodValueField } from '../http/validation/period.field.js';
import type { IndexKind } from '../common/index-kind.js';
import { PERIOD_TYPES, type PeriodType } from '../common/period/period.js';
import { Fields, ListField } from '../common/fields/field.js';
import { nameClass } from '../common/fields/schema.js';
import { HistoryRecord, ProductHistoryRecord, SellingHistoryRecord } from './records/history.record.js';
import type { RequestExamples } from '../http/open-api/operation.decorator.js';

/** Periods of one answer. */
export const MOST_HISTORY_PERIODS = 400;

/** The periods of a history. */
export interface HistorySpan {
  readonly date_type: PeriodType;
  readonly from: string;
  readonly to: string;
  /** Of categories. */
  readonly level?: number;
  readonly l2_category_id?: number;
  readonly l3_category_id?: number;
}

const SPAN = {
  date_type: ChoiceField(PERIOD_TYPES, 'Kind of the periods.', { required: true, example: 'week' }),
  from: PeriodValueField('date_type', 'The first period, written as date_type asks for.', '2026-14'),
  to: applyDecorators(
    PeriodValueField(
      'date_type',
      `The last period, written as date_type asks for; at most ${MOST_HISTORY_PERIODS} periods in all.`,
    ),
    SpanEndField('history_span', MOST_HISTORY_PERIODS, 'date_type'),
  ),
};

/** Body of a creator's history (docs/api.md, "Histories"). */
class HistoryRequest extends Fields({ uid: SingleIdField('Creator UID.', { required: true }), ...SPAN }) {}

class ProductHistoryRequest extends Fields({ product_id: SingleIdField('Product ID.', { required: true }), ...SPAN }) {}

class ShopHistoryRequest extends Fields({ seller_id: SingleIdField('Shop ID.', { required: true }), ...SPAN }) {}

const LevelIdField = (level: number, example: number) =>
  applyDecorators(
    CategoryIdField<never>(
      `Level ${level} product category ID, required with level ${level}; the list is at /product/v1/category.` +
        (level === 1 ? '' : ' The products’ as loaded now, under the level 1 of the sales.'),
      example,
    ),
    Rule<unknown, { readonly level?: unknown }>(
      'category_of_level',
      (id, { level: asked }) =>
        (asked ?? 1) === level && (id ?? undefined) === undefined
          ? { rule: 'required', detail: String(example) }
          : undefined,
      { others: ['level'], takesAbsent: true },
    ),
  );

class CategoryHistoryRequest extends Fields({
  level: applyDecorators(
    ChoiceField([1, 2, 3], 'Level of the category, 1 when not set.', {
      example: 3,
    }),
    Rule<number | undefined>(
      'level_of_ids',
      (level, ids) => {
        const deepest = [3, 2].find((deeper) => isAnySet(ids, [`l${deeper}_category_id`])) ?? 1;
        const isAbove = [1, 2, undefined].includes(level ?? undefined) && (level ?? 1) < deepest;
        return isAbove ? { rule: 'one_of', valid: [2, 3].filter((valid) => valid >= deepest) } : undefined;
      },
      { others: ['l2_category_id', 'l3_category_id'], takesAbsent: true },
    ),
  ),
  l1_category_id: LevelIdField(1, 10000),
  l2_category_id: LevelIdField(2, 10100),
  l3_category_id: LevelIdField(3, 10101),
  region: RegionField('Region code of the creators whose sales count; all of them when not set.'),
  ...SPAN,
}) {}

/** The records of an answer, and its class. @param prefix of the names of classes */
function answerOf<Row extends { date_value: string }>(prefix: string, record: Type<Row>) {
  const list = ListField(() => record, 'Every period from `from` to `to`, oldest first');
  const data = nameClass(`${prefix}HistoryData`, Fields({ list }));
  return { record, response: nameClass(`${prefix}HistoryResponse`, AnswerEnvelope(data, 'The periods')) };
}

/** A history: the subject that its requests name, the ranking whose rows it lists, and its texts. */
export interface History {
  /** The id of its operation. */
  readonly operation: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly ranking: Ranking;
  readonly request: Type<object>;
  /** The field of a request that has the id of the subject. */
  readonly named: string;
  /** The index and its field that know a subject without sales. */
  readonly knownBy: readonly [index: IndexKind, field: string];
  readonly record: Type<{ date_value: string }>;
  readonly response: Type<object>;
  readonly examples: RequestExamples;
  /** The fields that assistants get of a period, with a space between them. */
  readonly tool: string;
}

const WITHOUT_SALES = 'A period without sales has 0 when facts cover all of it, else null.';

const examplesOf = (
  subject: object,
  [weeks, days, months]: readonly [string, string, string],
  firstMonth: string,
): RequestExamples => ({
  weeks: { summary: weeks, value: { ...subject, date_type: 'week', from: '2026-14', to: '2026-26' } },
  days: { summary: days, value: { ...subject, date_type: 'day', from: '2026-06-01', to: '2026-06-30' } },
  months: { summary: months, value: { ...subject, date_type: 'month', from: firstMonth, to: '2026-06' } },
});

/** The texts of a history of sales. @param example the fields of a request that name a subject */
const salesTexts = (subject: string, example: object) => ({
  path: `/${subject}/v1/history`,
  summary: `History of a ${subject}`,
  description: `The sales of a ${subject}, period by period, as the ranking counts them. ${WITHOUT_SALES}`,
  examples: examplesOf(
    example,
    ['The second quarter of 2026 by week', 'June 2026 by day', 'May and June 2026'],
    '2026-05',
  ),
});

const SOLD = 'date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';
const SHOP_OR_CATEGORY = {
  ...answerOf('Selling', SellingHistoryRecord),
  tool: `${SOLD} product_count`,
};

/** The histories by their subjects. */
export const HISTORIES = {
  creator: {
    operation: 'listCreatorHistory',
    path: '/creator/v1/history',
    summary: 'History of a creator',
    description:
      'A creator’s followers and sales, period by period, as the rankings count them. A period without facts of the ' +
      'creator has null. One with a creator-day and no sales has 0.',
    ranking: 'topEcommerce',
    request: HistoryRequest,
    named: 'uid',
    knownBy: ['creators', 'uid'],
    ...answerOf('', HistoryRecord),
    examples: examplesOf(
      { uid: '7129000000000043360' },
      ['A creator’s second quarter of 2026 by week', 'Its June 2026 by day', 'The first half of 2026 by month'],
      '2026-01',
    ),
    tool: 'date_value follower_count follower_inc_count creator_usd_gmv video_usd_gmv live_usd_gmv units_sold',
  },
  product: {
    ...salesTexts('product', { product_id: '1729000000000722459' }),
    ...answerOf('Product', ProductHistoryRecord),
    operation: 'listProductHistory',
    ranking: 'productTopSelling',
    request: ProductHistoryRequest,
    named: 'product_id',
    knownBy: ['products', 'product_id'],
    tool: SOLD,
  },
  shop: {
    ...salesTexts('shop', { seller_id: '7495000000000060265' }),
    ...SHOP_OR_CATEGORY,
    operation: 'listShopHistory',
    ranking: 'shopTopSelling',
    request: ShopHistoryRequest,
    named: 'seller_id',
    knownBy: ['products', 'seller_id'],
  },
  category: {
    ...salesTexts('category', { l1_category_id: 10000, region: 'US' }),
    ...SHOP_OR_CATEGORY,
    operation: 'listCategoryHistory',
    ranking: 'categoryTopSelling',
    request: CategoryHistoryRequest,
    named: 'l1_category_id',
    knownBy: ['sales', 'product_category_id'],
  },
} as const satisfies Record<string, History>;
