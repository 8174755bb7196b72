import { applyDecorators, type Type } from '@nestjs/common';
import { words } from '../common/errors/error-texts.js';
import { Fields, ListField, ObjectField, TextField, WholeField, YesNoField } from '../fields/field.js';
import type { Lang } from '../common/lang.js';
import { DATE_TYPES, type PeriodType } from '../common/period/period.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { CONCENTRATION, ExportableRequest, PagedRequest } from '../records/record-requests.js';
import { type Explain, Rule } from '../http/validation/broken-rule.js';
import { CHANGES } from '../figures/ranked-list.js';
import { BY_LARGEST_CREATOR, CONVERSIONS, LIST_FIGURES, PREVIOUS_DAYS, RankingSum } from '../figures/figures.record.js';
import { READINGS, TIME_DAYS } from '../documents/keyword-data.record.js';
import { itemFields, LangField, OrderbyField } from '../http/validation/fields.js';
import { ComparedField, SeriesField } from '../http/validation/period.field.js';
import { filterFields, NestedField } from '../http/validation/request-field.js';
import { RANKING_WINDOW } from '../search/compiler/clauses.js';
import type { SortItem } from '../search/compiler/types.js';
import { RANKED, type Ranking, subjectOf } from '../subjects/subjects.js';
import { RankedKeywordsField } from '../records/record.fields.js';
import { pageOrder, type RankingOrder, type RankingPlan } from './rankings.query.js';
import {
  ECOMMERCE_TYPES,
  LiveTopSellingFilter,
  TopEcommerceFilter,
  TopGrowthFilter,
  VideoTopSellingFilter,
} from './rankings.filters.js';
import {
  CategoryTopSellingRecord,
  LiveTopSellingRecord,
  ProductTopSellingRecord,
  ShopTopSellingRecord,
  TopEcommerceRecord,
  TopGrowthRecord,
  VideoTopSellingRecord,
} from './rankings.record.js';
import { CategoryTopSellingFilter, ProductTopSellingFilter, ShopTopSellingFilter } from './selling.filters.js';

/** A body, checked or not. */
type AskedType = Readonly<{ filter?: { readonly ecommerce_type?: unknown } | null }>;

function RankingOrderField({ fields, description, byType }: RankingOrder): PropertyDecorator {
  const orderby = OrderbyField(fields, description);
  if (byType === undefined) return orderby;
  // An `ecommerce_type` that is invalid decides nothing (docs/api.md, "Order").
  const explain: Explain<unknown, AskedType> = (items, { filter }) => {
    const given = filter?.ecommerce_type ?? undefined;
    const type = given === undefined ? 'all' : ECOMMERCE_TYPES.find((value) => value === given);
    if (type === undefined) return [];
    const named = itemFields(items);
    const isByShare = named.length > 1 && named.some(({ given: field }) => field === BY_LARGEST_CREATOR);
    const others = fields.filter((name) => !Object.values(byType).includes(name));
    const valid = isByShare ? [BY_LARGEST_CREATOR] : [byType[type], ...others];
    const ofType = type === 'all' ? words('no_ecommerce_type') : `ecommerce_type ${type}`;
    const detail = isByShare ? BY_LARGEST_CREATOR : ofType;
    const refused = named.filter(
      ({ given: field }) => (field ?? undefined) !== undefined && !valid.includes(field as string),
    );
    return refused.map((sort) => ({ ...sort, rule: 'orderby_by_type', valid, detail }));
  };
  return applyDecorators(
    orderby,
    Rule<unknown, AskedType>('orderby_by_type', explain, { others: ['filter.ecommerce_type'], isAdjacent: true }),
  );
}

/** The period that rows are compared with, and the language of names and errors. */
class ComparedSelection {
  @ComparedField(
    'filter.date_info.type',
    'The period that rows are compared with: of the kind of date_info, or a range of any length; the period before when not set.',
  )
  compare_to?: string;

  @LangField()
  lang: Lang;
}

class SalesSelection extends ComparedSelection {
  @SeriesField()
  series?: PeriodType;
}

