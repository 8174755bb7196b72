import { isSame, type Listed, type NamedList, withThings } from '../model/lists.js';
import { readNamed, readWatched, writeNamed, writeWatched } from './preferences.js';

/** The lists of this browser that have things: first those that are watched, whose list has no name. */
export const readLists = (): readonly NamedList[] =>
  [{ name: '', things: readWatched() }, ...readNamed()].filter(({ things }) => things.length > 0);

export const readList = (name: string): NamedList =>
  readLists().find((list) => list.name === name) ?? { name, things: [] };

function writeList({ name, things }: NamedList): void {
  if (name === '') return writeWatched(things);
  const lists = readNamed();
  const isNew = !lists.some((own) => own.name === name);
  writeNamed(isNew ? [...lists, { name, things }] : lists.map((own) => (own.name === name ? { name, things } : own)));
}

/** Adds things to the list of a name, which need not be there. */
export const addToList = (name: string, things: readonly Listed[]): void =>
  writeList(withThings(readList(name), things));

export const removeFromList = (name: string, thing: Listed): void =>
  writeList({ name, things: readList(name).things.filter((own) => !isSame(own, thing)) });
