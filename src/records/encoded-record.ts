import type { CategoryNames, Lang } from '../reference/lang.js';

/** The trees that the categories of encoded records are named by; those of a tree left out keep their names. */
export interface EncodedNames {
  readonly creator?: CategoryNames;
  readonly product?: CategoryNames;
}

/** A text's UTF-8 bytes, one a character (latin1): how JSON that is passed on is held. */
export const bytesAsCharacters = (text: string): string => Buffer.from(text).toString('latin1');

/** Where records have a category: what their JSON has before its id, and between that and its name. */
interface CategoryPlace {
  readonly tree: keyof EncodedNames;
  readonly before: string;
  readonly between: string;
}

/** No text can hold one of these: its quotation marks have backslashes. */
const PLACES: readonly CategoryPlace[] = [
  ...['l1', 'l2', 'l3'].map((level) => ({
    tree: 'product' as const,
    before: `"${level}":{"id":`,
    between: ',"name":',
  })),
  { tree: 'creator', before: '"category":{"id":', between: ',"name":' },
  { tree: 'creator', before: '"category_id":', between: ',"category_name":' },
];

/**
 * Encoded records with their known categories named in the language asked for, as `localizeVideo` and its like do it
 * with decoded ones. Most names are right already and are left as they are.
 * @param json JSON of records whose UTF-8 bytes are characters (latin1)
 */
export function localizeEncoded(json: string, names: EncodedNames, lang: Lang): string {
  return PLACES.reduce((localized, place) => {
    const tree = names[place.tree];
    return tree === undefined ? localized : nameCategories(localized, place, tree, lang);
  }, json);
}

function nameCategories(json: string, { before, between }: CategoryPlace, tree: CategoryNames, lang: Lang): string {
  const nameOf = encodedNames(tree, lang);
  let localized = '';
  let copied = 0;
  for (let at = json.indexOf(before); at >= 0; at = json.indexOf(before, at)) {
    const idAt = at + before.length;
    at = endOfDigits(json, idAt);
    if (at === idAt || !json.startsWith(between, at)) continue;
    const nameAt = at + between.length;
    const name = nameOf(json.slice(idAt, at));
    if (name === undefined || json.startsWith(name, nameAt)) continue;
    localized += json.slice(copied, nameAt) + name;
    copied = endOfStringOrNull(json, nameAt);
  }
  return localized + json.slice(copied);
}

function endOfDigits(json: string, start: number): number {
  let end = start;
  while (json.charCodeAt(end) >= ZERO && json.charCodeAt(end) <= NINE) end += 1;
  return end;
}

const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)] as const;

function endOfStringOrNull(json: string, start: number): number {
  if (json.startsWith('null', start)) return start + 'null'.length;
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

type NameOf = (id: string) => string | undefined;

const known = new WeakMap<CategoryNames, Map<Lang, NameOf>>();

/** The names of a tree by id as encoded records have them, each encoded once. */
function encodedNames(tree: CategoryNames, lang: Lang): NameOf {
  const ofTree = known.get(tree) ?? new Map<Lang, NameOf>();
  known.set(tree, ofTree);
  const nameOf = ofTree.get(lang) ?? rememberedNames(tree, lang);
  ofTree.set(lang, nameOf);
  return nameOf;
}

function rememberedNames(tree: CategoryNames, lang: Lang): NameOf {
  const encoded = new Map<string, string | undefined>();
  return (id) => {
    if (!encoded.has(id)) {
      const name = tree.name(Number(id), lang);
      encoded.set(id, name === undefined ? undefined : bytesAsCharacters(JSON.stringify(name)));
    }
    return encoded.get(id);
  };
}
