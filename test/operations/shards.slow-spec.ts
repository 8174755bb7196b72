import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { loadSeed } from '../support/load-seed.js';
import { answersTo, questionsAbout } from '../support/same-answers.js';
import { exportAll } from '../export/export-client.js';

const SCALE = 0.02;
const TITLES = 4;
/** Stands nowhere. */
const SLIP = 'zaqwerton';

describe('the same data in one shard and in five', () => {
  let one: TestApp;
  let five: TestApp;
  const questions = questionsAbout(SCALE, TITLES);

  beforeAll(async () => {
    const start = (name: string, indexShards: number): Promise<TestApp> =>
      startTestApp({ name, load: loadSeed(SCALE, indexShards), config: { indexShards } });
    one = await start('one-shard', 1);
    five = await start('five-shards', 5);
  });
  afterAll(() => Promise.all([one?.close(), five?.close()]));

  it('is divided as it should be', async () => {
    const shardsOf = async ({ elasticsearch, names }: TestApp, kind: 'videos' | 'sales') => {
      const found = await elasticsearch.indices.getSettings({ index: names.alias(kind) });
      return Object.values(found).map(({ settings }) => settings?.index?.number_of_shards);
    };
    expect(await shardsOf(one, 'videos')).toEqual(['1']);
    expect(await shardsOf(five, 'videos')).toEqual(['5']);
    expect(await shardsOf(five, 'sales')).toEqual(['5']);
  });

  it.each([...new Set(questions.map(({ path }) => path))])(
    'answers %s in the same way, whole walks of it',
    async (path) => {
      for (const question of questions.filter((asked) => asked.path === path)) {
        const [expected, found] = await Promise.all([answersTo(one.api, question), answersTo(five.api, question)]);
        expect({ question, pages: found }).toEqual({ question, pages: expected });
      }
    },
  );

  it('takes a slip for the same words, where more than a hundred are one letter away', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const near = [...SLIP].flatMap((letter, at) =>
      letters.filter((other) => other !== letter).map((other) => `${SLIP.slice(0, at)}${other}${SLIP.slice(at + 1)}`),
    );
    const products = near.flatMap((word, index) =>
      Array.from({ length: 1 + (index % 8) }, (_, copy) => ({ product_id: `9${index}00${copy}`, title: word })),
    );
    await Promise.all([one, five].map(({ elasticsearch, names }) => loadRecords({ products })(elasticsearch, names)));
    const read = async ({ api }: TestApp) =>
      (await api.post<{ read_as: { as: string[] }[] }>('/product/v1/search', { keywords: SLIP })).body.data.read_as;
    const mostFrequent = near.filter((_, index) => index % 8 === 7).sort();
    const [inOne] = await read(one);
    expect(inOne?.as).toHaveLength(6);
    expect(mostFrequent).toEqual(expect.arrayContaining(inOne?.as ?? []));
    expect(await read(five)).toEqual([inOne]);
  });

  it.each([
    ['/product/v1/export', { keywords: 'case' }],
    ['/product/v1/export', { orderby: [{ field: 'total_gmv' }] }],
    ['/creator/v1/rank/topEcommerce/export', { filter: { date_info: { type: 'month', value: '2026-06' } } }],
  ])('exports %s %j in the same way, row by row', async (path, body) => {
    const [expected, found] = await Promise.all([exportAll(one, path, body), exportAll(five, path, body)]);
    expect([expected.status, expected.isWhole, found.isWhole]).toEqual([200, true, true]);
    expect(found.text).toBe(expected.text);
    expect(expected.text.split('\n').length).toBeGreaterThan(5);
  });
});
