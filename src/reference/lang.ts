/** Languages of replies and error texts (docs/api.md, "Requests"). */
export const LANGS = ['EN_US', 'ZH_CN'] as const;
export type Lang = (typeof LANGS)[number];

/** A name in every language that has one; English is always there and stands in for the missing ones. */
export type LocalizedName = { readonly EN_US: string } & { readonly [L in Lang]?: string };

/** Looks category names up by id; undefined for an id that is in no tree. */
export interface CategoryNames {
  name(id: number, lang: Lang): string | undefined;
}
