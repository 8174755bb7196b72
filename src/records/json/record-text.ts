import type { CategoryNames, Lang } from '../../reference/lang.js';

/** The trees that name the categories of records, and the language. Categories of an absent tree keep their names. */
export interface Naming {
  readonly creator?: CategoryNames;
  readonly product?: CategoryNames;
  readonly lang: Lang;
}

const STRING_OR_NULL = '(?:null|"(?:[^"\\\\]|\\\\.)*")';
/**
 * A category in the JSON of a record: `"l1":{"id":…,"name":…}` of a product, `"category":{"id":…,"name":…}` or
 * `"category_id":…,"category_name":…` of a creator. No text in a record matches, because its quotation marks are escaped.
 */
const CATEGORY = new RegExp(
  `("(?:l[123]|category)":\\{"id":(\\d+),"name":|"category_id":(\\d+),"category_name":)${STRING_OR_NULL}`,
  'g',
);

/** Names the categories in a record, which is JSON as JSON.stringify writes it. */
export function nameCategories(record: string, { creator, product, lang }: Naming): string {
  return record.replace(CATEGORY, (found: string, before: string, id?: string, creatorId?: string) => {
    const tree = before.startsWith('"l') ? product : creator;
    const name = tree?.name(Number(id ?? creatorId), lang);
    return name === undefined ? found : before + JSON.stringify(name);
  });
}
