import type { Type } from '@nestjs/common';
import type { BrokenRule, Explain } from '../http/validation/broken-rule.js';
import { Check, refusedAs } from '../http/validation/broken-rule.js';
import { sortFieldsIn } from '../http/validation/orderby.field.js';
import type { PeriodType } from '../common/period/period.js';
import { PERIOD_TYPES } from '../common/period/period.js';
import type { SortItem } from '../search/compiler/request.js';
import { ListField, TextField, WholeField, YesNoField } from '../common/fields/field.js';
import type { EcommerceType } from './ranking.definition.js';
import { ECOMMERCE_TYPE_VALUES } from './ranking.definition.js';

/** The fields of every ranking next to its list (docs/api.md, "Records"). */
export abstract class RankingData {
  @WholeField('Rows that match, exact', { required: true })
  total: number;

  @TextField('Kind of the period asked for', { required: true, oneOf: PERIOD_TYPES })
  date_type: PeriodType;

  @TextField('The period asked for: YYYY-MM-DD, YYYY-WW or YYYY-MM', { required: true, example: '2026-26' })
  date_value: string;

  @YesNoField('Whether the facts of the ranking reach from the period’s first day or before to its last day or after')
  complete: boolean;

  @YesNoField('The same of the period before, that of the same kind which ends the day before this one begins')
  previous_complete: boolean;

  @TextField('The period before; null before year 0001', { example: '2026-25' })
  previous_date_value: string | null;
}

/** The class of `data` of a ranking with these rows. */
export function RankingDataOf<Row extends object>(record: Type<Row>): Type<RankingData & { list: Row[] }> {
  class PageData extends RankingData {
    @ListField(() => record, 'The rows of the page')
    list: Row[];
  }
  return PageData;
}

/** The fields that `orderby` may name with each `ecommerce_type`. */
type OrdersByType = Readonly<Record<EcommerceType | 'all', readonly string[]>>;

/** A body, checked or not. */
interface AskedType {
  readonly filter?: { readonly ecommerce_type?: unknown } | null;
}

/** Why `orderby` may not name a field; an `ecommerce_type` that is invalid decides nothing (docs/api.md, "Order"). */
function refuseSort(orders: OrdersByType, field: unknown, { filter }: AskedType): BrokenRule[] {
  const given = filter?.ecommerce_type ?? undefined;
  const type = given === undefined ? 'all' : ECOMMERCE_TYPE_VALUES.find((value) => value === given);
  if (type === undefined || (field ?? undefined) === undefined) return [];
  const valid = orders[type];
  const detail = type === 'all' ? 'no ecommerce_type' : `ecommerce_type ${type}`;
  return valid.includes(field as string) ? [] : [{ rule: 'orderby_by_type', valid, detail }];
}

/** Checks that `orderby` names fields that `ecommerce_type` allows. */
export function IsOrderOfType(given: object): PropertyDecorator {
  const orders = given as OrdersByType;
  const explainSorts: Explain = (items, request) =>
    sortFieldsIn(items).flatMap((named) =>
      refuseSort(orders, named.given, request).map((broken) => ({ ...named, ...broken })),
    );
  return Check<unknown, AskedType>(
    'sortOfType',
    (items, request) =>
      !Array.isArray(items) || items.every(({ field }: SortItem) => refuseSort(orders, field, request).length === 0),
    refusedAs(explainSorts, { isAdjacent: true }),
  );
}
