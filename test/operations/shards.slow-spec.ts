import { Seed } from '../../dev/seed/seed.js';
import { CREATOR_PLAN } from '../../src/creator/creator.service.js';
import { LIVE_PLAN } from '../../src/live/live.service.js';
import { PRODUCT_PLAN } from '../../src/product/product.service.js';
import { VIDEO_PLAN } from '../../src/video/video.service.js';
import { exportAll } from '../export/export-client.js';
import type { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords, loadSeed } from '../support/load-records.js';

/** A request that is asked page after page, or once where the operation has no pages. */
interface Question {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isPaged: boolean;
}

interface Page {
  readonly list?: readonly unknown[];
  readonly total?: number;
  readonly has_more?: number;
}

const MOST_RECORDS = 5000;
const PAGESIZE = 100;

/** All that a service answers to a question: the data of each page to the end of the walk. */
async function answersTo(api: ApiClient, { path, body, isPaged }: Question): Promise<Page[]> {
  const pages: Page[] = [];
  for (let page = 1; page * PAGESIZE <= MOST_RECORDS; page += 1) {
    const { status, body: answer } = await api.post<Page>(path, isPaged ? { ...body, page, pagesize: PAGESIZE } : body);
    if (status !== 200) throw new Error(`${path} ${JSON.stringify(body)} page ${page}: ${JSON.stringify(answer)}`);
    pages.push(answer.data);
    if (!isPaged || (answer.data.list ?? []).length < PAGESIZE) break;
  }
  return pages;
}

/** Every nth text, so that all languages of the seed come up. */
function some<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % step === 0).slice(0, count);
}

const withSlip = (word: string): string => `${word.slice(0, 2)}${word.slice(3)}`;

/** Of a title: a word, two, a slip in the longest word, four words of which some may be missing. */
function keywordsOf(title: string): string[] {
  const words = title.split(/\s+/).filter((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word));
  const longest = [...words].sort((one, other) => other.length - one.length)[0] ?? '';
  const sought = [words[0], words.slice(0, 2).join(' '), words.slice(0, 4).join(' '), words.at(-1)];
  return [...sought, longest.length > 5 ? withSlip(longest) : undefined].filter(
    (text) => text !== undefined && text !== '',
  ) as string[];
}

const SORTS = {
  '/video/v1/search': Object.keys(VIDEO_PLAN.sorts),
  '/product/v1/search': Object.keys(PRODUCT_PLAN.sorts),
  '/live/v1/search': Object.keys(LIVE_PLAN.sorts),
  '/creator/v1/search': Object.keys(CREATOR_PLAN.sorts),
} as const;

const TIMES = { create_time_range: { min: 1_700_000_000, max: 1_800_000_000 } };

/** Searches by figures and by relevance, and suggestions; what adds up facts is compared in several shards by its own test. */
function questionsAbout(titles: number): Question[] {
  const seed = new Seed({ scale: SCALE, until: '2026-06-30' });
  const creators = [...seed.creators()];
  const texts = {
    '/video/v1': some([...seed.videos()], titles).flatMap(({ desc }) => keywordsOf(desc ?? '')),
    '/product/v1': some([...seed.products()], titles).flatMap(({ title }) => keywordsOf(title ?? '')),
    '/live/v1': some([...seed.lives()], titles).flatMap(({ title, nickname }) => [
      ...keywordsOf(title ?? ''),
      nickname ?? '',
    ]),
    '/creator/v1': some(creators, titles).flatMap(({ nickname, unique_id }) => [
      ...keywordsOf(nickname ?? ''),
      unique_id ?? '',
    ]),
  };
  const search = (path: string, body: object): Question => ({ path, body: { ...body }, isPaged: true });
  const once = (path: string, body: object): Question => ({ path, body: { ...body }, isPaged: false });
  const filterOf = (path: string): object => (path.startsWith('/video') ? TIMES : {});
  const searches = Object.entries(SORTS).flatMap(([path, fields]) => [
    search(path, { filter: filterOf(path) }),
    ...fields.map((field) => search(path, { filter: filterOf(path), orderby: [{ field }] })),
  ]);
  const sought = Object.entries(texts).flatMap(([root, keywords]) =>
    keywords.flatMap((text, at) => {
      const path = `${root}/search` as keyof typeof SORTS;
      const body = { filter: filterOf(path), keywords: text };
      const byRelevance = search(path, body);
      if (at % 4 !== 0) return [byRelevance];
      const sorted = search(path, { ...body, orderby: [{ field: SORTS[path][at % SORTS[path].length] }] });
      return [byRelevance, sorted];
    }),
  );
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const beginnings = some(creators, titles).flatMap(({ nickname }) => [
    (nickname ?? '').slice(0, 3),
    withSlip((nickname ?? '').slice(0, 7)),
  ]);
  const suggestions = ['/creator/v1/suggest', '/product/v1/suggest'].flatMap((path) =>
    [...letters, ...beginnings].map((keywords) => once(path, { keywords })),
  );
  return [...searches, ...sought, ...suggestions, once('/creator/v1/rank/periods', {})];
}

const SCALE = 0.02;
const TITLES = 4;
const SLIP = 'zaqwerton';

describe('the same data in one shard and in five', () => {
  let one: TestApp;
  let five: TestApp;
  const questions = questionsAbout(TITLES);

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
      (await api.ask<{ read_as: { as: string[] }[] }>('/product/v1/search', { keywords: SLIP })).read_as;
    const mostFrequent = near.filter((_, index) => index % 8 === 7).sort();
    const [inOne] = await read(one);
    expect(inOne?.as).toHaveLength(6);
    expect(mostFrequent).toEqual(expect.arrayContaining(inOne?.as ?? []));
    expect(await read(five)).toEqual([inOne]);
  });

  it.each([
    ['/product/v1/export', { keywords: 'case' }],
    ['/product/v1/export', { orderby: [{ field: 'total_gmv' }] }],
  ])('exports %s %j in the same way, row by row', async (path, body) => {
    const [expected, found] = await Promise.all([exportAll(one, path, body), exportAll(five, path, body)]);
    expect([expected.status, expected.isWhole, found.isWhole]).toEqual([200, true, true]);
    expect(found.text).toBe(expected.text);
    expect(expected.text.split('\n').length).toBeGreaterThan(5);
  });
});
