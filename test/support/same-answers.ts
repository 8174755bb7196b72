import { CREATOR_PLAN } from '../../src/creator/creator.service.js';
import { LIVE_PLAN } from '../../src/live/live.service.js';
import { PRODUCT_PLAN } from '../../src/product/product.service.js';
import { VIDEO_PLAN } from '../../src/video/video.service.js';
import { MAX_FACETS } from '../../src/search/compiler/facets.js';
import type { LiveLoad } from '../../src/live/live.record.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { Seed } from '../../dev/seed/seed.js';
import type { ApiClient } from './api-client.js';

/** A request that is asked page after page, or once where the operation has no pages. */
export interface Question {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isPaged: boolean;
}

interface Page {
  readonly list?: readonly unknown[];
  readonly total?: number;
  readonly has_more?: number;
}

/** The paging window of searches. */
const MOST_RECORDS = 5000;
const PAGESIZE = 100;

/** All that a service answers to a question: the data of each page to the end of the walk. */
export async function answersTo(api: ApiClient, { path, body, isPaged }: Question): Promise<Page[]> {
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

const facetsOf = (facets: Readonly<Record<string, string>>): string[] =>
  Object.keys(facets)
    .filter((name) => facets[name] !== 'amount')
    .slice(0, MAX_FACETS);
const FACETS = {
  '/video/v1/facets': facetsOf(VIDEO_PLAN.facets),
  '/product/v1/facets': facetsOf(PRODUCT_PLAN.facets),
  '/live/v1/facets': facetsOf(LIVE_PLAN.facets),
  '/creator/v1/facets': facetsOf(CREATOR_PLAN.facets),
} as const;

const TIMES = { create_time_range: { min: 1_700_000_000, max: 1_800_000_000 } };

/**
 * Questions about a seed, for services over the same data to be held against each other: searches by figures and by
 * relevance, facets, suggestions, rankings, histories and what goes with them.
 * @param titles how many titles of each kind keywords are taken from
 */
export function questionsAbout(scale: number, titles: number): Question[] {
  const seed = new Seed({ scale, until: '2026-06-30' });
  const products: ProductLoad[] = [...seed.products()];
  const videos: VideoLoad[] = [...seed.videos()];
  const lives: LiveLoad[] = [...seed.lives()];
  const creators = [...seed.creators()];
  const texts = {
    '/video/v1': some(videos, titles).flatMap(({ desc }) => keywordsOf(desc ?? '')),
    '/product/v1': some(products, titles).flatMap(({ title }) => keywordsOf(title ?? '')),
    '/live/v1': some(lives, titles).flatMap(({ title, nickname }) => [...keywordsOf(title ?? ''), nickname ?? '']),
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
  const facets = Object.entries(FACETS).flatMap(([path, fields]) => {
    const keywords = texts[path.replace('/facets', '') as keyof typeof texts][0];
    const list = fields.map((field) => ({ field }));
    return [
      once(path, { filter: filterOf(path), facets: list }),
      ...(path === '/creator/v1/facets'
        ? []
        : [once(path, { filter: { ...filterOf(path), region: 'US' }, facets: list, measure: 'gmv' })]),
      once(path, { filter: filterOf(path), facets: list, keywords }),
    ];
  });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const beginnings = some(creators, titles).flatMap(({ nickname }) => [
    (nickname ?? '').slice(0, 3),
    withSlip((nickname ?? '').slice(0, 7)),
  ]);
  const suggestions = ['/creator/v1/suggest', '/product/v1/suggest'].flatMap((path) =>
    [...letters, ...beginnings].map((keywords) => once(path, { keywords })),
  );
  const rankings = (['topEcommerce', 'topGrowth'] as const).flatMap((ranking) =>
    [
      { type: 'day', value: '2026-06-20' },
      { type: 'week', value: '2026-25' },
      { type: 'month', value: '2026-06' },
    ].map((date_info) => search(`/creator/v1/rank/${ranking}`, { filter: { date_info } })),
  );
  const uids = some(creators, 20).map(({ uid }) => uid);
  const ranks = once('/creator/v1/rank/topEcommerce', {
    filter: { date_info: { type: 'month', value: '2026-06' }, uid: uids },
  });
  const weeks = { date_type: 'week', from: '2026-14', to: '2026-26' };
  const histories = uids.slice(0, 5).map((uid) => once('/creator/v1/history', { uid, ...weeks }));
  return [
    ...searches,
    ...sought,
    ...facets,
    ...suggestions,
    ...rankings,
    ranks,
    ...histories,
    once('/creator/v1/rank/periods', {}),
  ];
}
