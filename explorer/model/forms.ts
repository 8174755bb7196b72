import { isRegion, REGIONS } from '../../src/common/regions.js';
import type { PeriodType } from '../../src/common/period/period.js';
import { follow, type OpenApi, operationAt, requestSchema, type Schema } from './open-api.js';
import { type State, withFilter, without } from './address.js';
import { readRange } from './field-text.js';
import { comparedTo } from './periods.js';

/** How a field is asked for; `times` is a range of Unix seconds. */
export type FieldKind =
  'choice' | 'flag' | 'range' | 'times' | 'period' | 'category' | 'id' | 'ids' | 'number' | 'text';

/** A field of a request as the form shows it. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Fields of which one must be set with it; none where it needs no other. */
  readonly needs: readonly string[];
  /** The closed list of a choice; of a period, the kinds that it takes. */
  readonly choices: readonly (string | number)[];
  /** Of a category: whose tree its id is from, and at which level it stands. */
  readonly tree: 'product' | 'creator';
  readonly level: number;
}

/** The fields of an operation's filter, or of the body itself where it has no filter, in the document's order. */
export function formFields(document: OpenApi, path: string): FormField[] {
  const body = requestSchema(document, path);
  const filter = body.properties?.filter;
  const holder = filter === undefined ? body : follow(document, filter);
  const rules = (operationAt(document, path)?.['x-rules'] ?? []).map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => field.replace(/^filter\./, '')),
  }));
  const times = new Set(rules.filter((rule) => rule.name === 'milliseconds').flatMap(({ fields }) => fields));
  return Object.entries(holder.properties ?? {}).map(([name, given]) => {
    const schema = follow(document, given);
    const description = schema.description ?? '';
    const periods = (schema.oneOf ?? []).flatMap((one) => follow(document, one).properties?.type ?? []);
    return {
      name,
      kind: periods.length > 0 ? 'period' : kindOf(name, schema, times),
      description,
      required:
        holder.required?.includes(name) === true ||
        rules.some((rule) => rule.name === 'required' && rule.fields[0] === name),
      deprecated: schema.deprecated === true,
      needs: rules.find((rule) => rule.name === 'needs' && rule.fields[0] === name)?.fields.slice(1) ?? [],
      choices: (schema.enum ?? periods.flatMap((type) => type.enum ?? [])).filter((choice) => choice !== null),
      tree: /creator\/v1\/category|creator_category/.test(`${description} ${name}`) ? 'creator' : 'product',
      level: Number(/^l(\d)_/.exec(name)?.[1] ?? 1),
    };
  });
}

function kindOf(name: string, schema: Schema, times: ReadonlySet<string>): FieldKind {
  const types = [schema, ...(schema.oneOf ?? [])].flatMap(({ type }) => type ?? []);
  if (schema.properties?.min !== undefined) return times.has(name) ? 'times' : 'range';
  if (types.includes('boolean')) return 'flag';
  if (schema.enum !== undefined) return 'choice';
  // The form asks for one category where the service takes a list as well.
  if (/category(?:_id)?$/.test(name)) return 'category';
  if (types.includes('array')) return 'ids';
  if (types.includes('string')) return types.includes('integer') ? 'id' : 'text';
  return 'number';
}

/** Whether the body of an operation has the field, as `lang` or `keywords`. */
export const takes = (document: OpenApi, path: string, field: string): boolean =>
  requestSchema(document, path).properties?.[field] !== undefined;

/** The closed list of `field` in a list of an operation's body. */
export function fieldsOf(document: OpenApi, path: string, list: 'orderby' | 'facets'): readonly string[] {
  const { items } = requestSchema(document, path).properties?.[list] ?? {};
  const { field } = follow(document, items).properties ?? {};
  return (follow(document, field).enum ?? []).filter((choice) => typeof choice === 'string');
}

export interface OperationForm {
  readonly fields: readonly FormField[];
  /** Whether the body takes `keywords` and `lang`. */
  readonly keywords: boolean;
  readonly lang: boolean;
}

