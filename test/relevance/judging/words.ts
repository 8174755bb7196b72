const UNSPACED = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const FOLDED = { đ: 'd', ł: 'l', ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe' } as const;

/** Lower case, no marks on Latin letters, full-width and half-width forms alike. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/[đłıßøæœ]/g, (letter) => FOLDED[letter as keyof typeof FOLDED])
    .normalize('NFC');
}

/** The folded text without anything that is neither letter nor digit. */
export const squash = remembered((text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, ''));

/** The folded words of a text; a middle dot parts words that are written together. */
export const wordsOf = remembered((text: string): readonly string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);

/** Every record is judged for every query: the same few thousand texts millions of times. */
function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = compute(text)));
    return value;
  };
}

export type Place = 'all' | 'first' | 'last' | 'middle';

/**
 * Where the text holds the phrase, whole words only (in scripts that are written without spaces, any run of letters);
 * words written together, apart or with a hyphen are alike. undefined when it does not hold it.
 */
export function placeOf(phrase: string, text: string): Place | undefined {
  const wanted = squash(phrase);
  if (wanted === '') return undefined;
  const whole = squash(text);
  if (whole === wanted) return 'all';
  if (!whole.includes(wanted)) return undefined;
  if (UNSPACED.test(wanted)) {
    if (whole.startsWith(wanted)) return 'first';
    if (whole.endsWith(wanted)) return 'last';
    return 'middle';
  }
  const words = wordsOf(text);
  const starts = words.map((_, start) => start).filter((start) => runFrom(words, start, wanted) !== undefined);
  if (starts.length === 0) return undefined;
  if (starts.some((start) => runFrom(words, start, wanted) === words.length)) return 'last';
  return starts.includes(0) ? 'first' : 'middle';
}

/** The end of the run of words from `start` that spells `wanted`. */
function runFrom(words: readonly string[], start: number, wanted: string): number | undefined {
  let run = '';
  for (let end = start; end < words.length && run.length < wanted.length; end++) {
    run += words[end] ?? '';
    if (run === wanted) return end + 1;
  }
  return undefined;
}
