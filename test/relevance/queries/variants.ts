import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Random } from '../../../src/seed/random.js';

/** Latin letters without their marks, đ, ł and ı among them; Thai without tone marks. */
export const dropMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[đĐłŁıøØ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\u0e48-\u0e4b]/g, '');

const PLAIN: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ı: 'i', ø: 'o', Ø: 'O' };

const SPELT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  sv: { å: 'aa', ä: 'ae', ö: 'oe' },
  da: { å: 'aa', æ: 'ae', ø: 'oe' },
};

/** Letters with marks as they are written on keyboards that lack them; the text itself in other languages. */
export const spellOut = (text: string, language: string): string =>
  text.toLowerCase().replace(/[åäöüßæø]/g, (letter) => SPELT_OUT[language]?.[letter] ?? letter);

/** Katakana as hiragana; the long mark stays. */
export const toHiragana = (text: string): string =>
  text.replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));

const HALF_WIDTH = new Map<string, string>();
for (let code = 0xff61; code <= 0xff9f; code++) {
  const half = String.fromCharCode(code);
  for (const mark of ['', 'ﾞ', 'ﾟ']) {
    const full = `${half}${mark}`.normalize('NFKC');
    if (full.length === 1) HALF_WIDTH.set(full, `${half}${mark}`);
  }
}

/** Katakana in half-width forms. */
export const toHalfWidth = (text: string): string =>
  [...text].map((letter) => HALF_WIDTH.get(letter) ?? letter).join('');

/** Without long marks, as they are often left out. */
export const dropLongMarks = (text: string): string => text.replaceAll('ー', '');

/** Without the character in the middle; undefined for what is too short to be told then. */
export function dropCharacter(text: string): string | undefined {
  const characters = [...text];
  return characters.length < 3 ? undefined : characters.toSpliced(Math.floor(characters.length / 2), 1).join('');
}

/** The first kana that has a mark (dakuten, handakuten) without it. */
export const dropKanaMark = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u3099\u309a]/u, '')
    .normalize('NFC');

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Typists get the first letter wrong in about one of thirteen misspellings (Pollock and Zamora, 1984). */
const FIRST_LETTER_SHARE = 0.078;
const SHORTEST = 5;

/**
 * One slip in the longest word of at least five letters: neighbours swapped, a letter left out, doubled or hit beside.
 * undefined when no word is long enough.
 */
export function slip(text: string, random: Random): string | undefined {
  const words = text.split(' ');
  const longest = words.toSorted((a, b) => [...b].length - [...a].length)[0] ?? '';
  const letters = [...longest];
  if (letters.length < SHORTEST || /\d/.test(longest)) return undefined;
  for (let attempt = 0; attempt < 20; attempt++) {
    const at = random.chance(FIRST_LETTER_SHARE) ? 0 : random.whole(1, letters.length - 2);
    const slipped = slipAt(letters, at, random).join('');
    if (slipped !== longest && !/^\p{M}|[-']$/u.test(slipped)) {
      return words.map((word) => (word === longest ? slipped : word)).join(' ');
    }
  }
  return undefined;
}

function slipAt(letters: readonly string[], at: number, random: Random): string[] {
  const letter = letters[at] ?? '';
  const next = letters[at + 1] ?? '';
  const before = letters.slice(0, at);
  switch (random.pick(['swap', 'omit', 'double', 'beside'] as const)) {
    case 'swap':
      return [...before, next, letter, ...letters.slice(at + 2)];
    case 'omit':
      return [...before, ...letters.slice(at + 1)];
    case 'double':
      return [...before, letter, ...letters.slice(at)];
    case 'beside':
      return [...before, random.pick(besides(letter)), ...letters.slice(at + 1)];
  }
}

function besides(letter: string): string[] {
  const row = ROWS.find((one) => one.includes(letter.toLowerCase()));
  if (row === undefined) return [letter];
  const at = row.indexOf(letter.toLowerCase());
  return [row[at - 1], row[at + 1]].filter((one) => one !== undefined);
}

interface MisspellingPackage {
  readonly dictionaryDefinitions: readonly { readonly suggestWords: readonly string[] }[];
}

/** Misspellings by the word that was meant, from the public list in the package named below (CC BY-SA 4.0). */
export const MISSPELLINGS: ReadonlyMap<string, readonly string[]> = readMisspellings();

function readMisspellings(): Map<string, string[]> {
  const manifest = createRequire(import.meta.url).resolve('@cspell/dict-en-common-misspellings/cspell-ext.json');
  const file = manifest.replace('cspell-ext.json', 'dict/dict-en.json');
  const { dictionaryDefinitions } = JSON.parse(readFileSync(file, 'utf8')) as MisspellingPackage;
  const byMeant = new Map<string, string[]>();
  for (const line of dictionaryDefinitions.flatMap(({ suggestWords }) => suggestWords)) {
    const [written = '', meant = ''] = line.split('->');
    if (!meant.includes(',')) byMeant.set(meant, [...(byMeant.get(meant) ?? []), written]);
  }
  return byMeant;
}

/** Each way to write one word of the text as the list says that people write it. */
export const misspell = (text: string): string[] =>
  text
    .toLowerCase()
    .split(' ')
    .flatMap((word, index, words) => (MISSPELLINGS.get(word) ?? []).map((wrong) => words.with(index, wrong).join(' ')));
