import { CHOICE_NAMES } from '../../src/common/choice-names.js';
import type { LocalizedName } from '../../src/common/lang.js';
import { regionName, isRegion } from '../../src/common/regions.js';
import type { Lang } from '../model/address.js';
import { inWords } from '../model/problems.js';
import type { TEXTS } from './words.js';

export type TextKey = keyof typeof TEXTS;

/** The texts of the page in one language. */
export interface Texts {
  readonly text: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;
  /** The name of a field of a request or a record. */
  readonly field: (path: string) => string;
  /** The description of a field in the words of the page. */
  readonly help: (description: string) => string;
  /** The name of a value of a closed list. */
  readonly choice: (field: string, value: unknown) => string;
}

/** The words of a language: of the page, of fields, of values. */
export interface Words {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, string>>;
}

export function textsOf(lang: Lang, { texts, fields, choices }: Words): Texts {
  const text: Texts['text'] = (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  const field: Texts['field'] = (path) => {
    const parts = path.split('.');
    const last = parts.at(-1) ?? path;
    const found = [path, parts.slice(-2).join('.'), last]
      .flatMap((name) => [name, name.replace(/(?:_range|_id|_info\.rate)$/, ''), name.replace(/^creator_/, '')])
      .find((name) => Object.hasOwn(fields, name));
    return fields[found ?? ''] ?? written(last);
  };
  return {
    text,
    field,
    help: (description) => inWords(description, field),
    choice: (field, value) => {
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
