import type { CategoryNames, Lang } from '../../common/lang.js';
import { localizeCategory } from '../../common/categories/category.record.js';
import type { CategoryRecord } from '../../common/categories/category.record.js';
import type { RankedCreator } from '../../creator/creator.record.js';
import { FlagField, ObjectField, WholeField } from '../../common/fields/field.js';
import { RateInfo } from '../../common/records/figure-info.record.js';

/** How a row has moved since the period before. */
export interface Moved {
  readonly previous_rank: number | null;
  readonly is_new: number | null;
  /** Percent. */
  readonly growthRate: number | null;
  /** Whether both periods are complete: only then figures are compared. */
  readonly isComparable: boolean;
}

/** The records and names that rows are shown with. */
export interface RowNames {
  readonly categories: CategoryNames;
  readonly lang: Lang;
  /** The record behind each row that is loaded, by its id. */
  readonly records: ReadonlyMap<string, object>;
}

export const PreviousRankField = () =>
  WholeField('Place in the period before, under the same filters and in the same order; null when it was not there');

export const IsNewField = () =>
  FlagField('1 when it was not there in the period before, under the same filters; null without a board before');

export const GrowthRateField = (figure: string) =>
  ObjectField(
    () => RateInfo,
    `Growth of ${figure} since the period before; its rate is null unless both periods are complete and the figure before is above 0`,
  );

/** Names the category of a ranking row in the language of the request. */
export function localizeRanked<T extends { creator: RankedCreator; category: CategoryRecord }>(
  record: T,
  { categories, lang }: RowNames,
): T {
  const category = localizeCategory(record.creator.category, categories, lang);
  return { ...record, category, creator: { ...record.creator, category } };
}