/** The fields of every ranking next to its list (docs/api.md, "Changes since the period before"). */
export abstract class RankingData extends Fields({
  ...TIME_DAYS,
  ...READINGS,
  total: WholeField('Rows that match, exact', { required: true }),
  date_type: TextField('Kind of the period asked for', { required: true, oneOf: DATE_TYPES }),
  date_value: TextField('The period asked for: YYYY-MM-DD, YYYY-WW, YYYY-MM or YYYY-MM-DD~YYYY-MM-DD', {
    required: true,
    example: '2026-26',
  }),
  complete: YesNoField(
    'Whether the facts of the ranking reach from the period’s first day or before to its last day or after',
  ),
  ...PREVIOUS_DAYS,
  previous_complete: YesNoField(
    'The same of the period compared with: that of the same kind which ends the day before this one begins, of a range as many days, unless compare_to names another',
  ),
  previous_date_value: TextField('The period compared with; null before year 0001', { example: '2026-25' }),
  previous_place_limit: WholeField(
    'Places of the period before that previous_rank tells, where a row of the page had a later one; null otherwise',
  ),
}) {}

abstract class SalesData extends Fields(
  {
    sum: ObjectField(
      () => RankingSum,
      'Sums of all rows under the filters, whatever own IDs are named: with ecommerce_type only of the sales of its channel',
    ),
    ...LIST_FIGURES,
  },
  RankingData,
) {}

const TOP_ECOMMERCE_ORDER: RankingOrder = {
  fields: ['video_usd_gmv', 'live_usd_gmv', 'creator_usd_gmv', 'average_usd_price', ...CHANGES, ...CONVERSIONS],
  description:
    'By average_usd_price, a change (usd_gmv_change, growth_rate, rank_change: null last), a figure of period_videos or period_lives or the one field that ecommerce_type selects, which is the default as well: creator_usd_gmv without ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2.',
  byType: { all: 'creator_usd_gmv', 1: 'video_usd_gmv', 2: 'live_usd_gmv' },
};

const TOP_GROWTH_ORDER: RankingOrder = {
  fields: ['follower_inc_count', 'follower_inc_rate'],
  description: 'follower_inc_count when not set. Creators without a rate come last.',
};

/** The order of products, shops and categories. */
const SELLING_ORDER: RankingOrder = {
  fields: ['units_sold', 'average_usd_price', ...CHANGES, 'usd_gmv', 'video_usd_gmv', 'live_usd_gmv'],
  description:
    'By units_sold, average_usd_price, a change (usd_gmv_change, growth_rate, rank_change) or the figure in USD that ecommerce_type selects, which is the default: usd_gmv without ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2. A change that is null comes last: usd_gmv_change and growth_rate are unless both periods are complete.',
  byType: { all: 'usd_gmv', 1: 'video_usd_gmv', 2: 'live_usd_gmv' },
};

/** The order of videos and live streams. */
const CONTENT_ORDER: RankingOrder = {
  fields: ['usd_gmv', 'units_sold', 'average_usd_price', ...CHANGES],
  description:
    'usd_gmv when not set. A change that is null comes last: usd_gmv_change and growth_rate are unless both periods are complete.',
};

/** The plan of a ranking, with the classes of its page's request, of its export's, and of its answer's data. */
function rankingOf<Filter extends object, Row extends object>(
  name: Ranking,
  filter: Type<Filter>,
  orderby: RankingOrder,
  record: Type<Row>,
  window = RANKING_WINDOW,
) {
  const filterField = { filter: NestedField(() => filter, 'Filter; date_info is required.') };
  const [, subject, ranking] = RANKED.find(([ranked]) => ranked === name) as (typeof RANKED)[number];
  const isOfSales = ranking.facts === 'sales';
  const keywords = subjectOf(subject).tools.search && { keywords: RankedKeywordsField() };
  const selectionOf = (order: RankingOrder, others = {}) => {
    const orderField = { orderby: RankingOrderField(order) };
    const fields = orderby === SELLING_ORDER ? { ...orderField, ...filterField } : { ...filterField, ...orderField };
    return Fields({ ...keywords, ...fields, ...others }, isOfSales ? SalesSelection : ComparedSelection) as Type<
      SalesSelection & { keywords?: string; filter: Filter; orderby: SortItem[] }
    >;
  };
  const filters = filterFields(filter);
  const narrowedBy = [...Object.keys(filters).map((one) => `filter.${one}`), 'fewer_days'];
  return {
    ...ranking,
    ...{ name, subject, filters, narrowedBy, orderby, record },
    Page: PagedRequest(selectionOf(pageOrder(orderby, record), isOfSales ? CONCENTRATION : {}), window, record),
    Export: ExportableRequest(selectionOf(orderby), record),
    Data: Fields({ list: ListField(() => record, 'The rows of the page') }, isOfSales ? SalesData : RankingData),
  };
}

