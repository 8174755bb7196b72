import type { PeriodType } from '../../common/period.js';
import { type ChoiceNames, CLOCK_NAMES } from '../../common/choice-names.js';
import type { FieldOf } from './clauses.js';
import type { ReadKeywords } from './keyword-reading.js';
import type { FacetItem, FacetsRequest, Measure } from './request.js';
import { compileBodies, type SearchPlan } from './search.js';
import type { Aggregation, CompiledSearch, CountBody } from './types.js';

/** How the values of a facet are counted: times by period, figures by steps of a scale, others value by value. */
export type FacetKind =
  'region' | 'creator-categories' | 'product-categories' | 'shop' | 'tag' | ChoiceNames | 'time' | 'count' | 'amount';

/** The filters of an operation that can be facets. Each value of a facet is a valid value of its filter. */
export type FacetTable<Filter> = { readonly [Name in keyof Filter]?: FacetKind };

/** The index fields of a measure: whole numbers, or the whole part of an amount and its fraction in ten-thousandths. */
export type MeasureTable<Document> = Readonly<
  Partial<Record<Measure, readonly [FieldOf<Document>] | readonly [FieldOf<Document>, FieldOf<Document>]>>
>;

export interface FacetPlan<Filter, Field extends string, Document> extends SearchPlan<Filter, Field, Document> {
  readonly facets: FacetTable<Filter>;
  /** Absent when the records have no figures that facets add up. */
  readonly measures?: MeasureTable<Document>;
}

export const MAX_FACETS = 8;
export const MAX_FACET_SIZE = 100;
export const SECONDS_PER_DAY = 86_400;
/** Days in a period. Times are counted by day, because no calendar interval of Elasticsearch fits Unix seconds. */
const DAYS_IN: Readonly<Record<PeriodType, number>> = { day: 1, week: 7, month: 31 };

/** Bounds of the steps of figures: 0, 1, 2, 5, 10 and so on to 10^15. */
export const STEPS = [
  0,
  ...Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat(),
  1e15,
];

/** The end of a step of amounts, because filters include their bounds: at four decimals, of very large ones the next number. */
export const lastBelow = (bound: number): number => Math.min(bound - 0.0001, bound * (1 - Number.EPSILON / 2));

/** Maximum values listed: the newest of times, the lowest of figures, else the most frequent. */
export const sizeOf = ({ size }: FacetItem, kind: FacetKind): number =>
  size ?? (kind === 'time' || kind === 'count' || kind === 'amount' || kind in CLOCK_NAMES ? MAX_FACET_SIZE : 10);

export const intervalOf = ({ interval }: FacetItem): PeriodType => interval ?? 'day';

/**
 * Compiles a request for facets: `facet0` and so on count the records of each value, `missing0` those without one.
 * @param shardSize values that each shard returns for a facet counted value by value
 */
export function compileFacets<Filter extends object, Field extends string, Document>(
  plan: FacetPlan<Filter, Field, Document>,
  request: FacetsRequest<Filter>,
  read: ReadKeywords,
  shardSize: number,
): CompiledSearch<CountBody> {
  const { facets, measure, cross = [] } = request;
  const added = measure && plan.measures?.[measure];
  const inner = added === undefined ? {} : { aggs: measureOf(added) };
  const aggs: Record<string, Aggregation> = {};
  for (const [at, facet] of facets.entries()) {
    const name = facet.field as keyof Filter;
    const field = plan.filters[name];
    aggs[`facet${at}`] = { ...countOf(facet, plan.facets[name] as FacetKind, field, shardSize), ...inner };
    aggs[`missing${at}`] = { missing: { field } };
  }
  const [rows, columns] = cross.map((name) => everyValueOf(plan.filters[name as keyof Filter]));
  if (rows && columns) aggs['cross'] = { ...rows, aggs: { cross: { ...columns, ...inner } } };
  return compileBodies(plan, request, read, false, (query) => ({ query, size: 0, track_total_hits: true, aggs }));
}

/** Counts each value of an hour or a weekday, ascending. */
const everyValueOf = (field: string): Aggregation => ({
  terms: { field, size: MAX_FACET_SIZE, order: { _key: 'asc' } },
});

function countOf(facet: FacetItem, kind: FacetKind, field: string, shardSize: number): Aggregation {
  const size = sizeOf(facet, kind);
  if (kind === 'time') {
    const day = { histogram: { field, interval: SECONDS_PER_DAY, order: 'desc' as const } };
    return { composite: { size: size * DAYS_IN[intervalOf(facet)], sources: [{ day }] } };
  }
  if (kind === 'count' || kind === 'amount') {
    const endOf = (to: number): number => (kind === 'count' ? to : lastBelow(to) * (1 + Number.EPSILON));
    return { range: { field, ranges: STEPS.slice(1).map((to, at) => ({ from: STEPS[at] as number, to: endOf(to) })) } };
  }
  return { terms: { field, size, shard_size: shardSize } };
}

/** `stats` also counts the records that have the figure. */
const measureOf = ([whole, fraction]: readonly [string, string?]): Record<string, Aggregation> => ({
  whole: { stats: { field: whole } },
  ...(fraction !== undefined && { fraction: { sum: { field: fraction } } }),
});
