import type { Lang } from '../lang.js';
import TEXTS from './error-texts.json' with { type: 'json' };
import type { JsonObject } from '../json-object.js';

interface ErrorFacts {
  /** The first 100 characters of the invalid value as JSON. */
  readonly given: string;
  readonly path: string;
  readonly limit?: number;
  readonly valid?: readonly (string | number | boolean)[];
  readonly did_you_mean?: string;
  /** A further fact of the rule, such as `region or seller_id`. */
  readonly detail?: string;
}

/** A text of an error: `{name}` stands for a fact, `[…]` is left out where there is no `detail`. */
interface ErrorText extends Readonly<Record<Lang, string>> {
  /** The faults that break the rule. */
  readonly about: string;
  /** The facts that an error has next to its sentence. */
  readonly carries?: string;
}

const { rules: RULES, words: WORDS, failures: FAILURES } = TEXTS;
export type RuleName = keyof typeof RULES;
export type WordName = keyof typeof WORDS;
export type FailureName = keyof typeof FAILURES;

/** A part of a sentence in each language, such as the name of a type. */
export type Words = Readonly<Record<Lang, string>>;

/** The text with facts in the place of their names in braces; other names stay. */
const fillIn = (text: string, facts: JsonObject): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in facts ? String(facts[name]) : whole));

/** The words of a name, with facts. */
export const words = (name: WordName, facts: JsonObject = {}): Words => ({
  EN_US: fillIn(WORDS[name].EN_US, facts),
  ZH_CN: fillIn(WORDS[name].ZH_CN, facts),
});

/** The sentence of a failure of the service. */
export const failureText = (name: FailureName): Words => FAILURES[name];

/** Several alternatives, `a, b or c`; names of words become these. */
export function either(...names: readonly string[]): Words {
  const join = (lang: Lang, [comma, or]: readonly [string, string]): string => {
    const parts = names.map((name) => (name in WORDS ? WORDS[name as WordName][lang] : name));
    return [parts.slice(0, -1).join(comma), ...parts.slice(-1)].filter(Boolean).join(or);
  };
  return { EN_US: join('EN_US', [', ', ' or ']), ZH_CN: join('ZH_CN', ['、', '或']) };
}

/** The `rule` of each error, what it is about, and its sentence in each language. docs/api.md is written from it. */
export const ERROR_TEXTS: Readonly<Record<RuleName, ErrorText>> = RULES;

/** Returns the sentence of an error in a language, followed by the suggestion when there is one. */
export function writeError(rule: RuleName, { valid = [], did_you_mean, ...facts }: ErrorFacts, lang: Lang): string {
  const shown: JsonObject = { ...facts, valid: valid.join(', ') };
  const detail = facts.detail === undefined ? '' : '$1';
  const sentence = fillIn(ERROR_TEXTS[rule][lang].replace(/\[([^[]*)\]/, detail), shown);
  if (did_you_mean === undefined) return sentence;
  return lang === 'ZH_CN' ? `${sentence}您是否要使用 ${did_you_mean}？` : `${sentence} Did you mean ${did_you_mean}?`;
}
