import type { PeriodType } from '../../src/common/period/period.js';
import type { State } from './address.js';
import { fieldsOfItems, type FormField } from './form-fields.js';
import { type OpenApi, requestSchema } from './open-api.js';
import { boundTo, hasNeeds, type OperationForm, scopeBody } from './request-body.js';

export type { Facet, FacetValue } from '../../clients/typescript/src/schema.js';

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
export function facetBodies(form: OperationForm, state: State, fields: readonly FormField[]) {
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
