import type { PeriodType } from '../period/period.js';
import type { FacetKind, FacetTable, MeasureTable } from './facet-kinds.js';
import type { ReadKeywords } from './keyword-reading.js';
import type { FacetItem, FacetsRequest } from './request.js';
import type { SearchPlan } from './search.js';
import { compileBodies } from './search.js';
import type { Aggregation, CompiledSearch, CountBody } from './types.js';

/** A search operation whose records facets count. */
export interface FacetPlan<Filter, Field extends string, Document> extends SearchPlan<Filter, Field, Document> {
  readonly facets: FacetTable<Filter>;
  readonly measures: MeasureTable<Document>;
}

export const MAX_FACETS = 8;
export const MAX_FACET_SIZE = 100;
const DEFAULT_SIZE = 10;
export const SECONDS_PER_DAY = 86_400;
/** Times are counted by day, which weeks and months are made of: no interval of Elasticsearch fits Unix seconds. */
const MOST_DAYS: Readonly<Record<PeriodType, number>> = { day: 1, week: 7, month: 31 };

/** Bounds of the steps that figures are counted by: 0, 1, 2, 5, 10 and so on to 10^15. */
const STEPS = [
  0,
  ...Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat(),
  1e15,
];

/** How many values of a facet are listed at most: single values the most frequent, times the newest, figures the lowest. */
export const sizeOf = ({ size }: FacetItem, kind: FacetKind): number =>
  size ?? (kind === 'time' || kind === 'count' || kind === 'amount' ? MAX_FACET_SIZE : DEFAULT_SIZE);

export const intervalOf = ({ interval }: FacetItem): PeriodType => interval ?? 'day';

/**
 * What a request for facets asks of Elasticsearch: of the records that the search with the same keywords and filter finds,
 * under `facet0`, `missing0`, `facet1` and so on, how many have each value and how many have none.
 * @param shardSize single values that each shard tells
 */
export function compileFacets<Filter extends object, Field extends string, Document>(
  plan: FacetPlan<Filter, Field, Document>,
  request: FacetsRequest<Filter>,
  read: ReadKeywords,
  shardSize: number,
): CompiledSearch<CountBody> {
  const { facets, measure } = request;
  const inner = measure === undefined ? {} : { aggs: measureOf(plan.measures[measure]) };
  const aggs: Record<string, Aggregation> = {};
  for (const [at, facet] of facets.entries()) {
    const name = facet.field as keyof Filter;
    const field = plan.filters[name];
    aggs[`facet${at}`] = { ...countOf(facet, plan.facets[name] as FacetKind, field, shardSize), ...inner };
    aggs[`missing${at}`] = { missing: { field } };
  }
  return compileBodies(plan, request, read, false, (query) => ({
    query,
    size: 0,
    track_total_hits: true,
    aggs,
  }));
}

function countOf(facet: FacetItem, kind: FacetKind, field: string, shardSize: number): Aggregation {
  const size = sizeOf(facet, kind);
  if (kind === 'time') {
    const day = { histogram: { field, interval: SECONDS_PER_DAY, order: 'desc' as const } };
    return { composite: { size: size * MOST_DAYS[intervalOf(facet)], sources: [{ day }] } };
  }
  if (kind === 'count' || kind === 'amount') {
    return { range: { field, ranges: STEPS.slice(1).map((to, at) => ({ from: STEPS[at] as number, to })) } };
  }
  return { terms: { field, size, shard_size: shardSize } };
}

/** `stats` tells how many records have the figure beside its sum. */
const measureOf = ([whole, fraction]: readonly [string, string?]): Record<string, Aggregation> => ({
  whole: { stats: { field: whole } },
  ...(fraction !== undefined && { fraction: { sum: { field: fraction } } }),
});
