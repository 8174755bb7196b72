import { useExplorer } from '../components/app/context.js';
import { type Entity, recordRequests } from '../model/entity-pages.js';
import { textAt } from '../model/field-text.js';
import { takes } from '../model/forms.js';
import { type Rows, useAnswers } from './use-answer.js';
import { type Category, indexOf } from './use-catalogue.js';

/** The records of entities, by id; those that are not found are missing. Of categories all of the tree. */
export function useRecords(entity: Entity, ids: readonly string[]) {
  const { document: openApi, state } = useExplorer();
  const { path, names } = entity.record;
  const isOfCategory = entity.level !== undefined;
  const lang = isOfCategory || takes(openApi, path, 'lang') ? state.lang : undefined;
  const requests = ids.length === 0 ? [] : recordRequests(entity, ids, lang);
  const { success, ...asked } = useAnswers<Rows<unknown>>(requests);
  const rows = success?.data.flatMap(({ list }) => list);
  if (isOfCategory) return { ...asked, records: rows && indexOf(rows as Category[]) };
  const found = rows?.map((row) => [textAt(row, names.id), row] as const);
  return { ...asked, records: found && new Map(found) };
}
