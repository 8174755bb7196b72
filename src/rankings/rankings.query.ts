import type { Lang } from '../common/lang.js';
import { periodFrom, type PeriodType, previousPeriod } from '../common/period/period.js';
import { declaredFields, type FieldsClass } from '../fields/schema.js';
import { categoryField, factKey } from '../figures/fact-groups.js';
import type { SaleChannel } from '../figures/facts.record.js';
import { BY_LARGEST_CREATOR } from '../figures/figures.record.js';
import { filterClauses, RANKING_WINDOW, terms } from '../search/compiler/clauses.js';
import type { FieldChoice, Paging, Range, SortItem } from '../search/compiler/types.js';
import type { SubjectRanking } from '../subjects/subject.js';
import { type Ranking, type Subject, subjectOf } from '../subjects/subjects.js';
import {
  type EcommerceType,
  FIGURES,
  notClauses,
  PRODUCT_FIELDS,
  type RankingFilter,
  type TopEcommerceFilter,
} from './rankings.filters.js';
import type { CategoryTopSellingFilter } from './selling.filters.js';
import { byFigure, type ListQuery } from '../figures/ranked-list.js';

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest extends Partial<Paging & FieldChoice> {
  readonly filter: RankingFilter;
  readonly keywords?: string;
  readonly orderby: readonly SortItem[];
  /** The value of the period that rows are compared with, as `periodFrom` reads it; the one before unless set. */
  readonly compare_to?: string | undefined;
  readonly lang?: Lang;
  readonly series?: PeriodType;
  readonly concentration?: boolean;
}

/** The fields that `orderby` may name. */
export interface RankingOrder {
  /** The first one is the default, where `byType` names none. */
  readonly fields: readonly string[];
  readonly description: string;
  /** Figures of which `ecommerce_type` selects one: it is the default, and the others are refused. */
  readonly byType?: Readonly<Record<EcommerceType | 'all', string>>;
}

/** How the rows of a ranking are read. */
export interface RankingPlan extends SubjectRanking {
  readonly name: Ranking;
  readonly subject: Subject;
  readonly record: new () => object;
  /** The field of facts or the figure of a row that each other filter looks at. */
  readonly filters: { readonly [name: string]: string };
  readonly narrowedBy: readonly string[];
  readonly orderby: RankingOrder;
}

/** The order of pages: rows that show their largest creator can be sorted by its share. */
export const pageOrder = (order: RankingOrder, record: FieldsClass): RankingOrder =>
  declaredFields(record).has('largest_creator')
    ? {
        ...order,
        fields: [...order.fields, BY_LARGEST_CREATOR],
        description: `${order.description} largest_creator.share, by itself, sorts the first ${RANKING_WINDOW} rows of the default order, whose rank they keep; null comes last.`,
      }
    : order;

/** The values of filters by name; a ranking has some of them. */
type Filters = Partial<TopEcommerceFilter & CategoryTopSellingFilter> & { readonly [name: string]: unknown };

/** A request for rows of a ranking, and the list that it compiles to. */
export interface RankingQuery extends ListQuery {
  readonly plan: RankingPlan;
  readonly request: RankingRequest;
  /** The days that `last` of a time range stands for, and how keywords were read. */
  readonly notes?: object;
}

/** The filters of a request, by name. */
export const filtersOf = ({ filter }: RankingRequest): Filters => ({ ...filter });

/** Compiles the filters and the order of a request. @param categoryLevel of `product_category_id`; 0 of an unknown one */
export function compileRanking(plan: RankingPlan, request: RankingRequest, categoryLevel: number): RankingQuery {
  const { filters, subject, facts, figure, orderby, narrowedBy } = plan;
  const { filter, compare_to, keywords = '' } = request;
  const { date_info: period } = filter;
  const asked = filtersOf(request);
  const { ecommerce_type: type, level = 1, l1_category_id: above } = asked;
  const { id, agreed = [] } = subjectOf(subject);
  // The rows of these ids keep their rank among all. Below level 1 the id of a category selects sales.
  const ids = level === 1 ? asked[id] : undefined;
  const selected = orderby.byType?.[type ?? 'all'];
  const rankedBy = selected ?? orderby.fields[0] ?? '';
  const fields: Record<FilteredPart, Record<string, string>> = { figure: {}, product: {}, row: {}, fact: {} };
  for (const [name, field] of Object.entries(filters)) {
    if (asked[name] === undefined || name === 'ecommerce_type') continue;
    const part = PART_OF[field] ?? (agreed.includes(field) ? 'row' : 'fact');
    const isDeeper = name === 'product_category_id' && categoryLevel > 1;
    fields[part][name] = isDeeper ? categoryField(categoryLevel) : field;
  }
  const key = factKey(subject, level);
  const others = { ...asked, ...(level === 1 && { [id]: undefined }) };
  return {
    ...{ plan, request, subject, facts, figure, rankedBy, period, key, narrowedBy },
    name: `${plan.name} ${JSON.stringify([others, compare_to, keywords])}`,
    before: compare_to === undefined ? previousPeriod(period) : periodFrom(period.type, compare_to),
    clauses: [
      ...key.clauses,
      ...filterClauses(fields.fact, asked),
      ...(level > 1 && above !== undefined ? [terms('product_category_id', [above].flat())] : []),
    ],
    agreed: filterClauses(fields.row, asked),
    excluded: notClauses(asked.not),
    filtered: Object.values(fields.fact),
    records: filterClauses(fields.product, asked),
    channel: type && CHANNELS[type],
    order: request.orderby.length > 0 ? request.orderby : byFigure({ rankedBy }),
    ranges: Object.entries(fields.figure).map(([name, field]) => [
      field === 'usd_gmv' ? (selected ?? field) : field,
      asked[name] as Range,
    ]),
    growth: asked.growth_rate_range,
    isNew: asked.is_new,
    ids: ids === undefined ? undefined : [ids].flat().map(String),
    concentration: request.concentration === true,
  };
}

/** What a filter looks at: figures of rows, records of products, all facts of a row, or each fact. */
type FilteredPart = 'figure' | 'product' | 'row' | 'fact';

const PART_OF: { readonly [field: string]: FilteredPart } = {
  ...Object.fromEntries(FIGURES.map((field) => [field, 'figure'])),
  ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, 'product'])),
};

const CHANNELS: Readonly<Record<EcommerceType, SaleChannel>> = { 1: 'video', 2: 'live' };
