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
      const answer = (documents: readonly object[]) => ({
        answer: { total: documents.length, documents: () => documents },
        attempt: 0,
      });
      if (index !== 'periods') {
        boards.push((query as { bool: { filter: { term: object }[] } }).bool.filter[0]?.term);
        return answer([]);
      }
      const isBefore = JSON.stringify(query).includes('2026-06-29');
      const found = answer([
        { board: `board-${number}`, date_value: isBefore ? '2026-06-29' : '2026-06-30', complete: true },
      ]);
      if (isBefore && number === 1) {
        number = 2;
        await watch.readAgain();
      }
      return found;
    };
    const gateway = { search } as unknown as SearchGateway;
    const reader = new RankingReader(
      gateway,
      new BoardCatalogue(gateway),
      new PageCache(watch, { pageCacheBytes: 10_000 }),
      {} as SearchStream,
      { get: () => Promise.resolve({}) } as unknown as CategoryTrees,
      {} as ShortRecords,
      { asksForCut: () => Promise.resolve(false) } as unknown as CutReader,
      watch,
    );
    const scope = scopeOf();
    const filter = { date_info: { type: 'day', value: '2026-06-30' } } as const;
    const request = { filter, orderby: [], page: 1, pagesize: 10 };
    expect(await inScope(scope, () => reader.page(TOP_GROWTH, request))).toBeInstanceOf(EncodedData);
    expect([scope.snapshot?.dataVersion, boards.at(-1)]).toEqual(['now.2', { board: 'board-2' }]);
  });
});
