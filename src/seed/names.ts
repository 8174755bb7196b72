import type { Market } from './markets.js';
import type { Random } from './random.js';
import type { SeedLanguage } from './texts/languages.js';
import type { NamePool } from './texts/people.js';
import { HANDLES, inLatin, peopleOf } from './texts/people.js';
import { phrasesOf } from './texts/phrases.js';
import type { Theme } from './texts/themes.js';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Replaces the `{letters}` of a template and capitalizes its first letter. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  capital(template.replace(/\{(\w)\}/g, (_, key: string) => values[key] ?? '').trim());

const BRAND_HEADS = (
  'Kora Tavi Nelo Pila Oru Vesta Soli Mera Quen Juno Lumo Havi Rilla Bexa Domi Fenn Galo Isko Jarra Kivo ' +
  'Lirra Mosk Nuvo Ombra Priva Rova Sennu Tolva Ulla Wexo Yori Zelfa Ampa Briska Corva Dunya Elvo Fiora Gessa Hylla'
).split(' ');
const BRAND_TAILS = (
  'quill fjell zuri lark sette mond kumo bry nesta dow vale mira tika rune holt pao dene lis wick sora ' +
  'brae nomi fern tello gard reva moss cade lune pell'
).split(' ');

/** An invented brand name. */
export const makeBrand = (random: Random): string => random.pick(BRAND_HEADS) + random.pick(BRAND_TAILS);

/** A shop's name in a language; some have the brand. */
export function makeShopName(language: SeedLanguage, brand: string, random: Random): string {
  const { shops, shopWords } = phrasesOf(language);
  return fill(random.pick(shops), { b: brand, w: random.pick(shopWords) });
}

/** Names of a creator. */
export interface Person {
  readonly nickname: string;
  /** Not unique: see `Handles`. */
  readonly handle: string;
}

/** Singapore, and Malaysians and Filipinos who write in English, have their own names. */
function poolOf({ region }: Market, language: SeedLanguage): NamePool {
  if (language !== 'en') return language;
  if (region === 'PH') return 'fil';
  return region === 'SG' || region === 'MY' ? 'sg' : 'en';
}

/** Draws the names of a person of a market. */
export function makePerson(market: Market, language: SeedLanguage, theme: Theme, random: Random): Person {
  const { given, family, nicknames } = peopleOf(poolOf(market, language));
  const [first, last] = [random.pick(given), random.pick(family)];
  const topic = language === 'en' || language === 'fil' ? capital(theme.topic[language]) : theme.topic[language];
  const nickname = fill(random.pick(nicknames), { g: first.written, f: last.written, t: topic });
  return {
    nickname: random.chance(0.35) ? `${nickname} ${random.pick(theme.emoji)}` : nickname,
    handle: random
      .pick(HANDLES)
      .replace('{g}', first.latin)
      .replace('{f}', last.latin)
      .replace('{t}', random.pick(theme.handles))
      .replace('{y}', String(random.chance(0.4) ? random.whole(1985, 2009) : random.whole(2, 99))),
  };
}

/** The handle of a shop's account. */
export const shopHandle = (brand: string, random: Random): string =>
  `${inLatin(brand)}${random.pick(['.official', '_shop', '.store', 'shop', '_official', ''])}`;

/** Makes handles unique by adding a number. */
export class Handles {
  private readonly taken = new Set<string>();

  claim(wanted: string, random: Random): string {
    let handle = wanted;
    while (this.taken.has(handle)) handle = `${wanted}${random.whole(2, 9999)}`;
    this.taken.add(handle);
    return handle;
  }
}
