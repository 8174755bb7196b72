import type { SynonymLoad } from '../../documents/synonym.record.js';
import { SynonymTable } from './synonyms.js';

const equal = (...words: string[]): SynonymLoad => ({ id: words.join(), words });
const oneWay = (from: string, ...words: string[]): SynonymLoad => ({ id: from, words, from: [from] });

it.each([
  ['equal words stand for each other', [equal('sneakers', 'trainers')], ['trainers'], [[0, 1, ['sneakers']]]],
  ['one way', [oneWay('blush', 'rouge')], ['rouge'], []],
  ['one way', [oneWay('blush', 'rouge')], ['blush'], [[0, 1, ['rouge']]]],
  ['plurals, case and marks do not count', [equal('Crèmes', 'balm')], ['creme'], [[0, 1, ['balm']]]],
  ['glasses and glass', [equal('glass', 'tumbler')], ['glasses'], [[0, 1, ['tumbler']]]],
  ['dresses and dress', [equal('dresses', 'gown')], ['dress'], [[0, 1, ['gown']]]],
  ['cookies and cookie', [equal('cookies', 'biscuit')], ['cookie'], [[0, 1, ['biscuit']]]],
  ['a hyphen is a blank', [equal('t-shirt', 'tee')], ['t', 'shirt'], [[0, 2, ['tee']]]],
  ['a group', [equal('hair dryer', 'blower')], ['red', 'hair', 'dryer'], [[1, 2, ['blower']]]],
  ['words apart', [equal('hair dryer', 'blower')], ['hair', 'red', 'dryer'], []],
  [
    'a word in a group',
    [equal('hair dryer', 'blower'), equal('dryer', 'drier')],
    ['hair', 'dryer'],
    [
      [0, 2, ['blower']],
      [1, 1, ['drier']],
    ],
  ],
  [
    'groups never share a word; the longest from the left counts',
    [equal('a b', 'x'), equal('a b c', 'y'), equal('c d', 'z')],
    ['a', 'b', 'c', 'd'],
    [[0, 3, ['y']]],
  ],
  ['words written as one', [equal('t-shirt', 'tee')], ['tshirts'], [[0, 1, ['tee']]]],
  ['measures in other units', [equal('5 litres', 'canister')], ['5000ml'], [[0, 1, ['canister']]]],
  ['a part of a text without spaces', [equal('粉底', '底妆')], ['粉底液'], [[0, 1, ['底妆液']]]],
  ['a part with a word', [oneWay('粉底', 'base')], ['液粉底'], [[0, 1, ['液 base']]]],
  ['the longest part', [equal('粉底', 'x'), equal('粉底液', '妆')], ['粉底液霜'], [[0, 1, ['妆霜']]]],
  ['several records', [equal('a', 'b'), equal('c', 'a', 'b')], ['a'], [[0, 1, ['b', 'c']]]],
  ['no record', [], ['a'], []],
] as const)('%s', (_, loads, words, found) => {
  expect(new SynonymTable(loads).in(words)).toEqual(found.map(([at, count, as]) => ({ at, count, as })));
});

it('others of a text are those of all its words', () => {
  const table = new SynonymTable([equal('hair dryer', 'blower'), equal('dryer', 'drier')]);
  expect(table.othersOf(['Hair', 'dryers'])).toEqual(['blower']);
  expect(table.othersOf(['hair'])).toEqual([]);
});
