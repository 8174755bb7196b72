import type { FieldsClass } from '../../fields/schema.js';
import type { CategoryNames, Lang } from '../../common/lang.js';
import { FlagField, ObjectField, recordFields, WholeField } from '../../fields/field.js';
import { RateInfo, toRateInfo } from '../../documents/figure-info.record.js';

/** The place of a row, and what has changed since the period before. */
interface RowPlace {
  readonly rank: number;
  readonly previous_rank: number | null;
  readonly is_new: number | null;
  /** Percent. */
  readonly growthRate: number | null;
  /** Percent of the sum of all rows; rows of followers have none. */
  readonly share?: number | null;
  /** Whether both periods are complete: only then figures are compared. */
  readonly isComparable: boolean;
}

/** The records and names that rows are shown with. */
export interface RowNames {
  readonly categories: CategoryNames;
  readonly lang: Lang;
  /** The record behind each row that is loaded, by its id. */
  readonly records: ReadonlyMap<string, object>;
  /** The creators of rows of videos and live streams. */
  readonly creators: ReadonlyMap<string, object>;
}

/** The fields of a row's place. @param without the filters that its place takes no account of */
export const placeFields = (without: string) => ({
  rank: WholeField(`Place, from 1, on the list that the request without ${without} gives`, { required: true }),
  previous_rank: WholeField(
    'Place in the period before, under the same filters and in the same order; null when it was not there',
  ),
  is_new: FlagField('1 when it was not there in the period before, under the same filters; null without facts before'),
});

export const GrowthRateField = (figure: string) =>
  ObjectField(
    () => RateInfo,
    `Growth of ${figure} since the period before; its rate is null unless both periods are complete and the figure before is above 0`,
  );

/** Rows are compared by it only where both periods are complete, and have no previous place by it. */
export const CHANGE = 'usd_gmv_change';

/** How the rows of a ranking become records. */
export interface RowPresenter<Record extends object = object> {
  readonly record: new () => Record;
  /** The figure whose growth is shown. */
  readonly figure: string;
  /** The fields of a record that are neither fields of the row nor its place. */
  readonly present: (row: never, names: RowNames) => { readonly [Name in keyof Record]?: unknown };
}

/** Returns the record of a ranking's row. */
export function rankedRecord<Record extends object>(
  { record, figure, present }: RowPresenter<Record>,
  row: object,
  { growthRate, isComparable, ...place }: RowPlace,
  names: RowNames,
): Record {
  const change = isComparable ? {} : { [CHANGE]: null };
  const growth = { [`${figure}_growth_rate_info`]: toRateInfo(growthRate) };
  return recordOfRow(record, row, { ...place, ...growth, ...change, ...present(row as never, names) });
}

/**
 * Returns the record of a row: each field is taken from `given`, else from the row; optional ones may be in neither.
 * @param none stands for a figure that the row does not have
 */
export function recordOfRow<Record extends object>(
  type: new () => Record,
  row: object | undefined,
  given: object,
  none: 0 | null = null,
): Record {
  const values = { ...row, ...given } as Readonly<{ [name: string]: unknown }>;
  const fields = recordFields(type as FieldsClass).filter(({ name, options }) => name in values || !options.optional);
  return Object.fromEntries(fields.map(({ name }) => [name, name in values ? values[name] : none])) as Record;
}
