import { someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { type Subject, subjectOf, SUBJECTS } from '../subjects/subjects.js';

/** The id of the row of sales without a category of the level. */
export const NO_CATEGORY = '';

/** How facts become rows. */
export interface FactKey {
  /** The field of facts that has the id of the row. */
  readonly id: string;
  /** The field that they are grouped by; it begins with the id, followed by a blank and the creator's uid. */
  readonly groups?: string;
  /** Stands for the id of facts that lack it; without it such facts have no row. */
  readonly missing?: string;
  /** The facts that have a row. */
  readonly clauses: readonly QueryClause[];
}

/** The field of sales that has their category of a level. Below level 1 it is the product’s, under the sale’s own level 1. */
export const categoryField = (level: number): string => (level === 1 ? SUBJECTS.category.key : `l${level}_category_id`);

/** How sales become rows of a subject. @param level of categories */
export function factKey(subject: Subject, level = 1): FactKey {
  const { key, groups, clauses } = subjectOf(subject);
  return level === 1
    ? { id: key, ...(groups && { groups }), clauses }
    : { id: categoryField(level), missing: NO_CATEGORY, clauses };
}

/** Matches the sales of a channel; all without one. */
export const ofChannel = (channel: string | undefined): readonly QueryClause[] =>
  channel === undefined ? [] : [term('channel', channel)];

/** Matches the facts of rows. */
export function rowsClause({ id, missing }: FactKey, ids: readonly string[]): QueryClause {
  const known = ids.filter((one) => one !== missing);
  const hasMissing = known.length < ids.length;
  return hasMissing ? someOf(terms(id, known), { bool: { must_not: [{ exists: { field: id } }] } }) : terms(id, ids);
}
