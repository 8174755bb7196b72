import { readAsWritten } from '../../../test/support/requests.js';
import { readWords } from './keyword-reading.js';
import { planKeywords } from './keywords.js';
import type { ReadKeywords, WordEntry } from './types.js';

const [byRelevance, byFigure] = [false, true];
const nowhere: WordEntry = { records: 0, isSplit: false, similar: [] };
/** Keywords of which the index knows every word but the last. */
const read = (keywords: string, entry = nowhere): ReadKeywords => ({
  ...readAsWritten(keywords),
  words: readWords(keywords, (word) => (keywords.endsWith(word) ? entry : { ...nowhere, records: 100 })),
});

it.each([
  ['lap', 1, []],
  ['lapt', 1, ['slip']],
  ['laptopp', 2, []],
  ['keybaord', 2, ['slip']],
  ['keybaords', 2, ['slip']],
])('keywords with an orderby leave out bold readings: %s with %d edits', (word, edits, as) => {
  const entry = { ...nowhere, similar: [{ term: 'slip', records: 9, edits }] };
  const { answers } = planKeywords(read(word, entry), byFigure);
  expect(answers[0].read_as?.flatMap((one) => one.as)).toEqual(as);
});

it('keywords that are or nearly are a name need not be searched loosely', () => {
  const near = { ...read('beuaty.by_anna'), names: ['beauty.by_anna'] };
  const exact = { ...read('mia.beauty'), isName: true };
  expect([near, exact, read('beuaty.by_anna')].map((one) => planKeywords(one, byRelevance).enough)).toEqual([1, 1, 10]);
});

it('an unspaced word of 20 characters may have one wrong, of 21 none', () => {
  const orders = [20, 21].map((length) => {
    const word = '保护'.repeat(11).slice(0, length);
    return JSON.stringify(planKeywords(read(word), byFigure)).split('"max_gaps":1').length - 1;
  });
  expect(orders).toEqual([21, 1]);
});

it('a number is matched without its unit when too few records hold both', () => {
  const plan = planKeywords(readAsWritten('30 inch'), byRelevance);
  const [strict, loose] = plan.attempts.map((attempt) => JSON.stringify(attempt));
  const number = '{"query":"30","operator":"and","boost":0.7}';
  expect([strict?.includes(number), loose?.includes(number)]).toEqual([false, true]);
});

it('a Thai word is matched by most of its letters, and by half when too few records have these', () => {
  const [strict, loose] = planKeywords(read('รองเท้า'), byRelevance).attempts.map((attempt) => JSON.stringify(attempt));
  const shares = ['"3<-2 5<-3"', '"50%"'];
  expect(shares.map((share) => [strict?.includes(share), loose?.includes(share)])).toEqual([
    [true, true],
    [false, true],
  ]);
});

it.each([
  ['usb cable', 'table', true],
  ['áo khoác', 'khoan', true],
  ['red phome', 'phone', false],
  ['red acble', 'cable', false],
  ['red cables', 'tables', false],
  ['red able', 'cable', false],
  ['cable', 'table', false],
])('the last word of %s is taken for %s only where all words match: %s', (keywords, term, isDoubtful) => {
  const entry = { ...nowhere, similar: [{ term, records: 9, edits: 1 }] };
  const { attempts } = planKeywords(read(keywords, entry), byRelevance);
  const slip = JSON.stringify({ term: { text: { value: term, boost: 0.8 } } });
  const [all, some] = [attempts[0], attempts[1]?.boosting?.positive].map((clause) => JSON.stringify(clause));
  expect([all?.includes(slip), some?.includes(slip)]).toEqual([true, !isDoubtful]);
});

it('a synonym counts a little less than the word, each of its own words a part of that', () => {
  const also = [{ at: 1, count: 1, as: ['trainers', 'running shoes'] }];
  const plan = JSON.stringify(planKeywords({ ...readAsWritten('red sneakers'), also }, byFigure).attempts);
  const counted = [...plan.matchAll(/"query":"([^"]+)","operator":"and","boost":1}}}\],"boost":([\d.]+)/g)];
  expect(counted.map(([, text, boost]) => [text, boost])).toEqual([
    ['trainers', '0.8'],
    ['running shoes', '0.4'],
  ]);
});

it('a slip counts by the fourth root of the records of what it is taken for', () => {
  const similar = Object.entries({ case: 6 ** 4, cash: 4 ** 4, cast: 3 ** 4 }).map(([term, records]) => ({
    term,
    records,
    edits: 1,
  }));
  const [strict] = planKeywords(read('casw', { ...nowhere, similar }), byRelevance).attempts;
  const counted = [...JSON.stringify(strict).matchAll(/"value":"(cas.)","boost":([\d.]+)/g)];
  expect(counted.map(([, term, boost]) => [term, Number(boost)])).toEqual([
    ['case', 0.8],
    ['cash', expect.closeTo(0.533, 3)],
    ['cast', 0.4],
  ]);
});
