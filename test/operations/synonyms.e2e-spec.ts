import { rollBack } from '../../src/loading/index-builds/index-history.js';
import { switchUnderLocks } from '../../src/loading/index-builds/alias-switch.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { LoadSuite } from '../loading/load-suite.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';

const TITLES = {
  a: 'White sneakers for men',
  b: 'White trainers for men',
  c: 'Running shoes white',
  d: 'Shoes for men, running late sign',
  e: 'Ionic blower white',
  f: 'Hair dryer white',
};
const EQUAL = { id: 'shoes', words: ['sneakers', 'trainers', 'running shoes'] };

interface Found {
  readonly list: readonly { readonly product_id: string }[];
  readonly total: number;
  readonly match: string;
  readonly read_as: object[];
  readonly also?: object[];
}

describe('synonyms of the operator', () => {
  let suite: LoadSuite;
  let test: TestApp;

  beforeAll(async () => {
    suite = await LoadSuite.start('synonyms');
    const products = Object.entries(TITLES).map(([product_id, title]) => ({ product_id, title, region: 'US' }));
    await suite.load('products', [suite.records('products.ndjson', products)]);
    test = await startTestApp({ name: 'synonyms', indices: suite.prefix });
  });
  afterAll(async () => {
    await test?.close();
    await suite?.close();
  });

  async function search(keywords: string, more: object = {}): Promise<Found> {
    const { status, body } = await test.api.post<Found>('/product/v1/search', { keywords, ...more });
    expect(status).toBe(200);
    return body.data;
  }
  const idsOf = ({ list }: Pick<Found, 'list'>): string =>
    list
      .map(({ product_id }) => product_id)
      .sort()
      .join('');
  /** Waits until the service follows a change. */
  const isFound = (keywords: string, ids: string) =>
    eventually(`${keywords} to find ${ids}`, async () =>
      idsOf(await search(keywords, ALL)) === ids ? true : undefined,
    );
  const load = (records: readonly object[], mode: 'merge' | 'replace') =>
    suite.load('synonyms', [suite.records('synonyms.ndjson', records)], { mode });
  const ALL = { match: 'all_words' };

  it('are none until some are loaded', async () => {
    const { also, ...found } = await search('sneakers', ALL);
    expect(idsOf(found)).toBe('a');
    expect(also).toBeUndefined();
  });

  it('find the records of each other, and the answer tells so', async () => {
    expect((await load([EQUAL], 'merge')).summary).toMatchObject({ loaded: 1, rejected: 0 });
    await isFound('sneakers', 'abcd');
    for (const more of [ALL, { orderby: [{ field: 'day7_units_sold' }] }]) {
      const found = await search('sneaker', more);
      expect({ ...found, list: idsOf(found) }).toMatchObject({
        list: 'abcd',
        total: 4,
        match: 'all_words',
        read_as: [],
        also: [{ words: 'sneaker', as: ['trainers', 'running shoes'] }],
      });
      expect(found.list[0]?.product_id).toBe('a');
    }
  });

  it('stand for adjacent words, with the other words of the keywords', async () => {
    expect(await search('white running shoes', ALL).then(idsOf)).toBe('abc');
    expect(await search('shoes running', ALL).then(idsOf)).toBe('cd');
  });

  it('are not searched for in double quotes', async () => {
    const { also, ...found } = await search('"sneakers"');
    expect(idsOf(found)).toBe('a');
    expect(also).toBeUndefined();
  });

  it('count in facets and exports', async () => {
    const facets = [{ field: 'region' }];
    const { body } = await test.api.post<{ total: number; also: object[] }>('/product/v1/facets', {
      keywords: 'trainers',
      facets,
    });
    expect(body.data).toMatchObject({ total: 4, also: [{ words: 'trainers', as: ['sneakers', 'running shoes'] }] });
    const exported = recordsIn<{ product_id: string }>(
      await exportAll(test, '/product/v1/export', { keywords: 'trainers' }),
    );
    expect(idsOf({ list: exported })).toBe('abcd');
  });

  it('find the categories of each other in suggestions', async () => {
    const suggest = async (keywords: string) => {
      const { body } = await test.api.post<{ list: { text: string }[] }>('/product/v1/suggest', { keywords });
      return body.data.list.map(({ text }) => text);
    };
    expect(await suggest('lippenstift')).toEqual([]);
    await load([{ id: 'lipstick', words: ['lipstick'], from: ['lippenstift'] }], 'merge');
    await isFound('lippenstift', '');
    const own = await suggest('lipstick');
    expect(own).not.toEqual([]);
    expect(
      await eventually('suggestions', async () =>
        (await suggest('lippenstift')).length > 0 ? suggest('lippenstift') : undefined,
      ),
    ).toEqual(own);
    expect(await suggest('"lippenstift"')).toEqual([]);
  });

  it('are replaced and rolled back as other kinds are', async () => {
    await load([{ id: 'dryer', words: ['hair dryer'], from: ['blower'] }], 'replace');
    await isFound('blower', 'ef');
    expect(await search('sneakers', ALL).then(idsOf)).toBe('a');
    expect(await search('hair dryer', ALL).then(idsOf)).toBe('f');
    const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 5000 } };
    await switchUnderLocks(target, ['synonyms'], 'rollback', (locked) => rollBack(locked, 'synonyms'));
    await isFound('sneakers', 'abcd');
    expect(await search('blower', ALL).then(idsOf)).toBe('e');
  });

  it('are at most 10,000; each further line is refused, and lines for known ids are not', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => ({ id: `n${at}`, words: [`word${at}`, `other${at}`] }));
    const { summary, rejects } = await load(many, 'replace');
    expect(summary).toMatchObject({ read: 10_001, loaded: 10_000, rejected: 1 });
    expect(rejects).toMatchObject([{ line: 10_001, reasons: ['There are 10,000 synonyms, which is the most.'] }]);
    const merged = await load([{ id: 'n0', words: ['blower', 'sneakers'] }, EQUAL], 'merge');
    expect(merged.summary).toMatchObject({ updated: 1, rejected: 1 });
    await isFound('blower', 'ae');
  });
});
