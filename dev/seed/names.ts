import NAMES from './data/names.json' with { type: 'json' };
import THEMES_DATA from './data/themes.json' with { type: 'json' };
import { type SeedLanguage, textsOf } from './languages.js';
import type { Market } from './markets.js';
import type { Random } from './random.js';

/** The themes of creators: words for handles, emoji, creator categories, and level 1 categories sold, empty for all. */
export const THEMES = THEMES_DATA;
export type Theme = (typeof THEMES)[number];

/** The theme of a creator category by its English name; the default is everyday life. */
export const themeOf = (creatorCategory: string): Theme =>
  THEMES.find(({ creators }) => creators.includes(creatorCategory)) ?? (THEMES.at(-2) as Theme);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Replaces the `{letters}` of a template. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w)\}/g, (_, key: string) => values[key] ?? '').trim();

/** Fills a template and capitalizes its first letter. */
export const sentence = (template: string, values: Readonly<Record<string, string>>): string =>
  capital(fill(template, values));

export const makeBrand = (random: Random): string => random.pick(NAMES.brands.heads) + random.pick(NAMES.brands.tails);

/** A shop's name in a language; some have the brand. */
export function makeShopName(language: SeedLanguage, brand: string, random: Random): string {
  const { shops, shopWords } = textsOf(language);
  return sentence(random.pick(shops), { b: brand, w: random.pick(shopWords) });
}

/**
 * The pool of names by what is written, with their Latin letters for a handle; nicknames: `{g}`, `{f}`, topic `{t}`.
 * Singapore, and Malaysians and Filipinos who write in English, have their own.
 */
function peopleOf({ region }: Market, language: SeedLanguage) {
  const { people } = NAMES;
  if (language !== 'en') return people[language];
  if (region === 'PH') return people.fil;
  return region === 'SG' || region === 'MY' ? people.sg : people.en;
}

/** Draws the nickname and handle of a person of a market. */
export function makePerson(market: Market, language: SeedLanguage, theme: Theme, random: Random) {
  const { given, family, nicknames } = peopleOf(market, language);
  const [first, firstInLatin] = random.pick(Object.entries(given));
  const [last, lastInLatin] = random.pick(Object.entries(family));
  const topic = textsOf(language).topics[theme.name] ?? '';
  const t = language === 'en' || language === 'fil' ? capital(topic) : topic;
  const nickname = sentence(random.pick(nicknames), { g: first, f: last, t });
  return {
    nickname: random.chance(0.35) ? `${nickname} ${random.pick(theme.emoji)}` : nickname,
    handle: fill(random.pick(NAMES.handles), {
      g: firstInLatin,
      f: lastInLatin,
      t: random.pick(theme.handles),
      y: String(random.chance(0.4) ? random.whole(1985, 2009) : random.whole(2, 99)),
    }),
  };
}

export const shopHandle = (brand: string, random: Random): string =>
  `${brand.toLowerCase()}${random.pick(['.official', '_shop', '.store', 'shop', '_official', ''])}`;

/** Makes a handle unique by adding a number, and takes it. */
export function takeHandle(taken: Set<string>, wanted: string, random: Random): string {
  let handle = wanted;
  while (taken.has(handle)) handle = `${wanted}${random.whole(2, 9999)}`;
  taken.add(handle);
  return handle;
}
