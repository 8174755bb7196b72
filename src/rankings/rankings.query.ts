import type { Lang } from '../common/lang.js';
import { type DatedPeriod, periodFrom, type PeriodType, previousPeriod } from '../common/period/period.js';
import type { FactKind } from '../common/record-kind.js';
import type { FieldsClass } from '../fields/schema.js';
import { categoryField, type FactKey, factKey } from '../figures/fact-groups.js';
import type { SaleChannel } from '../figures/facts.record.js';
import { filterFields } from '../http/validation/request-field.js';
import { allOf, filterClauses, terms } from '../search/compiler/clauses.js';
import type { FieldChoice, Paging, QueryClause, Range, SortItem } from '../search/compiler/types.js';
import { type Subject, subjectOf, SUBJECTS } from '../subjects/subjects.js';
import { type EcommerceType, FIGURES, PRODUCT_FIELDS, type RankingFilter } from './rankings.filters.js';
import { CHANGES } from './rankings.record.js';

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest extends Partial<Paging & FieldChoice> {
  readonly filter: RankingFilter;
  readonly orderby: readonly SortItem[];
  /** The value of the period that rows are compared with, as `periodFrom` reads it; the one before unless set. */
  readonly compare_to?: string | undefined;
  readonly lang?: Lang;
  readonly series?: PeriodType;
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
export interface RankingPlan {
  readonly name: string;
  /** What its rows are of. */
  readonly subject: Subject;
  readonly facts: FactKind;
  /** The figure that orders the rows, whose growth is shown. */
  readonly figure: string;
  readonly record: new () => object;
  /** The part of the record of its subject that rows show, where it is not that of breakdowns. */
  readonly shown?: new () => object;
  /** The filter that names subjects by their ids: their rows keep the rank among all that the other filters keep. */
  readonly named: string;
  /** The field of facts or the figure of a row that each other filter looks at. */
  readonly filters: { readonly [name: string]: string };
  readonly orderby: RankingOrder;
}

/** The plan of a ranking. Its filters name the fields that they look at. */
export function rankingPlan(filter: FieldsClass, entry: Omit<RankingPlan, 'named' | 'filters'>): RankingPlan {
  const { id: named } = SUBJECTS[entry.subject];
  return { ...entry, named, filters: filterFields(filter) };
}

/** The plan of a ranking by sales. */
export const sellingPlan = (
  subject: Subject,
  filter: FieldsClass,
  entry: Pick<RankingPlan, 'orderby' | 'record' | 'shown'>,
): RankingPlan =>
  rankingPlan(filter, { name: `${subject}TopSelling`, subject, facts: 'sales', figure: 'usd_gmv', ...entry });

/** The values of filters by name; a ranking has some of them. */
type Filters = Readonly<Record<string, string | number | Range | readonly (string | number)[] | undefined>> & {
  readonly growth_rate_range?: Range;
  readonly is_new?: boolean;
};

/** A request for rows of a ranking, compiled: its facts are read the same for a period and the one before. */
export interface RankingQuery {
  readonly plan: RankingPlan;
  readonly request: RankingRequest;
  readonly period: DatedPeriod;
  /** The period that rows are compared with; undefined before year 0001. */
  readonly before: DatedPeriod | undefined;
  readonly key: FactKey;
  /** The filters of the facts that figures count. */
  readonly clauses: readonly QueryClause[];
  /** The filters that all facts of a row must fit. */
  readonly agreed: readonly QueryClause[];
  /** The filter of the products that have a row, by fields that facts lack. */
  readonly products: QueryClause | undefined;
  /** Rows need a sale of this channel. */
  readonly channel: SaleChannel | undefined;
  /** The figures that order the rows in turn; equal rows follow by id. */
  readonly order: readonly SortItem[];
  /** The figure that orders the rows unless `orderby` is set. */
  readonly figure: string;
  readonly ranges: readonly (readonly [figure: string, range: Range])[];
  readonly growth: Range | undefined;
  readonly isNew: boolean | undefined;
  /** The days that `last` of a time range stands for. */
  readonly times?: object;
}

/** The filters of a request, by name. */
export const filtersOf = ({ filter }: RankingRequest): Filters => filter as object as Filters;

/** The level of the rows of categories. */
export const levelOf = (request: RankingRequest): number => Number(filtersOf(request)['level'] ?? 1);

/** The ids that a request names; undefined for all. Below level 1 the id of a category selects sales. */
export function namedIds({ plan, request }: RankingQuery): string[] | undefined {
  const ids = levelOf(request) === 1 ? filtersOf(request)[plan.named] : undefined;
  return ids === undefined ? undefined : [ids].flat().map(String);
}

/** The name under which something of a list is kept, whatever ids the request names. */
export function listKey(
  what: string,
  { plan, request, order }: Pick<RankingQuery, 'plan' | 'request' | 'order'>,
): string {
  const filter = { ...filtersOf(request), ...(levelOf(request) === 1 && { [plan.named]: undefined }) };
  return `${what} ${plan.name} ${JSON.stringify([filter, order, request.compare_to])}`;
}

/** Compiles the filters and the order of a request. @param categoryLevel of `product_category_id`; 0 of an unknown one */
export function compileRanking(plan: RankingPlan, request: RankingRequest, categoryLevel: number): RankingQuery {
  const { filters, subject, orderby } = plan;
  const { filter, compare_to } = request;
  const { date_info: period } = filter;
  const asked = filtersOf(request);
  const level = levelOf(request);
  const type = asked['ecommerce_type'] as EcommerceType | undefined;
  const selected = orderby.byType?.[type ?? 'all'];
  const figure = selected ?? orderby.fields[0] ?? '';
  const { agreed = [] } = subjectOf(subject);
  const fieldOf = (name: string, field: string): string =>
    name === 'product_category_id' && categoryLevel > 1 ? categoryField(categoryLevel) : field;
  const set = Object.entries(filters).filter(([name]) => asked[name] !== undefined && name !== 'ecommerce_type');
  const fieldsOf = (part: FilteredPart): [name: string, field: string][] =>
    set.flatMap(([name, field]) => (partOf(field, agreed) === part ? [[name, fieldOf(name, field)]] : []));
  const clausesOf = (part: FilteredPart): QueryClause[] => filterClauses(Object.fromEntries(fieldsOf(part)), asked);
  const key = factKey(subject, level);
  const above = asked['l1_category_id'] as number | readonly number[] | undefined;
  const ofProducts = clausesOf('product');
  return {
    plan,
    request,
    period,
    before: compare_to === undefined ? previousPeriod(period) : periodFrom(period.type, compare_to),
    key,
    clauses: [
      ...key.clauses,
      ...clausesOf('fact'),
      ...(level > 1 && above !== undefined ? [terms('product_category_id', [above].flat())] : []),
    ],
    agreed: clausesOf('row'),
    products: ofProducts.length === 0 ? undefined : allOf(undefined, ofProducts),
    channel: type && CHANNELS[type],
    order: request.orderby.length > 0 ? request.orderby : byFigure({ figure }),
    figure,
    ranges: fieldsOf('figure').map(([name, field]) => [
      field === 'usd_gmv' ? (selected ?? field) : field,
      asked[name] as Range,
    ]),
    growth: asked.growth_rate_range,
    isNew: asked.is_new,
  };
}

type FilteredPart = 'figure' | 'product' | 'row' | 'fact';

function partOf(field: string, agreed: readonly string[]): FilteredPart {
  if (FIGURES.some((figure) => figure === field)) return 'figure';
  if (PRODUCT_FIELDS.some((name) => name === field)) return 'product';
  return agreed.includes(field) ? 'row' : 'fact';
}

/** The channel that each value of `ecommerce_type` keeps. */
const CHANNELS: Readonly<Record<EcommerceType, SaleChannel>> = { 1: 'video', 2: 'live' };

/** Whether filters keep rows by their figures or by what all their facts agree on, so that no facts alone are the list. */
export const filtersRows = ({ agreed, products, ranges, growth, isNew }: RankingQuery): boolean =>
  agreed.length > 0 || ranges.length > 0 || [products, growth, isNew].some((filter) => filter !== undefined);

/** The figures that a list is ordered and filtered by, besides changes. */
export const wantedFigures = (query: RankingQuery): ReadonlySet<string> =>
  new Set([
    ...query.order.flatMap(({ field }) => (isChange(field) ? query.figure : field)),
    ...query.ranges.map(([figure]) => figure),
  ]);

const isChange = (field: string): boolean => CHANGES.some((change) => change === field);

/** The order of a ranking unless `orderby` is set. */
export const byFigure = ({ figure }: Pick<RankingQuery, 'figure'>): SortItem[] => [{ field: figure, order: 'desc' }];

/** Whether rows are ordered by how much they changed, so that they have no place in the period before. */
export const isByChange = ({ order }: Pick<RankingQuery, 'order'>): boolean =>
  order.some(({ field }) => isChange(field));
