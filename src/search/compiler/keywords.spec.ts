import { readAsWritten } from '../../../test/support/requests.js';
import { readWords } from './keyword-reading.js';
import { planKeywords } from './keywords.js';
import type { QueryClause, ReadKeywords, WordEntry } from './types.js';

const [byRelevance, byFigure] = [false, true];
const known: WordEntry = { records: 100, isSplit: false, similar: [] };
const nowhere: WordEntry = { records: 0, isSplit: false, similar: [] };

/** Keywords of which the index knows every word but those with an entry. */
const read = (keywords: string, entries: Record<string, WordEntry> = {}): ReadKeywords => ({
  ...readAsWritten(keywords),
  words: readWords(keywords, (word) => entries[word] ?? known),
});
const phone: WordEntry = {
  ...nowhere,
  similar: [
    { term: 'phone', records: 400, edits: 1 },
    { term: 'home', records: 100, edits: 1 },
  ],
};
const names = (...values: string[]): QueryClause => ({
  constant_score: { filter: { terms: { names: values } }, boost: 10_000 },
});
const written = (query: string, boost = 1): QueryClause => ({ match: { text: { query, operator: 'and', boost } } });
const pair = (query: string, boost: number): QueryClause => ({
  match: { 'words.joined': { query, analyzer: 'joined_pairs', boost } },
});
const together = (query: string, boost: number): QueryClause => ({ match_phrase: { text: { query, boost } } });
const part = (word: string): QueryClause[] =>
  ['words.ends', 'words.beginnings'].map((field) => ({
    match: { [field]: { query: word, operator: 'and', boost: 0.5 } },
  }));
const oneOf = (...should: QueryClause[]): QueryClause => ({ bool: { should, minimum_should_match: 1 } });

describe('keywords with an orderby', () => {
  it('match every word, or two that are written as one', () => {
    expect(planKeywords(read('phone case'), byFigure)).toEqual({
      attempts: [
        oneOf(names('phone case'), { bool: { must: [written('phone'), written('case')] } }, pair('phone case', 1)),
      ],
      answers: [{ match: 'all_words', read_as: [] }],
      enough: 0,
    });
  });

  it.each([
    ['30 inch', []],
    ['42-315', [{ term: { codes: { value: '42315', boost: 2 } } }]],
  ])('match numbers and units that stand together: %s', (keywords, asCode) => {
    const [attempt] = planKeywords(read(keywords), byFigure).attempts;
    const queries = [together(keywords, 0.7), ...asCode];
    const must = [asCode.length === 0 ? queries[0] : { dis_max: { queries } }];
    expect(attempt).toEqual(oneOf(names(keywords), { bool: { must, should: [] } }));
  });

  it('match a size also with a unit behind each number', () => {
    const [attempt] = planKeywords(read('40x60'), byFigure).attempts;
    expect(JSON.stringify(attempt)).toContain('{"match_phrase":{"text":{"query":"40 cm 60 cm","slop":1,"boost":0.7}}}');
  });

  it('take a word for another only if the index does not know it, and say so', () => {
    const { attempts, answers } = planKeywords(read('phame case', { phame: phone }), byFigure);
    const readings = [...part('phame'), { term: { text: { value: 'phone', boost: 0.8 } } }];
    expect(attempts).toHaveLength(1);
    expect(JSON.stringify(attempts)).toContain(JSON.stringify(readings).slice(1, -1));
    expect(answers).toEqual([{ match: 'all_words', read_as: [{ word: 'phame', as: ['phone', 'home'] }] }]);
  });

  it.each([
    ['lap', 1, []],
    ['lapt', 1, ['slip']],
    ['laptopp', 2, []],
    ['keybaord', 2, ['slip']],
    ['keybaords', 2, ['slip']],
  ])('leave out bold readings: %s with %d edits', (word, edits, as) => {
    const entry = { ...nowhere, similar: [{ term: 'slip', records: 9, edits }] };
    const { answers } = planKeywords(read(word, { [word]: entry }), byFigure);
    expect(answers[0].read_as?.flatMap((one) => one.as)).toEqual(as);
  });
});

