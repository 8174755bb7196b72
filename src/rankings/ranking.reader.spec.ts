import { EncodedData } from '../common/records/encoded-data.js';
import type { CompiledSearch } from '../search/compiler/types.js';
import { inScope } from '../common/request-scope.js';
import { scopeOf } from '../../test/support/request-scope.js';
import type { SearchGateway } from '../search/gateway/search-gateway.js';
import type { SearchStream } from '../search/gateway/search-stream.js';
import { PageCache } from '../search/page-cache.js';
import type { ShortRecords } from '../search/short-records.js';
import type { CategoryTrees } from '../search/state/category-trees.js';
import type { ClusterState } from '../search/state/cluster-state.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { TOP_GROWTH } from './rankings.table.js';
import type { CutReader } from './cuts/cut.reader.js';
import { BoardCatalogue } from './board-catalogue.js';
import { RankingReader } from './ranking.reader.js';

const REQUEST = {
  filter: { date_info: { type: 'day', value: '2026-06-30' } },
  orderby: [],
  page: 1,
  pagesize: 10,
} as const;

const entryOf = (board: string, date_value: string) => ({ board, date_value, complete: true });

const answer = (documents: readonly object[]) => ({
  answer: { total: documents.length, documents: () => documents },
  attempt: 0,
});

const readerOf = (gateway: SearchGateway, watch: DataVersionWatch) =>
  new RankingReader(
    gateway,
    new BoardCatalogue(gateway),
    new PageCache(watch, { pageCacheBytes: 10_000 }),
    {} as SearchStream,
    { get: () => Promise.resolve({ name: () => undefined }) } as unknown as CategoryTrees,
    {} as ShortRecords,
    { asksForCut: () => Promise.resolve(false) } as unknown as CutReader,
    watch,
  );

describe('a ranking whose board is replaced while a request is answered', () => {
  it('is of the version that the answer names', async () => {
    let number = 1;
    const look = (): Promise<ClusterState> =>
      Promise.resolve({
        text: `${number}`,
        settled: true,
        dataVersion: { epoch: 'now', number },
        behind: new Map(),
        troubles: [],
        loads: new Map(),
      });
    const watch = new DataVersionWatch(look, [], { warn: () => undefined, info: () => undefined });
    await watch.readAgain();
    const boards: unknown[] = [];
    const search = async ({ index, attempts: [{ query }] }: CompiledSearch) => {
      if (index !== 'periods') {
        boards.push((query as { bool: { filter: { term: object }[] } }).bool.filter[0]?.term);
        return answer([]);
      }
      const isBefore = JSON.stringify(query).includes('2026-06-29');
      const found = answer([entryOf(`board-${number}`, isBefore ? '2026-06-29' : '2026-06-30')]);
      if (isBefore && number === 1) {
        number = 2;
        await watch.readAgain();
      }
      return found;
    };
    const reader = readerOf({ search } as unknown as SearchGateway, watch);
    const scope = scopeOf();
    expect(await inScope(scope, () => reader.page(TOP_GROWTH, REQUEST))).toBeInstanceOf(EncodedData);
    expect([scope.snapshot?.dataVersion, boards.at(-1)]).toEqual(['now.2', { board: 'board-2' }]);
  });
});

describe('places in the period before', () => {
  it.each([
    [[], 1],
    [['uid', 'previous_rank'], 1],
    [['uid', 'rank', 'is_new'], 0],
  ])('are looked up only for pages that show them: %j', async (fields, lookups) => {
    const before = { follower_inc_count: 3, follower_inc_rate: 1, follower_count_at_period_end: 9 };
    const row = { uid: '7', follower_inc_count: 5, creator: {}, growth_rate: 1, before };
    const search = ({ index, attempts: [{ query }] }: CompiledSearch) => {
      if (index !== 'periods') return Promise.resolve(answer([row]));
      const day = JSON.stringify(query).includes('2026-06-29') ? '2026-06-29' : '2026-06-30';
      return Promise.resolve(answer([entryOf(`board-of-${day}`, day)]));
    };
    const asked: object[] = [];
    const searchRaw = (_index: string, body: { readonly query: object }) => {
      asked.push(body.query);
      return Promise.resolve({
        aggregations: { reached: { buckets: { 0: { doc_count: 4 } } }, after: { buckets: [] } },
      });
    };
    const watch = {
      withSnapshot: (work: () => unknown) => work(),
      current: () => undefined,
      lastKnown: () => undefined,
    };
    const reader = readerOf({ search, searchRaw } as unknown as SearchGateway, watch as unknown as DataVersionWatch);
    const page = await inScope(scopeOf(), () => reader.page(TOP_GROWTH, { ...REQUEST, fields }));
    const [shown] = page.decode().list;
    expect(asked).toHaveLength(lookups);
    expect(shown).toMatchObject({ uid: '7', ...(lookups === 1 ? { previous_rank: 4 } : { rank: 1, is_new: 0 }) });
    expect(JSON.stringify(asked)).toContain(lookups === 1 ? 'board-of-2026-06-29' : '[]');
  });
});
