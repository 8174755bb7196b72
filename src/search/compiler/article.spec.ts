import { articleIn, fillersIn } from './keywords.js';
import { headsOf, readWords } from './keyword-reading.js';
import type { ArticleCounts } from './types.js';

/** Words of 100 records, of which as many as given have the word as their category's noun, or are of one category. */
const NOUNS: Readonly<Record<string, number>> = {
  lipstick: 100,
  case: 88,
  phone: 60,
  headphones: 100,
  microphone: 100,
  口红: 100,
  机壳: 100,
  手机壳: 60,
};
const OF_ONE_CATEGORY: Readonly<Record<string, number>> = {
  matte: 52,
  tweezers: 80,
  labial: 100,
  case: 83,
  gift: 26,
  perfect: 90,
  กระเป๋า: 60,
};

const countsOf = (word: string, records = 100): ArticleCounts => ({
  word,
  records,
  asNoun: NOUNS[word] ?? 0,
  inOneCategory: OF_ONE_CATEGORY[word] ?? 5,
});

const read = (keywords: string, records = 100) =>
  readWords(keywords, (word) => ({
    records,
    isSplit: false,
    similar: [],
    articles: [...headsOf(word), word].map((part) => countsOf(part, records)),
  }));

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
  ['perfect lipgloss', undefined],
  ['红色口红', '口红'],
  ['口红 深红色', '口红'],
  ['透明手机壳', '手机壳'],
  ['口红收纳盒', undefined],
  ['กระเป๋าสีแดง', 'กระเป๋า'],
  ['สีแดงกระเป๋า', undefined],
])('%s asks for %s', (keywords, article) => {
  expect(articleIn(read(keywords))?.word).toBe(article);
});

it.each([
  [20, 'matte'],
  [19, undefined],
])('a word that is no noun of a category is an article from 20 records on: %d', (records, article) => {
  const articles = [{ word: 'matte', records, asNoun: 0, inOneCategory: 10 }];
  const entry = { records, isSplit: false, similar: [], articles };
  expect(articleIn(readWords('matte', () => entry))?.word).toBe(article);
});

it('a text with words of the operator is no article by its end', () => {
  const articles = [countsOf('口红'), countsOf('红色口红')];
  const entry = { records: 0, isSplit: false, similar: [], articles };
  const also = [{ at: 0, count: 1, as: ['红色唇膏'] }];
  expect(articleIn(readWords('红色口红', () => entry, also))).toBeUndefined();
});

it.each([
  ['红色口红', ['口红']],
  ['新款透明手机壳', ['手机壳', '透明手机壳', '款透明手机壳']],
  ['iphone15手机壳', ['手机壳']],
  ['赤いイヤホン', ['イヤホン']],
  ['กระเป๋าสีแดง', ['กระเป๋า', 'กระเป๋าสี']],
])('the nouns of %s may be %j', (word, heads) => {
  expect(headsOf(word)).toEqual(expect.arrayContaining(heads));
});

it.each(['lipstick', '口红', 'กระเป๋า'])('%s has no part that may be its noun', (word) => {
  expect(headsOf(word)).toEqual([]);
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
