/** Languages of replies and error texts (docs/api.md, "Requests"). */
export const LANGS = ['EN_US', 'ZH_CN'] as const;
export type Lang = (typeof LANGS)[number];
/** Of requests that name none. */
export const DEFAULT_LANG: Lang = 'EN_US';

/** A name in several languages. English is required and replaces missing translations. */
export type LocalizedName = { readonly EN_US: string } & { readonly [L in Lang]?: string };

export const bilingual = (EN_US: string, ZH_CN: string): LocalizedName => ({ EN_US, ZH_CN });

/** The name in a language, or in English when it is not translated. */
export const nameIn = (name: LocalizedName, lang: Lang): string => name[lang] ?? name.EN_US;

/** Returns the name of a category; undefined for an unknown id. */
export interface CategoryNames {
  name(id: number, lang: Lang): string | undefined;
}
