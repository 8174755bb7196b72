import type { FactKind } from '../common/record-kind.js';
import { categoryField, type FactKey, factKey } from '../figures/fact-key.js';
import type { SaleChannel } from '../figures/facts.document.js';
import { allOf, filterClauses, term, terms } from '../search/compiler/clauses.js';
import type { Range } from '../search/compiler/request.js';
import type { QueryClause } from '../search/compiler/types.js';
import { isContent, subjectOf } from '../subjects/subjects.js';
import type { RankingOrder, RankingPlan, RankingRequest } from './ranking.definition.js';
import { CHANGE } from './records/ranked.js';
import type { EcommerceType } from './rankings.filters.js';

/** The values of filters by name; a ranking has some of them. */
type Filters = Readonly<Record<string, string | number | Range | readonly (string | number)[] | undefined>> & {
  readonly growth_rate_range?: Range;
  readonly is_new?: boolean;
};

/** Figures in their ranges. */
type Ranges = readonly (readonly [figure: string, range: Range])[];

/** What a list of a ranking is read from, the same for a period and the one before. */
export interface ListQuery {
  readonly facts: FactKind;
  readonly key: FactKey;
  /** The filters of the facts that figures count. */
  readonly clauses: readonly QueryClause[];
  /** The filters that all facts of a row must fit. */
  readonly agreed: readonly QueryClause[];
  /** The filter of the products that have a row, by fields that facts lack. */
  readonly products: QueryClause | undefined;
  /** Rows need a sale of this channel. */
  readonly channel: SaleChannel | undefined;
  /** The figures that order the rows in turn, descending; equal rows follow by id. */
  readonly order: readonly string[];
  readonly ranges: Ranges;
  readonly growth: Range | undefined;
  readonly isNew: boolean | undefined;
}

/** The filters of a request, by name. */
export const filtersOf = ({ filter }: RankingRequest): Filters => filter as object as Filters;

/** The level of the rows of categories. */
export const levelOf = (request: RankingRequest): number => Number(filtersOf(request)['level'] ?? 1);

/** The ids that a request names; undefined for all. Below level 1 the id of a category selects sales. */
export function namedIds({ named }: RankingPlan, request: RankingRequest): string[] | undefined {
  const ids = levelOf(request) === 1 ? filtersOf(request)[named] : undefined;
  return ids === undefined ? undefined : [ids].flat().map(String);
}

/** The figures that order the rows. */
export function orderOf({ orderby: { fields, byType } }: RankingPlan, request: RankingRequest): readonly string[] {
  if (request.orderby.length > 0) return request.orderby.map(({ field }) => field);
  return [selectedFigure(byType, request) ?? fields[0] ?? ''];
}

/** The figure that `ecommerce_type` selects. */
function selectedFigure(byType: RankingOrder['byType'], request: RankingRequest): string | undefined {
  const { ecommerce_type: type = 'all' } = filtersOf(request);
  return byType?.figures[type as EcommerceType | 'all'];
}

/** Fields of products that change too often to be in facts. */
const OF_PRODUCTS = ['usd_price', 'floor_price', 'launch_time'];
/** Figures of rows; every other field that filters name is one of facts. */
const FIGURES = [
  ...['usd_gmv', 'creator_usd_gmv', 'units_sold', 'follower_count'],
  ...['follower_inc_count', 'follower_inc_rate', 'follower_count_at_period_end'],
];

/** Compiles the filters and the order of a request. @param categoryLevel of `product_category_id`; 0 of an unknown one */
export function compileList(plan: RankingPlan, request: RankingRequest, categoryLevel: number): ListQuery {
  const { filters, subject, facts, figure, orderby } = plan;
  const asked = filtersOf(request);
  const level = levelOf(request);
  const set = Object.entries(filters).filter(([name]) => asked[name] !== undefined && name !== 'ecommerce_type');
  const selected = selectedFigure(orderby.byType, request) ?? figure;
  const fieldOf = (name: string, field: string): string =>
    name === 'product_category_id' && categoryLevel > 1 ? categoryField(categoryLevel) : field;
  const table = (holds: (field: string) => boolean): Readonly<Record<string, string>> =>
    Object.fromEntries(set.flatMap(([name, field]) => (holds(field) ? [[name, fieldOf(name, field)]] : [])));
  const isAgreed = (field: string): boolean => subjectOf(subject).agreed?.includes(field) === true;
  const ofProducts = filterClauses(table(isOfProducts), asked);
  const ofFacts = table((field) => ![isFigure, isAgreed, isOfProducts].some((is) => is(field)));
  const type = asked['ecommerce_type'] as EcommerceType | undefined;
  const key = factKey(subject, level);
  const above = asked['l1_category_id'] as number | readonly number[] | undefined;
  return {
    facts,
    key,
    clauses: [
      ...key.clauses,
      ...filterClauses(ofFacts, asked),
      ...(level > 1 && above !== undefined ? [terms('product_category_id', [above].flat())] : []),
    ],
    agreed: filterClauses(table(isAgreed), asked),
    products: ofProducts.length === 0 ? undefined : allOf(undefined, ofProducts),
    channel: type && CHANNELS[type],
    order: orderOf(plan, request),
    ranges: set.flatMap(([name, field]) =>
      isFigure(field) ? [[field === figure ? selected : field, asked[name] as Range] as const] : [],
    ),
    growth: asked.growth_rate_range,
    isNew: asked.is_new,
  };
}

const isOfProducts = (field: string): boolean => OF_PRODUCTS.includes(field);
const isFigure = (field: string): boolean => FIGURES.includes(field);

/** The channel that each value of `ecommerce_type` keeps. */
const CHANNELS: Readonly<Record<EcommerceType, SaleChannel>> = { 1: 'video', 2: 'live' };

/** The figures that a list is ordered and filtered by. */
export const figuresOf = ({ order, ranges }: ListQuery): ReadonlySet<string> =>
  new Set([...order, ...ranges.map(([figure]) => figure)]);

/** Whether the whole figure of rows in the period before is needed for all of them. */
export const comparesAll = ({ order, growth }: ListQuery): boolean => order.includes(CHANGE) || growth !== undefined;

/** Matches the facts that do not fit all of some filters. */
export const unless = (clauses: readonly QueryClause[]): QueryClause => ({
  bool: { must_not: [allOf(undefined, clauses)] },
});

/** Matches the sales of a channel. */
export const through = (channel: SaleChannel | undefined): readonly QueryClause[] =>
  channel === undefined ? [] : [term('channel', channel)];

/** Whether the facts of a row may belong to several creators. */
export const hasCreators = ({ subject }: RankingPlan): boolean => isContent(subject);
