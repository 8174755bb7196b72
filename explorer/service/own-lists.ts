import { isSame, type Listed, listOfWatched, type NamedList, withThings } from '../model/lists.js';
import { readKept, readWatched, writeKept } from './preferences.js';

const EMPTY: NamedList = { name: '', things: [] };

/** The lists of this browser: first the things that are watched, whose list has no name. */
export function readLists(): readonly [watched: NamedList, ...named: NamedList[]] {
  const kept = readKept() ?? [listOfWatched(readWatched())];
  return [kept.find(({ name }) => name === '') ?? EMPTY, ...kept.filter(({ name }) => name !== '')];
}

export const readList = (name: string): NamedList | undefined => readLists().find((list) => list.name === name);

/** Writes a list in the place of that of its name, which need not be there; one without things goes. */
function writeList(list: NamedList): void {
  const isOf = ({ name }: NamedList): boolean => name === list.name;
  const lists = readLists();
  const next = lists.some(isOf) ? lists.map((own) => (isOf(own) ? list : own)) : [...lists, list];
  writeKept(next.filter(({ things }) => things.length > 0));
}

export const addToList = (name: string, things: readonly Listed[]): void =>
  writeList(withThings(readList(name) ?? { name, things: [] }, things));

export const removeFromList = (name: string, thing: Listed): void =>
  writeList({ name, things: (readList(name)?.things ?? []).filter((own) => !isSame(own, thing)) });

export const isWatched = (thing: Listed): boolean => readLists()[0].things.some((own) => isSame(own, thing));