describe('keywords in double quotes', () => {
  it.each(['phone case', '30 inch', 'ab-1234', '手机壳'])(
    'match with and without an orderby the same records: %s',
    (keywords) => {
      const sorted = planKeywords(readAsWritten(keywords, true), byFigure);
      expect(planKeywords(readAsWritten(keywords, true), byRelevance)).toEqual(sorted);
      expect(sorted).toEqual({
        ...planKeywords(read(keywords), byFigure),
        answers: [{ match: 'all_words', read_as: [] }],
      });
    },
  );

  it('put records first that have the words next to each other', () => {
    const [attempt, ...others] = planKeywords(readAsWritten('red phone case', true), byRelevance).attempts;
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({
      bool: { should: [{}, { bool: { should: [pair('red phone', 0.15), pair('phone case', 0.15)] } }] },
    });
  });
});

describe('keywords of three words', () => {
  const joined = (query: string) => pair(query, 0.7);
  const [red, case_] = [written('red'), written('case')];

  it('with an orderby may each be joined with a neighbour, without a bonus for neighbours', () => {
    const [attempt] = planKeywords(read('red phone case'), byFigure).attempts;
    const must = [
      [red, joined('red phone')],
      [written('phone'), joined('red phone'), joined('phone case')],
      [case_, joined('phone case')],
    ].map((queries) => ({ dis_max: { queries } }));
    expect(attempt).toEqual(oneOf(names('red phone case'), { bool: { must, should: [] } }));
  });

  it('by relevance may be joined only where one of the two is not known', () => {
    const plan = planKeywords(read('red phone case', { red: nowhere }), byRelevance);
    const must = [
      { dis_max: { queries: [red, joined('red phone'), ...part('red')] } },
      { dis_max: { queries: [written('phone'), joined('red phone')] } },
      case_,
    ];
    const should = [pair('red phone', 0.15), pair('phone case', 0.15)];
    expect(plan.attempts[0]).toEqual(oneOf(names('red phone case'), { bool: { must, should } }));
  });
});

it('keywords of three words by relevance may join a known word with the next one that is not known', () => {
  const [attempt] = planKeywords(read('red phone case', { phone: nowhere }), byRelevance).attempts;
  const red = { dis_max: { queries: [written('red'), pair('red phone', 0.7)] } };
  expect(JSON.stringify(attempt)).toContain(JSON.stringify(red));
});

