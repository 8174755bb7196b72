import { isObject } from '../../common/json-object.js';
import type { QueryClause } from './types.js';

/** The clauses of keywords that name a field. */
const OF_A_FIELD = ['match', 'match_phrase', 'term', 'terms', 'prefix', 'intervals'];

/** Compiled keywords that search the fields of an object in documents instead of those of the record. */
export function inObject<Value = QueryClause>(object: string, value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => inObject(object, item)) as Value;
  if (!isObject(value)) return value;
  const renamed = (fields: object) => Object.entries(fields).map(([field, query]) => [`${object}.${field}`, query]);
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    OF_A_FIELD.includes(key) && isObject(inner) ? Object.fromEntries(renamed(inner)) : inObject(object, inner),
  ]);
  return Object.fromEntries(entries) as Value;
}
