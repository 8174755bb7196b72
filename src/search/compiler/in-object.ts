import { isObject } from '../../common/json-object.js';
import type { QueryClause } from './types.js';

/** The clauses of keywords that name a field. */
const OF_A_FIELD = ['match', 'match_phrase', 'term', 'terms', 'prefix', 'regexp', 'intervals'];

/**
 * Compiled keywords that search the fields of an object in documents instead of those of the record, whose region they are
 * of. @param object empty: those of the record
 */
export function inObject<Value = QueryClause>(object: string, value: Value): Value {
  if (object === '') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => inObject(object, item)) as Value;
  if (!isObject(value)) return value;
  const map = (fields: object, change: (name: string, inner: unknown) => [string, unknown]): object =>
    Object.fromEntries(Object.entries(fields).map(([name, inner]: [string, unknown]) => change(name, inner)));
  return map(value, (key, inner) =>
    OF_A_FIELD.includes(key) && isObject(inner)
      ? [key, map(inner, (field, query) => [field === 'region' ? field : `${object}.${field}`, query])]
      : [key, inObject(object, inner)],
  ) as Value;
}