const WHOLE = /^-?\d{1,15}$/;
const numberOr = (text: string): number | string =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/**
 * The value that a field's text in the address stands for. Text that is none of its kind is sent as it is, so that the
 * service says what is wrong with it.
 */
export function fieldValue(field: Pick<FormField, 'kind' | 'choices'> | undefined, text: string): unknown {
  switch (field?.kind) {
    case 'flag':
      return text === '1' ? true : text === '0' ? false : text;
    case 'choice':
      return typeof field.choices[0] === 'number' ? numberOr(text) : text;
    case 'category':
      return text.includes(',') ? text.split(',').map(numberOr) : WHOLE.test(text) ? Number(text) : text;
    case 'number':
      return WHOLE.test(text) ? Number(text) : text;
    case 'range':
    case 'times': {
      const { min, max } = readRange(text);
      return { ...(min !== '' && { min: numberOr(min) }), ...(max !== '' && { max: numberOr(max) }) };
    }
    case 'period': {
      const [type = '', value = ''] = text.split(':');
      return { type, value };
    }
    case 'ids': {
      const ids = text.split(/[\s,;，、]+/).filter((id) => id !== '');
      return ids.length === 1 ? ids[0] : ids;
    }
    case 'id':
    case 'text':
    case undefined:
      return text;
  }
}

/** The values of a filter's texts. */
export function filterValues(fields: readonly FormField[], texts: State['filter']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      fieldValue(
        fields.find((field) => field.name === name),
        text,
      ),
    ]),
  );
}

/** Whether one of the fields that a field needs is set: prices need one currency. */
export const hasNeeds = ({ needs }: Pick<FormField, 'needs'>, filter: State['filter']): boolean =>
  needs.length === 0 || needs.some((other) => filter[other] !== undefined);

/** The currency of a field of local amounts, where its region is chosen: ` (USD)`. */
export const localCurrency = ({ needs }: Pick<FormField, 'needs'>, { region = '' }: State['filter']): string =>
  needs.length > 0 && isRegion(region) ? ` (${REGIONS[region].currency})` : '';

/** The set filters that need one field: amounts are in the currency of the region. */
export const boundTo = (fields: readonly FormField[], filter: State['filter'], name: string): readonly FormField[] =>
  fields.filter((field) => filter[field.name] !== undefined && !hasNeeds(field, without(filter, name)));

/** Sets or removes a field, and removes those that need it. */
export const withField = (state: State, fields: readonly FormField[], name: string, text: string): State =>
  boundTo(fields, state.filter, name).reduce(
    (next, field) => withFilter(next, field.name, ''),
    withFilter(state, name, text),
  );

/** The part of a body that facets and the list share: keywords, filter and language. */
export function scopeBody({ fields, keywords, lang }: OperationForm, state: State): Record<string, unknown> {
  // With an orderby all words must match.
  const match = state.orderby === '' && state.match;
  return {
    ...(keywords && state.keywords !== '' && { keywords: state.keywords, ...(match && { match }) }),
    filter: filterValues(fields, state.filter),
    ...(lang && state.lang !== 'EN_US' && { lang: state.lang }),
  };
}

/** The order in an address: a field, ascending with `:asc` after it. */
export function sortOf(orderby: string): { readonly field: string; readonly order?: string } {
  const [field = '', order] = orderby.split(':');
  return { field, ...(order !== undefined && { order }) };
}

/** The body of the list that a state asks for. */
export function listBody(form: OperationForm, state: State): Record<string, unknown> {
  return {
    ...scopeBody(form, state),
    ...comparedTo(state.filter.date_info, state.base),
    ...(state.orderby !== '' && { orderby: [sortOf(state.orderby)] }),
    ...(state.page !== 1 && { page: state.page }),
    pagesize: state.pagesize,
  };
}

const LONGEST_NAME = 120;

/** The name of a file without its extension: the title of a query in letters, digits and hyphens. */
export const fileNameOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-|-$/g, '');

export type { Facet, FacetValue } from '../../clients/typescript/src/schema.js';

const MOST_PER_REQUEST = 8;
const VALUES = 30;

/** The operation that counts what a search finds; there is none for rankings. */
export const facetsPath = (path: string): string => path.replace(/search$/, 'facets');

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
