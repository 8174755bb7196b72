import { useMemo } from 'preact/hooks';
import { useExplorer } from '../components/app/context.js';
import type { State } from '../model/address.js';
import { valueAt } from '../model/columns.js';
import { fieldText } from '../model/field-text.js';
import { formFields, takes } from '../model/form-fields.js';
import { filterValues } from '../model/request-body.js';
import { recordRequests, type Entity } from '../model/entities.js';
import { type Asked, useAnswer, useAnswers } from './use-answer.js';

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
  const { document: openApi, state, token } = useExplorer();
  const fields = useMemo(() => formFields(openApi, path), [openApi, path]);
  const lang = takes(openApi, path, 'lang') && { lang: state.lang };
  const request = filter && { path, body: { ...more, filter: filterValues(fields, filter), ...lang } };
  // The first page asks for more than a busy service answers at once.
  return { request, ...useAnswer<Data>(request, token, state.view === 'home') };
}

/** The records of entities, by id; those that are not found are missing. */
export function useRecords(
  entity: Entity,
  ids: readonly string[],
): Omit<Asked<unknown>, 'success'> & { readonly records: ReadonlyMap<string, unknown> | undefined } {
  const { document: openApi, state, token } = useExplorer();
  const { path, names } = entity.record;
  const lang = takes(openApi, path, 'lang') ? state.lang : undefined;
  const requests = ids.length === 0 ? [] : recordRequests(entity, ids, lang);
  const { success, ...asked } = useAnswers<Rows<unknown>>(requests, token);
  const rows = success?.data.flatMap(({ list }) => list);
  const found = rows?.map((row) => [fieldText(valueAt(row, names.id)), row] as const);
  return { ...asked, records: found && new Map(found) };
}
