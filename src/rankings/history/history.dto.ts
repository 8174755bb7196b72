import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import { AnswerOf } from '../../http/answer/answer.dto.js';
import { CategoryIdField, ChoiceField, RegionField } from '../../http/validation/fields.js';
import { IdField } from '../../http/validation/id.field.js';
import { EndsSpan, PeriodValueField } from '../../http/validation/period.field.js';
import { Published } from '../../http/validation/request-field.js';
import type { PeriodType } from '../../common/period/period.js';
import { PERIOD_TYPES } from '../../common/period/period.js';
import { ListField } from '../../common/fields/field.js';
import { HistoryRecord, ProductHistoryRecord, SellingHistoryRecord } from '../records/history.record.js';
import type { Region } from '../../common/regions.js';
import type { OperationDocs } from '../../http/open-api/operation.decorator.js';

/** Periods of one answer. */
export const MOST_HISTORY_PERIODS = 400;

const SpansHistory = () =>
  applyDecorators(
    EndsSpan({ most: MOST_HISTORY_PERIODS, typeField: 'date_type' }),
    Published(
      'history_span',
      () =>
        `from and to are periods of the calendar, written as date_type asks for: a day YYYY-MM-DD, an ISO 8601 week YYYY-WW or a month YYYY-MM. from is not after to, and at most ${MOST_HISTORY_PERIODS} periods lie between them, both included.`,
      ['from', 'date_type'],
    ),
  );

/** The periods of a history. */
export interface HistorySpan {
  readonly date_type: PeriodType;
  readonly from: string;
  readonly to: string;
}

/** Adds the periods of a history to the request class that names its subject. */
function HistoryOf<Subject extends object>(subject: Type<Subject>): Type<Subject & HistorySpan> {
  class Request extends (subject as Type<object>) implements HistorySpan {
    @ChoiceField(PERIOD_TYPES, 'Kind of the periods.', { required: true, example: 'week' })
    date_type: PeriodType;

    @PeriodValueField('date_type', 'The first period, written as date_type asks for.', '2026-14')
    from: string;

    @SpansHistory()
    @PeriodValueField('date_type', 'The last period, written as date_type asks for.')
    to: string;
  }
  return Request as Type<Subject & HistorySpan>;
}

class OfCreator {
  @IdField('Creator UID.', { required: true })
  uid: string;
}

class OfProduct {
  @IdField('Product ID.', { required: true })
  product_id: string;
}

class OfShop {
  @IdField('Shop ID.', { required: true })
  seller_id: string;
}

class OfCategory {
  @CategoryIdField('Level 1 product category ID; the list is at /product/v1/category.', 10000, { required: true })
  l1_category_id: number;

  @RegionField('Region code of the creators whose sales count; all of them when not set.')
  region?: Region;
}

/** Body of a creator's history (docs/api.md, "Histories"). */
export class HistoryRequest extends HistoryOf(OfCreator) {}

export class ProductHistoryRequest extends HistoryOf(OfProduct) {}

export class ShopHistoryRequest extends HistoryOf(OfShop) {}

export class CategoryHistoryRequest extends HistoryOf(OfCategory) {}

/** The class of `data` of a history with these periods. */
function HistoryDataOf<Row extends object>(record: Type<Row>): Type<{ list: Row[] }> {
  class Data {
    @ListField(() => record, 'Every period from `from` to `to`, oldest first')
    list: Row[];
  }
  return Data;
}

export class HistoryData extends HistoryDataOf(HistoryRecord) {}

export class HistoryResponse extends AnswerOf(HistoryData, 'The periods') {}

export class ProductHistoryData extends HistoryDataOf(ProductHistoryRecord) {}

export class ProductHistoryResponse extends AnswerOf(ProductHistoryData, 'The periods') {}

export class SellingHistoryData extends HistoryDataOf(SellingHistoryRecord) {}

export class SellingHistoryResponse extends AnswerOf(SellingHistoryData, 'The periods') {}

/** Of the seed. */
const PRODUCT_ID = '1729000000000722459';
const SELLER_ID = '7495000000000060265';
const UID = '7129000000000043360';

export const HISTORY_DOCS: OperationDocs = {
  examples: {
    weeks: {
      summary: 'A creator’s second quarter of 2026 by week',
      value: { uid: UID, date_type: 'week', from: '2026-14', to: '2026-26' },
    },
    days: {
      summary: 'Its June 2026 by day',
      value: { uid: UID, date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    },
    months: {
      summary: 'The first half of 2026 by month',
      value: { uid: UID, date_type: 'month', from: '2026-01', to: '2026-06' },
    },
  },
  rules: [
    {
      name: 'order',
      fields: ['data.list'],
      description:
        'Every period is listed, oldest first. A period without facts of the creator has null. One with a creator-day and no sales has 0, or null when its ranking is not built.',
    },
  ],
};

const SELLING_HISTORY_RULES = [
  {
    name: 'order',
    fields: ['data.list'],
    description:
      'Every period is listed, oldest first. A period without sales has 0 when its ranking is built and complete, else null.',
  },
];

/** The examples of a history of sales. */
const historyExamples = (of: Readonly<Record<string, unknown>>): OperationDocs => ({
  examples: {
    weeks: {
      summary: 'The second quarter of 2026 by week',
      value: { ...of, date_type: 'week', from: '2026-14', to: '2026-26' },
    },
    days: {
      summary: 'June 2026 by day',
      value: { ...of, date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    },
    months: {
      summary: 'May and June 2026',
      value: { ...of, date_type: 'month', from: '2026-05', to: '2026-06' },
    },
  },
  rules: SELLING_HISTORY_RULES,
});

export const PRODUCT_HISTORY_DOCS = historyExamples({ product_id: PRODUCT_ID });
export const SHOP_HISTORY_DOCS = historyExamples({ seller_id: SELLER_ID });
export const CATEGORY_HISTORY_DOCS = historyExamples({ l1_category_id: 10000, region: 'US' });