describe('keywords by relevance', () => {
  it('take a word for less likely ones than with an orderby', () => {
    const similar = [
      { term: 'phone', records: 400, edits: 1 },
      { term: 'phene', records: 16, edits: 1 },
    ];
    const readings = [byRelevance, byFigure].map(
      (options) => planKeywords(read('phame', { phame: { ...nowhere, similar } }), options).answers[0].read_as?.[0]?.as,
    );
    expect(readings).toEqual([['phone', 'phene'], ['phone']]);
  });

  it('of two words that stand nowhere are asked again for some words', () => {
    const { attempts, answers } = planKeywords(read('xa yb', { xa: nowhere, yb: nowhere }), byRelevance);
    expect(attempts).toHaveLength(2);
    expect(answers.map(({ match }) => match)).toEqual(['all_words', 'some_words']);
  });

  it('take a word for a doubtful one where every other word is taken for another too', () => {
    const rare = (term: string): WordEntry => ({
      records: 1,
      isSplit: false,
      similar: [{ term, records: 400, edits: 1 }],
    });
    const { attempts } = planKeywords(read('cable phame', { cable: rare('table'), phame: rare('phone') }), byRelevance);
    const slip: QueryClause = { term: { text: { value: 'table', boost: 0.8 } } };
    expect(JSON.stringify(attempts[1]?.boosting?.positive)).toContain(JSON.stringify(slip));
  });

  it('match a number without its unit when too few records hold both', () => {
    const { attempts, answers } = planKeywords(read('30 inch'), byRelevance);
    const both = { bool: { must: [written('30 inch', 0.7)], should: [together('30 inch', 0.3)] } };
    expect(attempts[0]).toEqual(oneOf(names('30 inch'), { bool: { must: [both], should: [] } }));
    expect(JSON.stringify(attempts[1])).toContain(JSON.stringify(written('30', 0.7)));
    expect(answers.map(({ match }) => match)).toEqual(['all_words', 'some_words']);
  });

  it('of one word that stands nowhere are parts of words and likely slips at once', () => {
    const [attempt] = planKeywords(read('phame', { phame: phone }), byRelevance).attempts;
    expect(attempt).toEqual(
      oneOf(names('phame'), {
        bool: {
          must: [
            {
              dis_max: {
                queries: [
                  written('phame'),
                  ...part('phame'),
                  { term: { text: { value: 'phone', boost: 0.8 } } },
                  { term: { text: { value: 'home', boost: 0.8 * 0.25 ** 0.5 } } },
                ],
              },
            },
          ],
          should: [],
        },
      }),
    );
  });

  it.each([
    ['kx-tg6313s', 'tg6313s', 2, 'kxtg6313s', 'kxtg6313'],
    ['wm0642hwh', 'wm0642hwh', 4, 'wm0642hwh', 'wm0642'],
    ['XQ 2121', 'XQ', 2, 'xq2121', undefined],
    ['HEN 226 DEU', 'HEN', 2, 'hen226deu', 'hen226'],
  ])(
    'of the code %s match it whatever its signs, an unknown one in other lengths',
    (code, word, boost, value, stem) => {
      const inCodes = JSON.stringify({ term: { codes: { value, boost } } });
      const beginning = (text: string, weight: number) =>
        ['constant_score', 'top_terms_blended_freqs_50']
          .map((rewrite) => JSON.stringify({ prefix: { codes: { value: text, rewrite, boost: weight } } }))
          .join();
      const asked = (entry: WordEntry, options: typeof byFigure) =>
        JSON.stringify(planKeywords(read(code, { [word]: entry }), options).attempts[0]);
      expect(asked(known, byRelevance)).toContain(inCodes);
      expect(asked(known, byRelevance)).not.toContain(beginning(value, boost));
      expect(asked(nowhere, byRelevance)).toContain([inCodes, beginning(value, boost)].join());
      expect(asked(nowhere, byRelevance).includes(beginning(stem ?? value, boost / 2))).toBe(stem !== undefined);
      expect(asked(nowhere, byFigure)).not.toContain(beginning(stem ?? value, boost / 2));
    },
  );

  it.each([
    [
      'gsj960pzbz',
      '[a-z]sj960pzbz|g[a-z]j960pzbz|gs[a-z]960pzbz|gsj960[a-z]zbz|gsj960p[a-z]bz|gsj960pz[a-z]z|gsj960pzb[a-z]',
    ],
    ['gsj960p', undefined],
  ])('of the unknown code %s match one with another letter: %s', (code, value = 'none') => {
    const asked = (options: typeof byFigure) =>
      JSON.stringify(planKeywords(read(code, { [code]: nowhere }), options).attempts[0]);
    expect(asked(byRelevance).includes(`"regexp":{"codes":{"value":"${value}"`)).toBe(value !== 'none');
    expect(asked(byFigure)).not.toContain('regexp');
  });

  it('of three words count two that stand together less than the third', () => {
    const [attempt] = planKeywords(read('wood floor paint'), byRelevance).attempts;
    const must = ['wood', 'floor', 'paint'].map((word) => written(word));
    const should = [pair('wood floor', 0.15), pair('floor paint', 0.15)];
    expect(attempt).toEqual(oneOf(names('wood floor paint'), { bool: { must, should } }));
  });

  it.each([
    ['usb cable', 'cable', 'table', true],
    ['áo khoác', 'khoác', 'khoan', true],
    ['red phome', 'phome', 'phone', false],
    ['red pohne', 'pohne', 'phone', false],
    ['red acble', 'acble', 'cable', false],
    ['red cables', 'cables', 'tables', false],
    ['red able', 'able', 'cable', false],
    ['cable', 'cable', 'table', false],
  ])('of %s take %s for %s only where all words match: %s', (keywords, word, term, isDoubtful) => {
    const entry = { ...nowhere, similar: [{ term, records: 9, edits: 1 }] };
    const { attempts } = planKeywords(read(keywords, { [word]: entry }), byRelevance);
    const slip = JSON.stringify({ term: { text: { value: term, boost: 0.8 } } });
    const [all, some] = [attempts[0], attempts[1]?.boosting?.positive].map((clause) => JSON.stringify(clause));
    expect([all?.includes(slip), some?.includes(slip)]).toEqual([true, !isDoubtful]);
  });

  it('score neighbours as all that they may have been taken for', () => {
    const [attempt] = planKeywords(read('phame case', { phame: phone }), byRelevance).attempts;
    const pairs = [pair('phone case', 1), pair('home case', 1)];
    expect(JSON.stringify(attempt)).toContain(JSON.stringify(pairs).slice(1, -1));
  });

  it('that are or nearly are a name need not be searched loosely', () => {
    const near = { ...read('beuaty.by_anna'), names: ['beauty.by_anna'] };
    const { attempts, answers, enough } = planKeywords(near, byRelevance);
    expect(enough).toBe(1);
    expect(answers[0].read_as).toEqual([{ word: 'beuaty.by_anna', as: ['beauty.by_anna'] }]);
    expect(JSON.stringify(attempts[0])).toContain(
      JSON.stringify({ constant_score: { filter: { terms: { names: ['beauty.by_anna'] } }, boost: 1000 } }),
    );
    expect(planKeywords({ ...read('mia.beauty'), isName: true }, byRelevance).enough).toBe(1);
  });
});

