import type { CategoryNames, Lang } from '../reference/lang.js';
import { localizeCategory } from './category.record.js';
import type { CategoryRecord } from './category.record.js';
import type { RankedCreator } from './creator.record.js';

/** A ranking row with its category names in the language asked for. */
export function localizeRanked<T extends { creator: RankedCreator; category: CategoryRecord }>(
  record: T,
  names: CategoryNames,
  lang: Lang,
): T {
  const category = localizeCategory(record.creator.category, names, lang);
  return { ...record, category, creator: { ...record.creator, category } };
}
