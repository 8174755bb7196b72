import { table } from '../../../src/bin/terminal/table.js';
import type { Cost } from '../cost.js';
import type { Goal } from './goals.js';
import type { Group, Means } from './summary.js';

const shown = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3));
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/**
 * A row per group: nDCG@10, recall@50 and precision at 20 of sorted lists, each of ours and then of the baselines; the
 * share of queries that find nothing, by relevance and sorted, of ours alone.
 */
export function groupTable(title: string, groups: readonly Group[]): string {
  const engines = Object.keys(groups[0]?.engines ?? {});
  const [ours = '', ...baselines] = engines;
  const columns = (['ndcg', 'recall', 'sortedPrecision'] as const).flatMap((metric) =>
    engines.map((engine) => ({ engine, metric })),
  );
  const rows = groups.map(({ name, queries, engines: means }) => [
    name,
    String(queries),
    ...columns.map(({ engine, metric }) => shown(means[engine]?.[metric] ?? NaN)),
    ...emptyShares(means[ours]),
  ]);
  const headings = ['nDCG@10', 'recall@50', 'sorted P@20'].flatMap((heading) => [heading, ...baselines]);
  return table([title, 'queries', ...headings, 'empty', 'sorted empty'], rows);
}

const emptyShares = (means: Means | undefined): string[] =>
  means === undefined ? [] : [percent(means.empty), percent(means.sortedEmpty)];

export const goalTable = (goals: readonly Goal[]): string =>
  table(
    ['goal', 'wanted', 'measured', ''],
    goals.map(({ name, wanted, measured, isMet }) => [name, wanted, shown(measured), isMet ? 'met' : 'MISSED']),
  );

export const costTable = (costs: readonly Cost[]): string =>
  table(
    ['a product page, median ms', 'plain fuzzy', 'ours', 'ratio', 'ours over HTTP', 'ratio'],
    costs.map(({ name, plain, ours, ratio, http, ratioOverHttp }) => [
      ...[name, plain.toFixed(1), ours.toFixed(1), ratio.toFixed(2)],
      ...[http.toFixed(1), ratioOverHttp.toFixed(2)],
    ]),
  );
