// Makes lists of rows at the same time, next to caches that are full: `node make-lists.mjs <rows> <lists>`.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inScope } from '../../dist/common/request-scope.js';
import { RowBudget } from '../../dist/figures/row-budget.js';
import { BOUNDS } from '../../dist/figures/ranked-list.js';
import { RankingLists } from '../../dist/figures/ranked-lists.js';
import { compileRanking } from '../../dist/rankings/rankings.query.js';
import { PRODUCT_TOP_SELLING } from '../../dist/rankings/rankings.requests.js';

const MIB = 2 ** 20;
const PORTION = 65_000;
const CACHES = { pageCacheBytes: 64 * MIB, listsBytes: 128 * MIB };
const [rows, count] = process.argv.slice(2).map(Number);

const inCaches = Array.from({ length: (CACHES.pageCacheBytes + CACHES.listsBytes) / 65_536 }, (_, at) =>
  new Array(8192).fill(at),
);
const groups = {
  estimate: () => Promise.resolve(rows),
  async each(_grouped, most, take) {
    for (let at = 0; at < Math.min(rows, most + 1); at += 1) {
      take(String(1_729_000_000_000_000_000n + BigInt(at) * 7919n), 1, { units: 1, usd_gmv: (at * 7919) % 1e9 });
      if (at % PORTION === 0) await nextTurn();
    }
    return rows <= most;
  },
};
const days = {
  // More facts than the heap holds, so that rows are estimated.
  completeness: () =>
    Promise.resolve({ complete: true, previous_complete: true, hasBefore: true, factsIn: () => Infinity }),
};
const conversion = { read: () => Promise.resolve(() => ({})) };
const keepsNone = { remember: (_key, make) => make() };
const config = { rankingMaxRows: 1_000_000 };
const budget = new RowBudget(CACHES);
const lists = new RankingLists(config, groups, days, {}, keepsNone, { bounds: BOUNDS }, budget, conversion);
const request = {
  filter: { date_info: { type: 'day', value: '2026-06-30' } },
  orderby: [{ field: 'average_usd_price', order: 'desc' }],
};
const query = compileRanking(PRODUCT_TOP_SELLING, request, 0);
const make = () =>
  lists.find(query).then(
    ({ total }) => total,
    ({ rules }) => rules[0].rule,
  );
const { signal } = new AbortController();
const made = await Promise.all(Array.from({ length: count }, () => inScope({ signal }, make)));
console.log(JSON.stringify({ made, kept: inCaches.length }));
