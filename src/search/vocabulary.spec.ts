import { scopeOf, watchOf } from '../../test/support/requests.js';
import type { IndexKind } from '../common/record-kind.js';
import { inScope } from '../common/request-scope.js';
import type { SynonymLoad } from '../documents/synonym.record.js';
import { SynonymTable } from './compiler/synonyms.js';
import { Vocabulary } from './vocabulary.js';

const ANSWER = { hits: { total: { value: 9 } }, aggregations: { counts: { buckets: { written0: { doc_count: 5 } } } } };

/** A vocabulary of present data, and the look-ups that it sends. */
function vocabularyOf(current: () => number | undefined, synonyms: readonly SynonymLoad[] = []) {
  const sent: object[] = [];
  const searchRaw = <Answer>(_kind: IndexKind, body: object): Promise<Answer> => {
    sent.push(body);
    return Promise.resolve(ANSWER as Answer);
  };
  const watch = watchOf(current);
  const vocabulary = new Vocabulary({ searchRaw }, watch, {
    get: () => Promise.resolve(new SynonymTable(synonyms)),
  });
  const read = (keywords: string, snapshot = watch.snapshot) =>
    inScope(scopeOf({ snapshot }), () => vocabulary.read('products', keywords));
  return { read, sent };
}

it.each(['', '"lamp tabel"'])('keywords that are empty or in double quotes are not looked up: %s', async (keywords) => {
  const { read, sent } = vocabularyOf(() => 1);
  const { words, isQuoted } = await read(keywords);
  expect(sent).toEqual([]);
  expect(isQuoted).toBe(keywords !== '');
  expect(words.map(({ word, readings }) => [word, readings])).toEqual(
    keywords === ''
      ? []
      : [
          ['lamp', []],
          ['tabel', []],
        ],
  );
});

describe('words that are looked up', () => {
  it('are looked up once by requests at the same moment, such as a list and its facets', async () => {
    // Nothing is cached while no version is confirmed.
    const { read, sent } = vocabularyOf(() => undefined);
    const [one, other] = await Promise.all([read('lamp'), read('lamp')]);
    expect(sent).toHaveLength(1);
    expect(one).toEqual(other);
    expect(one.words).toMatchObject([{ word: 'lamp', records: 5 }]);
    await read('lamp');
    expect(sent).toHaveLength(2);
  });

  it('are looked up for each version of the data and each text', async () => {
    const { read, sent } = vocabularyOf(() => undefined);
    const [before, after] = ['1.1', '1.2'].map((dataVersion) => ({ dataVersion, indices: new Map() }));
    await Promise.all([read('lamp', before), read('lamp', after), read('lamps', before)]);
    expect(sent).toHaveLength(3);
  });

  it('are known until the data changes', async () => {
    let version = 1;
    const { read, sent } = vocabularyOf(() => version);
    await read('lamp');
    await read('lamp');
    expect(sent).toHaveLength(1);
    version = 2;
    await read('lamp');
    expect(sent).toHaveLength(2);
  });
});

describe('words of the operator', () => {
  const trainers = { id: 'a', words: ['sneakers', 'running shoes'] };

  it('are no slips, and have others', async () => {
    const { read } = vocabularyOf(() => 1, [trainers]);
    const { words, also } = await read('red sneakers');
    expect(also).toEqual([{ at: 1, count: 1, as: ['running shoes'] }]);
    expect(words.map(({ isKnown }) => isKnown)).toEqual([true, true]);
  });

  it('have none in double quotes', async () => {
    expect((await vocabularyOf(() => 1, [trainers]).read('"sneakers"')).also).toEqual([]);
  });
});
