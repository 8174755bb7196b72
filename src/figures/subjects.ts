import { someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';

/** Subjects of the rows of rankings. */
export const SUBJECTS = ['creator', 'product', 'shop', 'category', 'video', 'live'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Subjects whose rows belong to a creator. */
export type ContentSubject = 'video' | 'live';
export const isContent = (subject: Subject): subject is ContentSubject => subject === 'video' || subject === 'live';

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

const contents = (channel: ContentSubject): FactKey => ({
  id: 'content_id',
  groups: 'content_creator',
  clauses: [term('channel', channel)],
});

const KEYS: Readonly<Record<Exclude<Subject, 'category'>, FactKey>> = {
  creator: { id: 'uid', clauses: [term('creator_loaded', true)] },
  product: { id: 'product_id', clauses: [term('product_loaded', true)] },
  shop: { id: 'seller_id', clauses: [{ exists: { field: 'seller_id' } }] },
  video: contents('video'),
  live: contents('live'),
};

/** The field of sales that has their category of a level. Below level 1 it is the product’s, under the sale’s own level 1. */
export const categoryField = (level: number): string => (level === 1 ? 'product_category_id' : `l${level}_category_id`);

/** How sales become rows of a subject. @param level of categories */
export function factKey(subject: Subject, level = 1): FactKey {
  if (subject !== 'category') return KEYS[subject];
  return { id: categoryField(level), clauses: [], ...(level > 1 && { missing: NO_CATEGORY }) };
}

/** Matches the facts of rows. */
export function rowsClause({ id, missing }: FactKey, ids: readonly string[]): QueryClause {
  if (missing === undefined || !ids.includes(missing)) return terms(id, ids);
  return someOf(
    terms(
      id,
      ids.filter((one) => one !== missing),
    ),
    lacks(id),
  );
}

const lacks = (field: string): QueryClause => ({ bool: { must_not: [{ exists: { field } }] } });
