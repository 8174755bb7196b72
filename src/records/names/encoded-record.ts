import { toLatin1 } from '../../encoding/encoded-data.js';
import type { CategoryNames, Lang } from '../../reference/lang.js';

/** The trees that the categories of encoded records are named by; those of a tree left out keep their names. */
export interface EncodedNames {
  readonly creator?: CategoryNames;
  readonly product?: CategoryNames;
}

const STRING_OR_NULL = '(?:null|"(?:[^"\\\\]|\\\\.)*")';
/**
 * A category in the JSON of a record: `"l1":{"id":…,"name":…}` of a product, `"category":{"id":…,"name":…}` or
 * `"category_id":…,"category_name":…` of a creator. No text can hold one: its quotation marks have backslashes.
 */
const CATEGORY = new RegExp(
  `("(?:l[123]|category)":\\{"id":(\\d+),"name":|"category_id":(\\d+),"category_name":)${STRING_OR_NULL}`,
  'g',
);

/**
 * Encoded records with their known categories named in the language asked for, as `localizeVideo` and its like do it
 * with decoded ones.
 * @param records JSON of each, its UTF-8 bytes as characters (latin1)
 */
export function localizeEncoded(records: readonly string[], names: EncodedNames, lang: Lang): string[] {
  const named = (found: string, before: string, id?: string, creatorId?: string): string => {
    const tree = before.startsWith('"l') ? names.product : names.creator;
    const name = tree && encodedName(tree, Number(id ?? creatorId), lang);
    return name === undefined ? found : before + name;
  };
  return records.map((record) => record.replace(CATEGORY, named));
}

const encoded = new WeakMap<CategoryNames, Map<string, string | undefined>>();

function encodedName(tree: CategoryNames, id: number, lang: Lang): string | undefined {
  const known = encoded.get(tree) ?? new Map<string, string | undefined>();
  encoded.set(tree, known);
  const key = `${lang} ${id}`;
  if (!known.has(key)) {
    const name = tree.name(id, lang);
    known.set(key, name === undefined ? undefined : toLatin1(JSON.stringify(name)));
  }
  return known.get(key);
}
