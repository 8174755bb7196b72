import type { ChoiceNames } from '../reference/choice-names.js';
import type { FieldOf } from './clauses.js';
import type { Measure } from './request.js';

/**
 * What the values of a facet are: of some kinds single values, counted one by one and the most frequent listed; times by
 * their day, week or month; figures, whole or not, by steps of a scale.
 */
export type FacetKind =
  'region' | 'creator-categories' | 'product-categories' | 'shop' | ChoiceNames | 'time' | 'count' | 'amount';

/** The filters of an operation that facets count the values of: each value can be given back as that filter. */
export type FacetTable<Filter> = { readonly [Name in keyof Filter]?: FacetKind };

/**
 * The index fields that a measure adds up: one of whole numbers, or the whole part of an amount and its fraction in
 * ten-thousandths.
 */
export type MeasureTable<Document> = Readonly<
  Record<Measure, readonly [FieldOf<Document>] | readonly [FieldOf<Document>, FieldOf<Document>]>
>;
