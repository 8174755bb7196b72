import { table } from '../../../src/bin/terminal/table.js';
import type { Evaluated, Outcome } from '../evaluation.js';
import type { Goal } from './goals.js';
import type { Group } from './summary.js';
import { summarize } from './summary.js';

const MOST_MOVED = 15;

/** A run as it is kept to be compared with: `npm run relevance -- --json`. */
export interface Report {
  readonly kinds: readonly Group[];
  readonly languages: readonly Group[];
  readonly operations: readonly Group[];
  readonly goals: readonly Goal[];
  /** Outcomes of the service by the query's ID. */
  readonly queries: Readonly<Record<string, Outcome>>;
}

export function toReport(evaluated: readonly Evaluated[], goals: readonly Goal[]): Report {
  return {
    kinds: summarize(evaluated, ({ query }) => query.kind),
    languages: summarize(evaluated, ({ query }) => query.language),
    operations: summarize(evaluated, ({ query }) => query.operation),
    goals,
    queries: Object.fromEntries(
      evaluated.flatMap(({ query, outcomes }) => (outcomes.ours === undefined ? [] : [[query.id, outcomes.ours]])),
    ),
  };
}

/** What changed of ours since an earlier run: by kind and language, and the queries whose nDCG moved most. */
export function comparisonTables(before: Report, after: Report): string {
  const columns = ['ndcg', 'recall', 'sortedPrecision', 'empty'] as const;
  const rows = (['kinds', 'languages', 'operations'] as const).flatMap((part) =>
    after[part].map(({ name, engines }) => {
      const earlier = before[part].find((group) => group.name === name)?.engines.ours;
      return [name, ...columns.map((column) => change(earlier?.[column], engines.ours?.[column]))];
    }),
  );
  const moved = Object.entries(after.queries)
    .map(([id, { ndcg }]) => ({ id, from: before.queries[id]?.ndcg ?? NaN, to: ndcg }))
    .filter(({ from, to }) => Math.abs(to - from) > 0.005)
    .sort((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from));
  const header = ['since the earlier run', 'nDCG@10', 'recall@50', 'sorted P@20', 'empty'];
  return [
    table(header, rows),
    table(
      [`${moved.length} queries moved, most of all`, 'nDCG@10'],
      moved.slice(0, MOST_MOVED).map(({ id, from, to }) => [id, change(from, to)]),
    ),
  ].join('\n\n');
}

function change(before = NaN, after = NaN): string {
  const by = after - before;
  return `${after.toFixed(3)} (${by < 0 ? '' : '+'}${by.toFixed(3)})`;
}
