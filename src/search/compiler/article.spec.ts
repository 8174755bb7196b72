import { articleIn, fillersIn } from './keywords.js';
import { readWords } from './keyword-reading.js';
import type { ArticleCounts } from './types.js';

/** Words of 100 records, of which as many as given have the word as their category's noun, or are of one category. */
const NOUNS: Readonly<Record<string, number>> = {
  lipstick: 100,
  case: 88,
  phone: 60,
  headphones: 100,
  microphone: 100,
};
const OF_ONE_CATEGORY: Readonly<Record<string, number>> = { matte: 52, tweezers: 80, labial: 100, case: 83, gift: 26 };

const read = (keywords: string, records = 100) =>
  readWords(keywords, (word) => {
    const article: ArticleCounts = { asNoun: NOUNS[word] ?? 0, inOneCategory: OF_ONE_CATEGORY[word] ?? 5 };
    return { records, isSplit: false, similar: [], article };
  });

it.each([
  ['red lipstick', 'lipstick'],
  ['lipstick red matte', 'lipstick'],
  ['lipstick with case', 'lipstick'],
  ['phone case', 'case'],
  ['case for phone', 'case'],
  ['wireless headphones with microphone', 'headphones'],
  ['labial para mujer', 'labial'],
  ['red tweezers gift', 'tweezers'],
  ['red with lipstick', 'lipstick'],
  ['red gift 2026', undefined],
])('%s asks for %s', (keywords, article) => {
  expect(articleIn(read(keywords))?.word).toBe(article);
});

it.each([
  [20, 'matte'],
  [19, undefined],
])('a word that is no noun of a category is an article from 20 records on: %d', (records, article) => {
  const entry = { records, isSplit: false, similar: [], article: { asNoun: 0, inOneCategory: 10 } };
  expect(articleIn(readWords('matte', () => entry))?.word).toBe(article);
});

it('words that are not looked up are no articles', () => {
  expect(articleIn(readWords('15', () => undefined))).toBeUndefined();
});

it.each([
  ['best cream for the face', ['best', 'for', 'the']],
  ['Für Damen', ['Für']],
  ['new shoes for women', ['for']],
  ['fur coat', []],
  ['the best', []],
])('of %s no record needs %j', (keywords, fillers) => {
  expect([...fillersIn(read(keywords))].map(({ word }) => word)).toEqual(fillers);
});
