import { useMemo } from 'preact/hooks';
import { useExplorer } from '../components/app/context.js';
import type { State } from '../model/address.js';
import { formFields, takes } from '../model/form-fields.js';
import { filterValues } from '../model/request-body.js';
import { useAnswer } from './use-answer.js';

/** An answer with a list. */
export interface Rows<Row> {
  readonly list: readonly Row[];
}

/**
 * The rows of an operation in the language of the page.
 * @param filter the texts of its filter; undefined asks nothing
 * @param more the rest of the body
 */
export function useRows<Data extends Rows<unknown>>(path: string, filter: State['filter'] | undefined, more: object) {
  const { document: openApi, state } = useExplorer();
  const fields = useMemo(() => formFields(openApi, path), [openApi, path]);
  const lang = takes(openApi, path, 'lang') && { lang: state.lang };
  const request = filter && { path, body: { ...more, filter: filterValues(fields, filter), ...lang } };
  // The first page asks for more than a busy service answers at once.
  return { request, ...useAnswer<Data>(request, state.view === 'home') };
}
