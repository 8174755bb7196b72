import type { estypes } from '@elastic/elasticsearch';
import type { PeriodType } from '../../common/period/period.js';
import type { Lang } from '../../common/lang.js';
import type { IndexKind } from '../../common/record-kind.js';
import type { KeywordData } from '../../documents/keyword-data.record.js';

/** A range of a request: both bounds are included, and at least one is set. */
export interface Range<Bound extends number | string = number> {
  /** Of a time range in the place of bounds, as `RequestReader` reads it. */
  readonly last?: string;
  readonly min?: Bound;
  readonly max?: Bound;
}

export const ORDERS = ['desc', 'asc'] as const;

export interface SortItem<Field extends string = string> {
  readonly field: Field;
  readonly order: (typeof ORDERS)[number];
}

export interface Paging {
  readonly page: number;
  readonly pagesize: number;
}

/** The fields of each row that are answered, by their paths; all when there are none. */
export interface FieldChoice {
  readonly fields: readonly string[];
}

/** What the records of an answer have of the keywords; the request that names it gets no other. */
export const MATCHES = ['all_words', 'some_words'] as const;
export type Match = (typeof MATCHES)[number];

/** Keywords and filter of a request; keywords are empty when not set. */
export interface MatchRequest<Filter> {
  readonly keywords: string;
  readonly match?: Match;
  readonly filter: Filter;
}

export interface Selection<Filter, Field extends string> extends MatchRequest<Filter> {
  readonly orderby: readonly SortItem<Field>[];
}

/** A facet of a request: the maximum of values, and the interval of times. */
export interface FacetItem {
  readonly field: string;
  readonly size?: number;
  readonly interval?: PeriodType;
  /** Whether the filter of the field narrows its own counts; it does when not set. */
  readonly own_filter?: boolean;
}

export const MEASURES = ['units_sold', 'gmv', 'usd_gmv'] as const;
export type Measure = (typeof MEASURES)[number] | 'play_count' | 'total_viewer_count';

export interface FacetOptions {
  /** Only the first records of the search are counted, at most this many. */
  readonly top?: number;
  readonly facets: readonly FacetItem[];
  readonly measure?: Measure;
  /** The two fields of a matrix; none without one. */
  readonly cross?: readonly string[];
}

export interface FacetsRequest<Filter> extends MatchRequest<Filter>, FacetOptions {
  readonly orderby?: readonly SortItem[];
  readonly lang: Lang;
}

export type QueryClause = estypes.QueryDslQueryContainer;
export type Aggregation = estypes.AggregationsAggregationContainer;
export type SortClause = Record<string, { order: 'asc' | 'desc'; missing?: '_first' | '_last' }>;

export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: boolean;
  /** The returned fields of the documents; all by default. */
  _source?: string[];
}

export interface CountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: true;
  aggs: Record<string, Aggregation>;
}

/** One body, or two: the second answers where the first has fewer than `enough` hits in total, the same for all pages. */
export interface CompiledSearch<Body = SearchBody> {
  index: IndexKind;
  attempts: readonly [Body, ...Body[]];
  enough: number;
  /** With keywords: how each attempt matches them. */
  answers?: readonly KeywordData[];
}

/** The buckets of an aggregation of keywords. */
export interface Buckets<More = object> {
  readonly buckets: readonly (More & { readonly key: string; readonly doc_count: number })[];
}

export interface Sums {
  readonly doc_count: number;
  readonly whole?: { readonly count: number; readonly sum: number } | undefined;
  readonly fraction?: { readonly value: number } | undefined;
}

/** The records of one value, or of a step between two figures. */
export interface Bucket extends Sums {
  readonly key: string | number | { readonly day: number };
  readonly from?: number;
  readonly to?: number;
  /** In a matrix: the values of the other field. */
  readonly cross?: FacetAggregation;
}

export interface FacetAggregation {
  readonly buckets: readonly Bucket[];
  readonly sum_other_doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
}

export interface CountAnswer {
  readonly total: number;
  readonly aggregations: Readonly<Record<string, FacetAggregation | { readonly doc_count: number }>>;
}

export interface SimilarTerm {
  /** As the index keeps it: folded, English plurals as singulars. */
  readonly term: string;
  readonly records: number;
  /** Letters wrong, missing, added or swapped. */
  readonly edits: number;
}

export interface WordEntry {
  /** Records with the word as written, its plural, or the same without marks. */
  readonly records: number;
  /** Some records may have the word only as two words. */
  readonly isSplit: boolean;
  /** Some records have the word with umlauts that it writes out. */
  readonly hasUmlauts?: boolean;
  /** A word of no record that is the end of words of some records. */
  readonly isEnd?: boolean;
  /** In an index of records with categories: of the parts that may be the article, the shortest first, and of the word. */
  readonly articles?: readonly ArticleCounts[];
  /** Those that some records have. */
  readonly forms?: readonly OtherForms[];
  readonly similar: readonly SimilarTerm[];
}

/** Plurals and singulars of a word in the language of some regions. */
export interface OtherForms {
  readonly regions: readonly string[];
  readonly forms: readonly string[];
}

/** A term that a word is taken for. */
export interface Reading extends Pick<SimilarTerm, 'term' | 'edits'> {
  /** Likelihood compared with the best reading, above 0 and at most 1. */
  readonly weight: number;
}

/** Where a word, or a part of a text without spaces, stands for an article. */
export interface ArticleCounts {
  readonly word: string;
  readonly records: number;
  /** Records whose category has a name with the word as its noun. */
  readonly asNoun: number;
  /** The category of level 3 that has most of the word's records, and how many. */
  readonly category?: string | number | undefined;
  readonly inOneCategory: number;
}

/** A word, and what its index has of it where it is looked up. */
export interface ReadWord extends Pick<WordEntry, 'isSplit' | 'forms' | 'articles'> {
  readonly word: string;
  /** Records with the word; undefined where it is not looked up. */
  readonly records: number | undefined;
  /** The word with its umlauts written out, or with those that it writes out. */
  readonly respelt: string | undefined;
  /** A word that is not known stands in few records and may be a slip. */
  readonly isKnown: boolean;
  /** The terms that the word is taken for, the likeliest first. */
  readonly readings: readonly Reading[];
}

/** Keywords as an index reads them. A query depends on nothing else besides the request. */
export interface ReadKeywords {
  readonly keywords: string;
  readonly words: readonly ReadWord[];
  /** No word may be missing or taken for another. */
  readonly isQuoted: boolean;
  /** The keywords equal a name or id. */
  readonly isName: boolean;
  /** Names that are nearly the keywords. */
  readonly names: readonly string[];
  /** The operator's other words for some of the words. */
  readonly also: readonly Synonym[];
}

/** Adjacent words that the operator's other words may stand for: the place of the first, and how many they are. */
export interface Synonym {
  readonly at: number;
  readonly count: number;
  readonly as: readonly string[];
}
