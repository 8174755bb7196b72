import { readSaved, readWatched, type RecentQuery, type Watched, writeSaved, writeWatched } from './preferences.js';
import { saveFile } from './save-file.js';

const NAME = 'explorer-views.json';

/** Hands over the saved views and watched entities of this browser as a file. */
export const exportOwn = (): void =>
  saveFile(NAME, new Blob([JSON.stringify({ saved: readSaved(), watched: readWatched() }, null, 2)]));

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Adds the saved views and watched entities of such a file. @returns whether it is one */
export async function importOwn(file: Blob): Promise<boolean> {
  try {
    const { saved = [], watched = [] } = JSON.parse(await file.text()) as {
      readonly saved?: readonly RecentQuery[];
      readonly watched?: readonly Watched[];
    };
    const views = saved.filter(({ search, title }) => isText(search) && search.startsWith('?') && isText(title));
    const entities = watched.filter(({ entity, id, name }) => [entity, id, name].every(isText));
    if (views.length + entities.length === 0) return false;
    const isNew = (one: RecentQuery): boolean => !views.some(({ search }) => search === one.search);
    writeSaved([...views, ...readSaved().filter(isNew)]);
    const isOther = (one: Watched): boolean =>
      !entities.some(({ entity, id }) => entity === one.entity && id === one.id);
    writeWatched([...readWatched().filter(isOther), ...entities]);
    return true;
  } catch {
    return false;
  }
}
