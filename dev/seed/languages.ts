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

/**
 * Texts of a language, as a list to draw from unless said otherwise. In them, `{n}` is the product, `{b}` its brand, `{t}` the
 * topic of the creator, `{w}` the weekday and `{h}` the hour of a stream. No text depends on the inflection or gender of the
 * product's noun.
 *
 * - Products: `titles`, in which `{x}` stands for features, colour and size, joined by `join`.
 * - Captions: `hooks` with a product, `moments` without; a `calls` may follow, after `stop`; `tags`.
 * - Streams: `streams` and `timedStreams` (with the weekday or hour) with products, `chats` without.
 * - Shops: `shops`, in which `{w}` is one of `shopWords`.
 * - Time: `weekdays` from Monday on in the form before "evening"; `hour` from 19 to 22, `{k}` in 24 hours, `{i}` in 12 hours,
 *   `{j}` counted from 18 as in Thai.
 * - Amounts: `measure` is `{k}` with its unit `{u}`, `decimal` the decimal mark, `counts` by unit.
 * - Words by their English name: `topics` of themes, `features` of products, `nouns` of level 3 categories. English and
 *   Chinese nouns are in the category tree; the other languages do not have all.
 */
export type Texts = Readonly<Omit<typeof en, keyof Tables>> & Tables;
type Tables = Readonly<Record<'counts' | 'topics' | 'features' | 'nouns', Readonly<Record<string, string>>>>;

const TEXTS = { en, zh, th, ja, vi, id, ms, fil, pl, de, es, pt, fr, it, nl } as const satisfies Record<string, Texts>;
export type SeedLanguage = keyof typeof TEXTS;
export const SEED_LANGUAGES = Object.keys(TEXTS) as readonly SeedLanguage[];

export const textsOf = (language: SeedLanguage): Texts => TEXTS[language];

/** The noun for products of a level 3 category; undefined when the language has none. */
export function nounOf(name: { EN_US: string; ZH_CN?: string }, language: SeedLanguage): string | undefined {
  if (language === 'en') return name.EN_US;
  return language === 'zh' ? name.ZH_CN : textsOf(language).nouns[name.EN_US];
}
