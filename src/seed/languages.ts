import de from './data/languages/de.json' with { type: 'json' };
import en from './data/languages/en.json' with { type: 'json' };
import es from './data/languages/es.json' with { type: 'json' };
import fil from './data/languages/fil.json' with { type: 'json' };
import fr from './data/languages/fr.json' with { type: 'json' };
import id from './data/languages/id.json' with { type: 'json' };
import it from './data/languages/it.json' with { type: 'json' };
import ja from './data/languages/ja.json' with { type: 'json' };
import ms from './data/languages/ms.json' with { type: 'json' };
import nl from './data/languages/nl.json' with { type: 'json' };
import pl from './data/languages/pl.json' with { type: 'json' };
import pt from './data/languages/pt.json' with { type: 'json' };
import th from './data/languages/th.json' with { type: 'json' };
import vi from './data/languages/vi.json' with { type: 'json' };
import zh from './data/languages/zh.json' with { type: 'json' };

/** Words by their English name. */
type Words = Readonly<Record<string, string>>;

/**
 * Texts of a language. In them, `{n}` is the product, `{b}` its brand, `{t}` the topic of the creator, `{w}` the weekday and
 * `{h}` the hour of a stream. No text depends on the inflection or gender of the product's noun.
 */
export interface Texts {
  /** Joins the features, colour and size of a product. */
  readonly join: string;
  /** Ends a sentence. */
  readonly stop: string;
  /** An hour from 19 to 22: `{k}` in 24 hours, `{i}` in 12 hours, `{j}` counted from 18 as in Thai. */
  readonly hour: string;
  /** Decimal mark. */
  readonly decimal: string;
  /** An amount `{k}` with its unit `{u}`. */
  readonly measure: string;
  /** Monday to Sunday, in the form before "evening". */
  readonly weekdays: readonly string[];
  /** Titles of products; `{x}` stands for features, colour and size. */
  readonly titles: readonly string[];
  /** Captions about a product. */
  readonly hooks: readonly string[];
  /** Captions without a product. */
  readonly moments: readonly string[];
  /** Sentences that may follow a caption. */
  readonly calls: readonly string[];
  /** Titles of streams with products. */
  readonly streams: readonly string[];
  /** Titles of streams that name the weekday or hour. */
  readonly timedStreams: readonly string[];
  /** Titles of streams without products. */
  readonly chats: readonly string[];
  readonly tags: readonly string[];
  /** Names of shops; `{w}` is one of `shopWords`. */
  readonly shops: readonly string[];
  readonly shopWords: readonly string[];
  readonly colours: readonly string[];
  /** Counts by unit; `{k}` is a number, or two numbers with a dash. */
  readonly counts: Words;
  /** Topics of creators by theme. */
  readonly topics: Words;
  /** Features of products. */
  readonly features: Words;
  /** Nouns of level 3 categories. English and Chinese ones are in the category tree; others do not have all. */
  readonly nouns: Words;
}

const TEXTS = { en, zh, th, ja, vi, id, ms, fil, pl, de, es, pt, fr, it, nl } as const satisfies Record<string, Texts>;
export type SeedLanguage = keyof typeof TEXTS;
export const SEED_LANGUAGES = Object.keys(TEXTS) as readonly SeedLanguage[];

export const textsOf = (language: SeedLanguage): Texts => TEXTS[language];

/** The noun for products of a level 3 category; undefined when the language has none. */
export function nounOf(name: { EN_US: string; ZH_CN?: string }, language: SeedLanguage): string | undefined {
  if (language === 'en') return name.EN_US;
  return language === 'zh' ? name.ZH_CN : textsOf(language).nouns[name.EN_US];
}
