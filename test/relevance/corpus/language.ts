import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CONCEPTS } from './concepts.js';
import type { Concept, ConceptClass, ConceptKey } from './concepts.js';

/** What a concept is called in a language. */
export interface Name {
  readonly key: ConceptKey;
  /** As it is written. */
  readonly text: string;
  /** With `·` between words that are written together. */
  readonly marked: string;
  readonly plural?: string;
  /** Which form of an attribute agrees with it. */
  readonly form: number;
}

export type AttributeList = 'colour' | ConceptClass;

/** A quality in all its forms; `list` and `index` name it, alike for languages that are written in two scripts. */
export interface Attribute {
  readonly list: AttributeList | 'size';
  readonly index: number;
  readonly forms: readonly string[];
}

/** What is written by hand of a language: see languages.yml. */
interface LanguageText {
  readonly code: string;
  /** The language that is the same but for the characters it is written in. */
  readonly group?: string;
  readonly regions: readonly string[];
  /** Whether words stand apart. */
  readonly script: 'spaced' | 'unspaced';
  /** Which word of a name says what the thing is: in "phone case" the last one. */
  readonly head: 'first' | 'last';
  /** The forms that attributes agree in; without it they have one. */
  readonly forms?: readonly string[];
  /** `name | plural | form` by concept; a middle dot in a name joins words without a space. */
  readonly concepts: Readonly<Record<ConceptKey, string>>;
  /** Comma-separated, as all lists below; a slash separates forms. */
  readonly attributes: Readonly<Record<AttributeList, string>>;
  readonly products: readonly string[];
  readonly praise: string;
  /** What is sold for the thing without being it. */
  readonly accessory: string;
  readonly videos: readonly string[];
  readonly lives: readonly string[];
  /** What videos speak of that sell nothing. */
  readonly smallTalk: string;
  readonly tags: string;
  /** What people type beside the thing, and no record says. */
  readonly intents: string;
  readonly firstNames: string;
  readonly nicknameWords: string;
  readonly shopWords: string;
}

export interface Language {
  readonly code: string;
  readonly group: string;
  readonly regions: readonly string[];
  readonly script: 'spaced' | 'unspaced';
  readonly head: 'first' | 'last';
  readonly names: readonly Name[];
  readonly products: readonly string[];
  readonly praise: readonly string[];
  readonly accessory: string;
  readonly videos: readonly string[];
  readonly lives: readonly string[];
  readonly smallTalk: readonly string[];
  readonly tags: readonly string[];
  readonly intents: readonly string[];
  readonly firstNames: readonly string[];
  readonly nicknameWords: readonly string[];
  readonly shopWords: readonly string[];
  /** Whether attributes look the same beside every noun, plurals included. */
  readonly agrees: boolean;
  name(key: ConceptKey): Name;
  /** The qualities that the concept may have beside its size. */
  attributesOf(key: ConceptKey): readonly Attribute[];
}

/** @throws Error when a concept is missing or unknown, or a form is none of the language's. */
function describeLanguage(text: LanguageText): Language {
  const forms = text.forms ?? [];
  const names = new Map(
    Object.entries(text.concepts).map(([key, line]) => [key as ConceptKey, parseName(key, line, forms)]),
  );
  const name = (key: ConceptKey): Name => {
    const found = names.get(key);
    if (found === undefined) throw new Error(`${text.code} has no name for ${key}.`);
    return found;
  };
  const keys = Object.keys(CONCEPTS) as ConceptKey[];
  const attributes = Object.fromEntries(
    Object.entries(text.attributes).map(([list, values]) => [list, parseAttributes(list as AttributeList, values)]),
  ) as Record<AttributeList, Attribute[]>;
  return {
    ...text,
    group: text.group ?? text.code,
    names: keys.map(name),
    praise: items(text.praise),
    smallTalk: items(text.smallTalk),
    tags: items(text.tags),
    intents: items(text.intents),
    firstNames: items(text.firstNames),
    nicknameWords: items(text.nicknameWords),
    shopWords: items(text.shopWords),
    agrees: forms.length > 0,
    name,
    attributesOf: (key) => {
      const { is } = CONCEPTS[key] as Concept;
      return is === 'care' ? attributes.care : [...attributes.colour, ...attributes[is]];
    },
  };
}

/** The attribute as it is written beside the name. */
export const formOf = (attribute: Attribute, { form }: Name): string =>
  attribute.forms[form] ?? attribute.forms[0] ?? '';

const items = (text: string): string[] => text.split(',').map((item) => item.trim());

function parseName(key: string, line: string, forms: readonly string[]): Name {
  if (!(key in CONCEPTS)) throw new Error(`${key} is no concept.`);
  const [marked = '', plural = '', form] = line.split('|').map((cell) => cell.trim());
  const index = form === undefined ? 0 : forms.indexOf(form);
  if (index < 0 || (forms.length > 0 && form === undefined)) throw new Error(`${line} has no form of ${forms.join()}.`);
  const text = marked.replaceAll('·', '');
  return { key: key as ConceptKey, text, marked, form: index, ...(plural !== '' && { plural }) };
}

const parseAttributes = (list: AttributeList, text: string): Attribute[] =>
  items(text).map((item, index) => ({ list, index, forms: item.split('/') }));

export const LANGUAGES: readonly Language[] = (
  parse(readFileSync(join(import.meta.dirname, 'languages.yml'), 'utf8')) as LanguageText[]
).map(describeLanguage);

/** @throws Error when the corpus has no language of that code */
export function languageOf(code: string): Language {
  const found = LANGUAGES.find((language) => language.code === code);
  if (found === undefined) throw new Error(`The corpus has no language ${code}.`);
  return found;
}
