import { Random } from '../../dev/seed/random.js';
import { testApp } from '../../test/support/app.js';
import { RANKING_RELATIONS, type RankingCase, SEARCH_RELATIONS, type SearchCase } from './relations.js';
import { CREATOR_ORACLE, LIVE_ORACLE, PRODUCT_ORACLE, VIDEO_ORACLE } from '../../test/support/oracle/records.oracle.js';
import { drawRequest, type Oracle } from '../../test/support/oracle/oracle.js';
import { seededIndices, sharedSeed } from '../../test/support/shared-indices.js';

const REQUESTS_PER_RELATION = 8;
const ROWS_PER_RELATION = 5;

type DrawnSearch = Omit<SearchCase, 'api'>;

const random = new Random('relations', 1);

function drawSearch<Record>(group: string, idField: string, oracle: Oracle<Record>, records: readonly Record[]) {
  return (): DrawnSearch => {
    const { filter, orderby } = drawRequest(oracle, records, random);
    const { filter: narrower } = drawRequest(oracle, records, random);
    const ids = [...new Set(Array.from({ length: 5 }, () => oracle.id(random.pick(records))))];
    return { group, idField, filter, orderby, narrower, ids, random };
  };
}

const seed = sharedSeed();
const SEARCHES: readonly (() => DrawnSearch)[] = [
  drawSearch('/video/v1', 'video_id', VIDEO_ORACLE, [...seed.videos()]),
  drawSearch('/product/v1', 'product_id', PRODUCT_ORACLE, [...seed.products()]),
  drawSearch('/live/v1', 'room_id', LIVE_ORACLE, [...seed.lives()]),
  drawSearch('/creator/v1', 'uid', CREATOR_ORACLE, [...seed.creators()]),
];

const SELLING = ['units_sold', 'usd_gmv'];
const RANKINGS: readonly Omit<RankingCase, 'api' | 'row'>[] = [
  { ...rankingOf('product', 'product_id'), by: 'product', figures: SELLING, sums: SELLING },
  { ...rankingOf('shop', 'seller_id'), by: 'shop', figures: SELLING, sums: SELLING },
  {
    path: '/creator/v1/rank/topEcommerce',
    history: '/creator/v1/history',
    by: 'creator',
    idField: 'uid',
    figures: ['creator_usd_gmv'],
    sums: ['usd_gmv'],
  },
];

function rankingOf(subject: string, idField: string) {
  return { path: `/${subject}/v1/rank/topSelling`, history: `/${subject}/v1/history`, idField };
}

describe('answers to requests drawn at random', () => {
  const service = testApp(() => ({ name: 'relations', indices: seededIndices() }));

  it.each(SEARCH_RELATIONS)('agree: $name', async ({ sides }) => {
    for (const draw of SEARCHES) {
      for (let request = 0; request < REQUESTS_PER_RELATION; request += 1) {
        const drawn = draw();
        const [one, other] = await sides({ ...drawn, api: service.api });
        expect([drawn.group, drawn.filter, drawn.orderby, one]).toEqual([
          drawn.group,
          drawn.filter,
          drawn.orderby,
          other,
        ]);
      }
    }
  });

  it.each(RANKING_RELATIONS)('agree: $name', async ({ sides }) => {
    for (const ranking of RANKINGS) {
      const filter = { date_info: { type: 'month', value: '2026-06' } };
      const { body } = await service.api.post<{ list: RankingCase['row'][] }>(ranking.path, { filter, pagesize: 100 });
      expect(body.data.list.length).toBeGreaterThan(ROWS_PER_RELATION);
      for (let count = 0; count < ROWS_PER_RELATION; count += 1) {
        const row = random.pick(body.data.list);
        const [one, other] = await sides({ ...ranking, api: service.api, row });
        expect([ranking.by, row[ranking.idField], one]).toEqual([ranking.by, row[ranking.idField], other]);
      }
    }
  });
});
