import type { IndexKind } from '../../common/record-kind.js';
import {
  allOf,
  BY_ID,
  BY_RELEVANCE,
  type FieldOf,
  filterClauses,
  type FilterTable,
  range,
  sliceOf,
  sortClause,
  type SortTable,
} from './clauses.js';
import { planKeywords } from './keywords.js';
import type {
  CompiledSearch,
  MatchRequest,
  Paging,
  QueryClause,
  ReadKeywords,
  Selection,
  SortClause,
} from './types.js';

/** A search operation as data: its index, filters and orders. */
export interface SearchPlan<Filter, Field extends string, Document> {
  readonly index: IndexKind;
  readonly filters: FilterTable<Filter, Document>;
  readonly sorts: SortTable<Field, Document>;
  /** The order without an orderby; with keywords it comes after relevance. */
  readonly mainMetric: FieldOf<Document>;
  /** The figure that decides near ties of relevance. */
  readonly popularity: FieldOf<Document>;
  /** The field of category names, where documents have them. */
  readonly categories?: FieldOf<Document>;
}

/** Compiles a search or export request. @param read the request's keywords as the index reads them */
export function compileSearch<Filter extends object, Field extends string, Document>(
  plan: SearchPlan<Filter, Field, Document>,
  request: Selection<Filter, Field> & Partial<Paging>,
  read: ReadKeywords,
): CompiledSearch {
  const sort = [...orderOf(plan, request), ...BY_ID];
  return compileBodies(plan, request, read, request.orderby.length > 0, (query) => ({
    query,
    sort,
    ...sliceOf(request),
    track_total_hits: true,
    _source: ANSWERED,
  }));
}

/** Compiles keywords and filter; `bodyOf` makes a search body of each query. */
export function compileBodies<Filter extends object, Field extends string, Document, Body>(
  plan: SearchPlan<Filter, Field, Document>,
  { keywords, filter, match }: MatchRequest<Filter>,
  read: ReadKeywords,
  hasOrderby: boolean,
  bodyOf: (query: QueryClause) => Body,
): CompiledSearch<Body> {
  const filters = filterClauses(plan.filters, filter);
  if (keywords === '') return { index: plan.index, attempts: [bodyOf(allOf(undefined, filters))], enough: 0 };
  const { attempts, answers, enough } = planKeywords(read, hasOrderby, plan.categories);
  const matching = (attempt: QueryClause): Body =>
    bodyOf(allOf(hasOrderby ? attempt : withPopularity(attempt, plan.popularity), filters));
  const only = match === undefined ? -1 : answers.findIndex((answer) => answer.match === match);
  const [first, ...others] = only < 0 ? attempts : ([attempts[only]] as const);
  const bodies = [matching(first), ...others.map(matching)] as const;
  return { index: plan.index, attempts: bodies, enough, answers: answers.slice(Math.max(only, 0)) };
}

/** The record, and the key after which an export continues. */
const ANSWERED = ['record', 'id_rank'];

/** The score grows by 0.3 % for each power of ten of the figure: it decides near ties, never relevance. */
const POPULARITY_WEIGHT = 0.003;

function withPopularity(scored: QueryClause, field: string): QueryClause {
  const popularity = { field, modifier: 'log1p' } as const;
  return {
    function_score: {
      query: scored,
      functions: [
        { weight: 1 },
        { filter: range(field, { min: 1 }), field_value_factor: popularity, weight: POPULARITY_WEIGHT },
      ],
      score_mode: 'sum',
      boost_mode: 'multiply',
    },
  };
}

function orderOf<Filter, Field extends string, Document>(
  plan: SearchPlan<Filter, Field, Document>,
  { keywords, orderby }: Selection<Filter, Field>,
): SortClause[] {
  if (orderby.length > 0) return orderby.map(({ field, order }) => sortClause(plan.sorts[field], order));
  const byMetric = sortClause(plan.mainMetric);
  return keywords === '' ? [byMetric] : [BY_RELEVANCE, byMetric];
}
