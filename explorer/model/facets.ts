import type { PeriodType } from '../../src/common/period/period.js';
import type { State } from './address.js';
import { readRange } from './field-text.js';
import { fieldsOfItems, type FormField } from './form-fields.js';
import { intervalAt, isDate } from './periods.js';
import { type OpenApi, requestSchema } from './open-api.js';
import { boundTo, hasNeeds, type OperationForm, scopeBody } from './request-body.js';

/** One value of a facet; `value` may be given back as the filter of its field. */
export interface FacetValue {
  readonly value: unknown;
  readonly label?: string | null;
  readonly count: number;
  /** With a measure: its sum over these records. */
  readonly measure?: number | null;
}

export interface Facet {
  readonly field: string;
  readonly values: readonly FacetValue[];
  readonly other_count: number;
  readonly missing_count: number;
}

const MOST_PER_REQUEST = 8;
const VALUES = 30;

/** The operation that counts what a search finds; there is none for rankings. */
export const facetsPath = (path: string): string => path.replace(/search$/, 'facets');

/** The fields that an operation counts by, from its document; none without such an operation. */
export const facetFields = (document: OpenApi, path: string): readonly string[] =>
  fieldsOfItems(document, requestSchema(document, path).properties?.facets);

/** A field of a lower level is asked for once the level above it is chosen. */
export function isReached({ kind, level }: FormField, filter: State['filter']): boolean {
  return kind !== 'category' || level === 1 || filter[`l${level - 1}_category_id`] !== undefined;
}

/** An interval of a time facet: its records, and whether the filter or the data ends within it. Unix seconds. */
export interface TimeBucket {
  readonly min: number;
  readonly max: number;
  readonly count: number;
  readonly measure: number | null;
  readonly isPartial: boolean;
}

const MOST_BUCKETS = 120;

/**
 * Adds the intervals without records to the values of a time facet.
 * @param text the range of the filter
 * @param end the last second of the data
 */
export function timeBuckets(
  values: readonly FacetValue[],
  text: string | undefined,
  end: number | undefined,
): TimeBucket[] {
  const found = new Map(values.map((value) => [(value.value as { readonly min: number }).min, value]));
  const known = [...found.keys()];
  const { min, max } = readRange(text ?? '');
  const bound = (given: string, otherwise: number): number =>
    given !== '' && isDate(Number(given)) ? Number(given) : otherwise;
  const interval = intervalOf(text);
  const fill = (from: number, to: number, most: number): TimeBucket[] => {
    const buckets: TimeBucket[] = [];
    for (let at = intervalAt(from, interval); at.start <= to; at = intervalAt(at.next, interval)) {
      if (buckets.length === most) return [];
      const last = at.next - 1;
      const isPartial = at.start < bound(min, at.start) || last > bound(max, last) || last > (end ?? last);
      const { count = 0, measure = null } = found.get(at.start) ?? {};
      buckets.push({ min: at.start, max: last, count, measure, isPartial });
    }
    return buckets;
  };
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const whole = fill(bound(min, first), Math.max(last, Math.min(bound(max, last), end ?? Infinity)), MOST_BUCKETS);
  return whole.length > 0 ? whole : fill(first, last, Infinity);
}

/** The widest interval that still shows the shape of a time span in seconds. */
export function intervalOf(text: string | undefined): PeriodType {
  const [min, max] = (text ?? '').split('..').map(Number);
  const days = min && max ? (max - min) / 86_400 : Infinity;
  return days <= 62 ? 'day' : days <= 400 ? 'week' : 'month';
}

const isOfIds = ({ name, kind }: Pick<FormField, 'name' | 'kind'>): boolean => kind === 'ids' && name.endsWith('_id');

/**
 * The bodies that ask for facets of these fields, eight a body, each without its own filter, so that its other values stay
 * to choose from. One of ids has a body of its own: it is refused where there are very many. A field that another filter
 * needs is not counted: amounts of several currencies don't add up.
 */
export function facetBodies(
  form: OperationForm,
  state: State,
  fields: readonly FormField[],
): Record<string, unknown>[] {
  const { filter } = state;
  const asked = fields.filter(
    (field) =>
      isReached(field, filter) && hasNeeds(field, filter) && boundTo(form.fields, filter, field.name).length === 0,
  );
  const few = asked.filter((field) => !isOfIds(field));
  const chunks = Array.from({ length: Math.ceil(few.length / MOST_PER_REQUEST) }, (_, at) =>
    few.slice(at * MOST_PER_REQUEST, (at + 1) * MOST_PER_REQUEST),
  );
  const facetOf = ({ name, kind }: FormField): object => ({
    field: name,
    ...(kind === 'times' && { interval: intervalOf(filter[name]) }),
    ...((['choice', 'category'].includes(kind) || isOfIds({ name, kind })) && { size: VALUES }),
    ...(filter[name] !== undefined && kind !== 'times' && { own_filter: false }),
  });
  return [...chunks, ...asked.filter(isOfIds).map((field) => [field])].map((own) => ({
    ...scopeBody(form, state),
    facets: own.map(facetOf),
  }));
}
