import type { FieldsClass } from '../../fields/schema.js';
import { FlagField, ObjectField, recordFields, WholeField } from '../../fields/field.js';
import { RateInfo } from '../../documents/figure-info.record.js';

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
