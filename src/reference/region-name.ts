import type { Lang } from './lang.js';

export const LOCALES: Readonly<Record<Lang, string>> = { EN_US: 'en-US', ZH_CN: 'zh-CN' };

const names = new Map<Lang, Intl.DisplayNames>();

/** The name of a region in a language; its code when there is no name. */
export function regionName(code: string, lang: Lang): string {
  const known = names.get(lang) ?? new Intl.DisplayNames(LOCALES[lang], { type: 'region', fallback: 'code' });
  names.set(lang, known);
  return known.of(code) ?? code;
}