describe('a word with marks', () => {
  const inMarked: QueryClause = { match: { marked: { query: 'giày', operator: 'and', boost: 1 } } };

  it('counts more where the marks are those that were typed', () => {
    const [attempt] = planKeywords(read('giày'), byFigure).attempts;
    const must: QueryClause[] = [{ bool: { must: [written('giày')], should: [inMarked] } }];
    expect(attempt).toEqual(oneOf(names('giày'), { bool: { must, should: [] } }));
  });
});

it.each([
  ['kueche', { ...nowhere, records: 5, hasUmlauts: true }, 'küche'],
  ['küche', known, 'kueche'],
])('the word %s is searched in its other spelling as well', (word, entry, respelt) => {
  const asked = (one: WordEntry): string =>
    JSON.stringify(planKeywords(read(word, { [word]: one }), byFigure).attempts);
  expect(asked(entry)).toContain(JSON.stringify(written(respelt)));
  expect(asked(known).includes(respelt)).toBe(entry === known);
});

describe('a text without spaces', () => {
  it('adds what its words and its letters score', () => {
    const [attempt] = planKeywords(read('แมว'), byFigure).attempts;
    const letters: QueryClause = { match: { unspaced: { query: 'แมว', operator: 'and', boost: 0.7 } } };
    expect(attempt).toEqual(oneOf(names('แมว'), { bool: { must: [oneOf(written('แมว'), letters)], should: [] } }));
  });

  it.each(['保护壳', 'スマホケース', 'รองเท้าผ้าใบ'])('is found with a slip only if it is not known: %s', (word) => {
    const asked = (entry: WordEntry) => JSON.stringify(planKeywords(read(word, { [word]: entry }), byFigure).attempts);
    expect(asked(known)).not.toMatch(/intervals|minimum_should_match":"[0-9]<|</);
    expect(asked(nowhere)).toMatch(/intervals|minimum_should_match":"3</);
  });

  it.each([
    ['手机壳', true],
    ['イヤホン', false],
    ['革カバー', true],
    ['カバー革', true],
  ])('in pairs of characters stands together; %s as its words apart: %s', (word, isApart) => {
    const [attempt] = planKeywords(read(word, { [word]: { ...known, isSplit: true } }), byFigure).attempts;
    const together: QueryClause = { match_phrase: { text: { query: word, boost: 1 } } };
    const apart: QueryClause = { match: { 'words.joined': { query: word, operator: 'and', boost: 0.7 } } };
    const reading = isApart ? { dis_max: { queries: [together, apart] } } : together;
    expect(attempt).toEqual(oneOf(names(word), { bool: { must: [reading], should: [] } }));
  });

  it('of four characters may have one wrong where the others stand in their order', () => {
    const [attempt] = planKeywords(read('保护壳子', { 保护壳子: nowhere }), byFigure).attempts;
    const inOrder = (characters: string) => ({
      all_of: {
        intervals: [...characters].map((query) => ({ any_of: { intervals: [{ match: { query } }] } })),
        ordered: true,
        max_gaps: 1,
      },
    });
    for (const texts of [['保护壳子'], ['护壳子', '保壳子', '保护子', '保护壳']]) {
      const intervals = texts.map(inOrder);
      expect(JSON.stringify(attempt)).toContain(JSON.stringify({ intervals: { text: { any_of: { intervals } } } }));
    }
  });

  it('in Thai matches most of its letters by relevance, and half when too few records do', () => {
    const word = 'รองเท้า';
    const letters = (share: string) =>
      JSON.stringify({ match: { unspaced: { query: word, minimum_should_match: share, boost: 0.5 } } });
    const [strict, loose] = planKeywords(read(word, { [word]: nowhere }), byRelevance).attempts.map((attempt) =>
      JSON.stringify(attempt),
    );
    expect([strict?.includes(letters('3<-2 5<-3')), strict?.includes(letters('50%'))]).toEqual([true, false]);
    expect(loose).toContain(letters('50%'));
    expect(strict).not.toContain('intervals');
  });

  it('with a slip counts by the share of its characters, more where one is missing than where one is wrong', () => {
    const plan = JSON.stringify(planKeywords(read('保护壳子', { 保护壳子: nowhere }), byFigure));
    const shares = [0.8, 0.5].map((boost) => ({
      match: { text: { query: '保护壳子', minimum_should_match: '1', boost } },
    }));
    for (const share of shares) expect(plan).toContain(JSON.stringify({ should: [share] }).slice(1, -1));
  });

  it('of kana may have another mark', () => {
    const plan = JSON.stringify(planKeywords(read('はち', { はち: nowhere }), byFigure));
    const oneOfMatches = (...queries: string[]) => JSON.stringify(queries.map((query) => ({ match: { query } })));
    expect(plan).toContain(oneOfMatches('は', 'ば', 'ぱ'));
    expect(plan).toContain(oneOfMatches('ち', 'ぢ'));
  });

  it('of 20 characters may have one wrong, of 21 none', () => {
    const orders = [20, 21].map((length) => {
      const word = '保护'.repeat(11).slice(0, length);
      return JSON.stringify(planKeywords(read(word, { [word]: nowhere }), byFigure)).split('"max_gaps":1').length - 1;
    });
    expect(orders).toEqual([21, 1]);
  });

  it('of three characters is not found by two of its pairs', () => {
    const plan = JSON.stringify(planKeywords(read('リップ', { リップ: nowhere }), byRelevance).attempts[0]);
    const [, ...more] = plan.split('"max_gaps":1');
    expect(more).toHaveLength(1);
  });

  it('is matched in half only by relevance, and then some words match', () => {
    const { attempts, answers } = planKeywords(read('猫砂无香精', { 猫砂无香精: nowhere }), byRelevance);
    expect(JSON.stringify(attempts[0])).not.toContain('50%');
    expect(JSON.stringify(attempts[1])).toContain('50%');
    expect(answers[1]?.match).toBe('some_words');
    expect(JSON.stringify(planKeywords(read('猫砂无香精'), byFigure))).not.toContain('50%');
  });
});

