import { CHOICE_NAMES } from '../reference/choice-names.js';
import type { CategoryNames, Lang, LocalizedName } from '../reference/lang.js';
import { regionName } from '../reference/region-name.js';
import type { FacetKind } from '../query/facet-kinds.js';

/** Where the names of a facet's values are looked up. */
export interface NameSources {
  readonly lang: Lang;
  readonly trees: Readonly<Record<'creator-categories' | 'product-categories', CategoryNames>>;
  /** Names of shops by their id. */
  readonly shops: ReadonlyMap<string, string>;
}

/** What a single value of a facet is called; the value itself where nobody has named it. */
export function nameOf(kind: FacetKind, value: string | number | boolean, { lang, trees, shops }: NameSources): string {
  const text = String(value);
  if (kind === 'region') return regionName(text, lang);
  if (kind === 'shop') return shops.get(text) ?? text;
  if (kind === 'creator-categories' || kind === 'product-categories') {
    return trees[kind].name(Number(value), lang) ?? text;
  }
  if (kind === 'time' || kind === 'count' || kind === 'amount') return text;
  const names: Readonly<Record<number, LocalizedName>> = CHOICE_NAMES[kind];
  return names[Number(value)]?.[lang] ?? text;
}
