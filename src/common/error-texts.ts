import type { Lang } from './lang.js';
import TEXTS from './error-texts.json' with { type: 'json' };

/** The facts that the sentence of an error shows. */
export interface ErrorFacts {
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

export type Rule = keyof typeof TEXTS;

/** The `rule` of each error, what it is about, and its sentence in each language. docs/api.md is written from it. */
export const ERROR_TEXTS: Readonly<Record<Rule, ErrorText>> = TEXTS;

/** Returns the sentence of an error in a language, followed by the suggestion when there is one. */
export function writeError(rule: Rule, { valid = [], did_you_mean, ...facts }: ErrorFacts, lang: Lang): string {
  const shown: Readonly<Record<string, unknown>> = { ...facts, valid: valid.join(', ') };
  const sentence = ERROR_TEXTS[rule][lang]
    .replace(/\[(.*)\]/, facts.detail === undefined ? '' : '$1')
    .replace(/\{(\w+)\}/g, (_, name: string) => String(shown[name]));
  if (did_you_mean === undefined) return sentence;
  return lang === 'ZH_CN' ? `${sentence}您是否要使用 ${did_you_mean}？` : `${sentence} Did you mean ${did_you_mean}?`;
}