describe('synonyms', () => {
  const withSynonyms = (keywords: string, also: ReadKeywords['also'], entries = {}): ReadKeywords => ({
    ...read(keywords, entries),
    also,
  });
  const synonym = (text: string, boost: number): QueryClause => ({ bool: { must: [written(text)], boost } });
  const best = (...queries: QueryClause[]): QueryClause => ({ dis_max: { queries } });

  it('stand for a word; each of their words counts a part of it', () => {
    const { attempts, answers } = planKeywords(
      withSynonyms('red sneakers', [{ at: 1, count: 1, as: ['trainers', 'running shoes'] }]),
      byFigure,
    );
    const must = [written('red'), best(written('sneakers'), synonym('trainers', 0.8), synonym('running shoes', 0.4))];
    expect(attempts).toEqual([oneOf(names('red sneakers'), { bool: { must } }, pair('red sneakers', 1))]);
    expect(answers).toEqual([
      { match: 'all_words', read_as: [], also: [{ words: 'sneakers', as: ['trainers', 'running shoes'] }] },
    ]);
  });

  it('stand for a group of words, as which they count as much', () => {
    const also = [{ at: 0, count: 2, as: ['blower'] }];
    const { attempts, answers } = planKeywords(withSynonyms('hair dryer red', also), byRelevance);
    const group = best({ bool: { must: [written('hair'), written('dryer')] } }, synonym('blower', 1.6));
    expect(attempts[0]).toEqual(
      oneOf(names('hair dryer red'), {
        bool: { must: [group, written('red')], should: [pair('hair dryer', 0.15), pair('dryer red', 0.15)] },
      }),
    );
    const counted = {
      function_score: { query: synonym('blower', 1.6), functions: [{ weight: 2 }], boost_mode: 'sum' },
    };
    expect(JSON.stringify(attempts[1])).toContain(JSON.stringify(counted));
    expect(answers.map((one) => one.also)).toEqual(Array(2).fill([{ words: 'hair dryer', as: ['blower'] }]));
  });
});
