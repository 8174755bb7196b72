import { isRegion, REGIONS } from '../../src/common/regions.js';
import { type State, withFilter, without } from './address.js';
import { fieldValue } from './field-text.js';
import type { FormField } from './form-fields.js';
import { comparedTo } from './period-days.js';

export interface OperationForm {
  readonly fields: readonly FormField[];
  /** Whether the body takes `keywords` and `lang`. */
  readonly keywords: boolean;
  readonly lang: boolean;
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