export const TOP_ECOMMERCE = rankingOf('topEcommerce', TopEcommerceFilter, TOP_ECOMMERCE_ORDER, TopEcommerceRecord);
export class TopEcommerceRequest extends TOP_ECOMMERCE.Page {}
export class TopEcommerceExportRequest extends TOP_ECOMMERCE.Export {}
class TopEcommerceData extends TOP_ECOMMERCE.Data {}
export class TopEcommerceResponse extends AnswerEnvelope(TopEcommerceData, 'Total, page and period') {}

export const TOP_GROWTH = rankingOf('topGrowth', TopGrowthFilter, TOP_GROWTH_ORDER, TopGrowthRecord, 500);
export class TopGrowthRequest extends TOP_GROWTH.Page {}
export class TopGrowthExportRequest extends TOP_GROWTH.Export {}
class TopGrowthData extends TOP_GROWTH.Data {}
export class TopGrowthResponse extends AnswerEnvelope(TopGrowthData, 'Total, page and period') {}

export const PRODUCT_TOP_SELLING = rankingOf(
  'productTopSelling',
  ProductTopSellingFilter,
  SELLING_ORDER,
  ProductTopSellingRecord,
);
export class ProductTopSellingRequest extends PRODUCT_TOP_SELLING.Page {}
export class ProductTopSellingExportRequest extends PRODUCT_TOP_SELLING.Export {}
class ProductTopSellingData extends PRODUCT_TOP_SELLING.Data {}
export class ProductTopSellingResponse extends AnswerEnvelope(ProductTopSellingData, 'Total, page and period') {}

export const SHOP_TOP_SELLING = rankingOf('shopTopSelling', ShopTopSellingFilter, SELLING_ORDER, ShopTopSellingRecord);
export class ShopTopSellingRequest extends SHOP_TOP_SELLING.Page {}
export class ShopTopSellingExportRequest extends SHOP_TOP_SELLING.Export {}
class ShopTopSellingData extends SHOP_TOP_SELLING.Data {}
export class ShopTopSellingResponse extends AnswerEnvelope(ShopTopSellingData, 'Total, page and period') {}

export const CATEGORY_TOP_SELLING = rankingOf(
  'categoryTopSelling',
  CategoryTopSellingFilter,
  SELLING_ORDER,
  CategoryTopSellingRecord,
);
export class CategoryTopSellingRequest extends CATEGORY_TOP_SELLING.Page {}
export class CategoryTopSellingExportRequest extends CATEGORY_TOP_SELLING.Export {}
class CategoryTopSellingData extends CATEGORY_TOP_SELLING.Data {}
export class CategoryTopSellingResponse extends AnswerEnvelope(CategoryTopSellingData, 'Total, page and period') {}

export const VIDEO_TOP_SELLING = rankingOf(
  'videoTopSelling',
  VideoTopSellingFilter,
  CONTENT_ORDER,
  VideoTopSellingRecord,
);
export class VideoTopSellingRequest extends VIDEO_TOP_SELLING.Page {}
export class VideoTopSellingExportRequest extends VIDEO_TOP_SELLING.Export {}
class VideoTopSellingData extends VIDEO_TOP_SELLING.Data {}
export class VideoTopSellingResponse extends AnswerEnvelope(VideoTopSellingData, 'Total, page and period') {}

export const LIVE_TOP_SELLING = rankingOf('liveTopSelling', LiveTopSellingFilter, CONTENT_ORDER, LiveTopSellingRecord);
export class LiveTopSellingRequest extends LIVE_TOP_SELLING.Page {}
export class LiveTopSellingExportRequest extends LIVE_TOP_SELLING.Export {}
class LiveTopSellingData extends LIVE_TOP_SELLING.Data {}
export class LiveTopSellingResponse extends AnswerEnvelope(LiveTopSellingData, 'Total, page and period') {}

export const RANKINGS: Readonly<Record<Ranking, RankingPlan>> = {
  topEcommerce: TOP_ECOMMERCE,
  topGrowth: TOP_GROWTH,
  productTopSelling: PRODUCT_TOP_SELLING,
  shopTopSelling: SHOP_TOP_SELLING,
  categoryTopSelling: CATEGORY_TOP_SELLING,
  videoTopSelling: VIDEO_TOP_SELLING,
  liveTopSelling: LIVE_TOP_SELLING,
};
