import { useExplorer } from '../components/app/context.js';
import { valueAt } from '../model/columns.js';
import { type Entity, recordRequests } from '../model/entity-pages.js';
import { fieldText } from '../model/field-text.js';
import { takes } from '../model/form-fields.js';
import { type Asked, useAnswers } from './use-answer.js';
import { type Category, indexOf } from './use-catalogue.js';
import type { Rows } from './use-records.js';

/** The records of entities, by id; those that are not found are missing. Of categories all of the tree. */
export function useRecords(
  entity: Entity,
  ids: readonly string[],
): Omit<Asked<unknown>, 'success'> & { readonly records: ReadonlyMap<string, unknown> | undefined } {
  const { document: openApi, state, token } = useExplorer();
  const { path, names } = entity.record;
  const isOfCategory = entity.level !== undefined;
  const lang = isOfCategory || takes(openApi, path, 'lang') ? state.lang : undefined;
  const requests = ids.length === 0 ? [] : recordRequests(entity, ids, lang);
  const { success, ...asked } = useAnswers<Rows<unknown>>(requests, token);
  const rows = success?.data.flatMap(({ list }) => list);
  if (isOfCategory) return { ...asked, records: rows && indexOf(rows as Category[]) };
  const found = rows?.map((row) => [fieldText(valueAt(row, names.id)), row] as const);
  return { ...asked, records: found && new Map(found) };
}
