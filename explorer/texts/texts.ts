import { CHOICE_NAMES } from '../../src/common/choice-names.js';
import type { LocalizedName } from '../../src/common/lang.js';
import { regionName, isRegion } from '../../src/common/regions.js';
import type { Lang } from '../model/address.js';
import { inWords } from '../model/problems.js';
import type { TEXTS } from './words.js';

export type TextKey = keyof typeof TEXTS;

/** The words of a language: of the page, of fields, of values. */
export interface Words {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string | number>>;

/** A text with values in the place of `{name}`. */
const filled = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** The texts of a table in one language: those that a part of the page has for itself. */
export const pairTexts =
  <Key extends string>(table: Readonly<Record<Key, readonly [english: string, chinese: string]>>) =>
  (lang: Lang) =>
  (key: Key, values?: Values): string =>
    filled(table[key][lang === 'ZH_CN' ? 1 : 0], values);

/** The texts of the page in one language. */
export type Texts = ReturnType<typeof textsOf>;

export function textsOf(lang: Lang, { texts, fields, choices }: Words) {
  const field = (path: string): string => {
    const parts = path.split('.');
    const last = parts.at(-1) ?? path;
    const found = [path, parts.slice(-2).join('.'), last]
      .flatMap((name) => [name, name.replace(/(?:_range|_id|_info\.rate)$/, ''), name.replace(/^creator_/, '')])
      .find((name) => Object.hasOwn(fields, name));
    return fields[found ?? ''] ?? written(last);
  };
  const text = (key: TextKey, values?: Values): string => filled(texts[key], values);
  return {
    text,
    /** The name of a field of a request or a record. */
    field,
    /** The description of a field in the words of the page. */
    help: (description: string): string => inWords(description, field),
    /** The name of a value of a closed list. */
    choice: (field: string, value: unknown): string => {
      if (value === true || value === false) return text(value ? 'yes' : 'no');
      if (typeof value === 'string' && /region/.test(field)) return isRegion(value) ? regionName(value, lang) : value;
      const named: Readonly<Record<string, Readonly<Record<number, LocalizedName>>>> = CHOICE_NAMES;
      const name = named[field]?.[Number(value)];
      if (name !== undefined) return name[lang] ?? name.EN_US;
      return choices[`${field}=${String(value)}`] ?? String(value);
    },
  };
}

/** `Total units sold` for `total_units_sold`. */
const written = (name: string): string => {
  const words = name.replace(/_range$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
