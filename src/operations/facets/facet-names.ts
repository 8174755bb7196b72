import { CHOICE_NAMES } from '../../reference/choice-names.js';
import type { CategoryNames, Lang, LocalizedName } from '../../reference/lang.js';
import type { FacetKind } from '../../query/facet-kinds.js';

const LOCALES: Readonly<Record<Lang, string>> = { EN_US: 'en-US', ZH_CN: 'zh-CN' };

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
  if (kind === 'region') {
    return new Intl.DisplayNames(LOCALES[lang], { type: 'region', fallback: 'code' }).of(text) ?? text;
  }
  if (kind === 'shop') return shops.get(text) ?? text;
  if (kind === 'creator-categories' || kind === 'product-categories') {
    return trees[kind].name(Number(value), lang) ?? text;
  }
  if (kind === 'time' || kind === 'count' || kind === 'amount') return text;
  const names: Readonly<Record<number, LocalizedName>> = CHOICE_NAMES[kind];
  return names[Number(value)]?.[lang] ?? text;
}
