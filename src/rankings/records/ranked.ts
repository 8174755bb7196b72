import type { CategoryNames, Lang } from '../../common/lang.js';
import { FlagField, ObjectField, recordFields, WholeField } from '../../common/fields/field.js';
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

/**
 * Returns the record of a board's row: each field is taken from `given`, else from the row or its figures.
 * @param none stands for a figure that the row does not have
 */
export function fromRow<Record extends object>(
  type: new () => Record,
  row: object | undefined,
  given: Partial<Record>,
  none: 0 | null = null,
): Record {
  const names = FIELD_NAMES.get(type) ?? recordFields(type).map(({ name }) => name);
  FIELD_NAMES.set(type, names);
  const { figures, ...values } = { ...row, ...given } as Values & { readonly figures?: Values };
  const record: { [name: string]: unknown } = {};
  for (const name of names) record[name] = name in values ? values[name] : (figures?.[name] ?? none);
  return record as Record;
}

type Values = Readonly<Record<string, unknown>>;

const FIELD_NAMES = new WeakMap<object, readonly string[]>();
