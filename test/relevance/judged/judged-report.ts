import { table } from '../../../src/bin/terminal/table.js';
import { mean } from '../metrics.js';
import type { Interval, Judged } from './compare.js';
import { confidence } from './compare.js';

/** The outcomes of the queries of one kind by engine, the service first; each list in the order of the queries. */
export type Outcomes = Readonly<Record<string, readonly Judged[]>>;

const shown = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3));
const between = ([lower, upper]: Interval): string => `${shown(lower)} to ${shown(upper)}`;
const signed = (value: number): string => (value < 0 ? '' : '+') + shown(value);

/** A row per engine: means with their confidence intervals, and what the service is better by on the same queries. */
export function judgedTable(title: string, outcomes: Outcomes): string {
  const [[service = '', ours = []] = []] = Object.entries(outcomes);
  const rows = Object.entries(outcomes).map(([name, judged]) => {
    const ndcgs = judged.map(({ ndcg }) => ndcg);
    const gains = ours.map(({ ndcg }, index) => ndcg - (ndcgs[index] ?? 0));
    return [
      name,
      shown(mean(ndcgs)),
      between(confidence(ndcgs)),
      ...(name === service ? ['', ''] : [signed(mean(gains)), between(confidence(gains))]),
      shown(mean(judged.flatMap(({ recall }) => recall ?? []))),
      `${((100 * judged.filter(({ isEmpty }) => isEmpty).length) / judged.length).toFixed(1)} %`,
    ];
  });
  const headings = ['nDCG@10', '95 %', `${service} better by`, '95 %', 'recall@100', 'empty'];
  return table([`${title}, ${ours.length} queries`, ...headings], rows);
}
