import { useMemo } from 'preact/hooks';
import { useExplorer } from '../components/app/context.js';
import type { State } from '../model/address.js';
import { valueAt } from '../model/columns.js';
import { fieldText } from '../model/field-text.js';
import { formFields, takes } from '../model/form-fields.js';
import { filterValues } from '../model/request-body.js';
import type { SentRequest } from '../model/snippets.js';
import type { Thing } from '../model/things.js';
import { recordRequests } from '../model/things.js';
import { ask } from './ask.js';
import type { Asked } from './use-answer.js';
import { useAnswer, useLoaded } from './use-answer.js';

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
  return { request, ...useAnswer<Data>(request, token) };
}

/** Asks several requests at once for their rows; one that has no answer leaves none. */
export function useLists<Row>(requests: readonly SentRequest[]): Asked<readonly (readonly Row[])[]> {
  const { token } = useExplorer();
  const key = token === '' || requests.length === 0 ? '' : JSON.stringify([requests, token]);
  return useLoaded<readonly (readonly Row[])[]>(key, async (signal) => {
    const answers = await Promise.all(requests.map((request) => ask<Rows<Row>>(request, token, signal)));
    const problem = answers.find((answer) => 'problem' in answer);
    const successes = answers.flatMap((answer) => ('success' in answer ? [answer.success] : []));
    const [first] = successes;
    if (problem !== undefined || first === undefined) return problem ?? NOTHING;
    return { success: { ...first, data: successes.map(({ data }) => data.list) } };
  });
}

const NOTHING = { problem: { kind: 'failed', message: '', faults: [] } } as const;

/** The records of things, by id; those that are not found are missing. */
export function useRecords(
  thing: Thing,
  ids: readonly string[],
): Omit<Asked<unknown>, 'success'> & { readonly records: ReadonlyMap<string, unknown> | undefined } {
  const { document: openApi, state } = useExplorer();
  const { path, names } = thing.record;
  const lang = takes(openApi, path, 'lang') ? state.lang : undefined;
  const { success, ...asked } = useLists<unknown>(ids.length === 0 ? [] : recordRequests(thing, ids, lang));
  const found = success?.data.flat().map((row) => [fieldText(valueAt(row, names.id)), row] as const);
  return { ...asked, records: found && new Map(found) };
}
