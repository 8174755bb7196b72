import { isListed, type Listed, type NamedList } from '../model/lists.js';
import { addToList, readLists } from './own-lists.js';
import { readSaved, type RecentQuery, writeSaved } from './preferences.js';
import { saveFile } from './save-file.js';

const NAME = 'explorer-views.json';

/** Hands over the saved views and the lists of this browser as a file. */
export const exportOwn = (): void =>
  saveFile(NAME, new Blob([JSON.stringify({ saved: readSaved(), lists: readLists() }, null, 2)]));

interface OwnFile {
  readonly saved?: readonly RecentQuery[];
  /** Of a file from before there were other lists. */
  readonly watched?: readonly Listed[];
  readonly lists?: readonly NamedList[];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Adds the saved views and the lists of such a file. @returns whether it is one */
export async function importOwn(file: Blob): Promise<boolean> {
  try {
    const { saved = [], watched = [], lists = [] } = JSON.parse(await file.text()) as OwnFile;
    const views = saved.filter(({ search, title }) => isText(search) && search.startsWith('?') && isText(title));
    const own = [{ name: '', things: watched }, ...lists].map(({ name, things }) => ({
      name,
      things: things.filter(({ entity, id }) => isListed(entity) && isText(id)),
    }));
    if (views.length + own.flatMap(({ things }) => things).length === 0) return false;
    const isNew = (one: RecentQuery): boolean => !views.some(({ search }) => search === one.search);
    writeSaved([...views, ...readSaved().filter(isNew)]);
    for (const { name, things } of own) addToList(name, things);
    return true;
  } catch {
    return false;
  }
}
