import { Random } from '../../dev/seed/random.js';
import { Seed } from '../../dev/seed/seed.js';
import { LIVE_ORACLE, PRODUCT_ORACLE, VIDEO_ORACLE } from './oracle/records.oracle.js';
import { expectedTopEcommerce, expectedTopGrowth, type FactWorld } from './oracle/rankings.oracle.js';
import { allMatches, drawRequest, type Oracle, pageOf } from './oracle/oracle.js';
import type { AnswerData, Expectation } from './watched-load.js';

/** The last day of the seeds that `loadSeed` loads. */
const UNTIL = '2026-06-30';

/**
 * Draws requests over a seed, ever new ones, together with the answers computed from its records and facts one by one.
 * Every eighth is a ranking.
 */
export function seedExpectations(scale: number, name: string): () => Expectation {
  const seed = new Seed({ scale, until: UNTIL });
  const random = new Random(name, 1);
  const videos = [...seed.videos()];
  const products = [...seed.products()];
  const lives = [...seed.lives()];
  const searches = [
    () => search('/video/v1/search', 'video_id', VIDEO_ORACLE, videos, random),
    () => search('/product/v1/search', 'product_id', PRODUCT_ORACLE, products, random),
    () => search('/live/v1/search', 'room_id', LIVE_ORACLE, lives, random),
  ];
  const rankings = rankingExpectations(seed);
  let count = 0;
  return () => {
    count += 1;
    if (count % 8 === 0) return rankings[(count / 8) % rankings.length] as Expectation;
    return (searches[count % searches.length] as () => Expectation)();
  };
}

function search<Record>(
  path: string,
  idField: string,
  oracle: Oracle<Record>,
  records: readonly Record[],
  random: Random,
): Expectation {
  const body = drawRequest(oracle, records, random);
  const matches = allMatches(oracle, records, body);
  const ids = pageOf(matches, body).map(oracle.id);
  const hasMore = matches.length > body.page * body.pagesize ? 1 : 0;
  return {
    path,
    body,
    faultIn: (data) =>
      faultOf(data, idField, ids) ??
      (path.startsWith('/live/')
        ? differs('has_more', data.has_more, hasMore)
        : differs('total', data.total, matches.length)),
  };
}

export const factsOf = (seed: Seed): FactWorld => ({
  sales: new Map([...seed.sales()].map((sale) => [sale.id, sale])),
  creatorDays: new Map([...seed.creatorDays()].map((day) => [`${day.date}|${day.uid}`, day])),
  creators: new Map([...seed.creators()].map((creator) => [creator.uid, creator])),
  products: new Map([...seed.products()].map((product) => [product.product_id, product])),
});

export const worldOf = (seed: Seed): FactWorld => ({
  ...factsOf(seed),
  videos: new Map([...seed.videos()].map((video) => [video.video_id, video])),
  lives: new Map([...seed.lives()].map((live) => [live.room_id, live])),
});

function rankingExpectations(seed: Seed): Expectation[] {
  const world = factsOf(seed);
  const ranking = (path: string, filter: object, rows: readonly { uid: string }[]): Expectation => ({
    path,
    body: { filter, pagesize: 50 },
    faultIn: (data) =>
      faultOf(
        data,
        'uid',
        rows.slice(0, 50).map(({ uid }) => uid),
      ) ?? differs('total', data.total, rows.length),
  });
  return (
    [
      ['day', UNTIL],
      ['week', '2026-25'],
      ['month', '2026-06'],
    ] as const
  ).flatMap(([type, value]) => {
    const date_info = { type, value };
    return [
      ...['US', 'GB', undefined].map((region) =>
        ranking(
          '/creator/v1/rank/topEcommerce',
          { date_info, ...(region !== undefined && { region }) },
          expectedTopEcommerce(world, type, value, region === undefined ? {} : { region }),
        ),
      ),
      ranking('/creator/v1/rank/topGrowth', { date_info }, expectedTopGrowth(world, type, value)),
    ];
  });
}

function faultOf({ list }: AnswerData, idField: string, ids: readonly string[]): string | undefined {
  const seen = list.map((record) => record[idField]);
  return differs('ids', JSON.stringify(seen), JSON.stringify(ids));
}

const differs = (what: string, seen: unknown, expected: unknown): string | undefined =>
  seen === expected ? undefined : `${what} ${String(seen).slice(0, 200)} instead of ${String(expected).slice(0, 200)}`;
