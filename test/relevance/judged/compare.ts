import { Random } from '../../../src/seed/random.js';
import { mean, ndcg, recall } from '../metrics.js';
import type { JudgedSet } from './judged-set.js';

export const HITS = 100;
const RANKED_PLACES = 10;
/** Grades that are worth finding at all. */
const GOOD = 2;
const RESAMPLES = 5000;
const CONFIDENCE = 0.95;

/** What a query got: nDCG@10, recall of grades 2 and 3 among 100 hits (undefined when none is so good), nothing found. */
export interface Judged {
  readonly ndcg: number;
  readonly recall: number | undefined;
  readonly isEmpty: boolean;
}

/** The lower and the upper bound between which the mean lies. */
export type Interval = readonly [lower: number, upper: number];

/** How well the found ids answer a query of the set. */
export function judge({ grades }: JudgedSet, qid: string, found: readonly string[]): Judged {
  const judged = grades.get(qid) ?? new Map<string, number>();
  const ranked = found.map((id) => judged.get(id) ?? 0);
  const good = (all: readonly number[]): number[] => all.map((grade) => (grade >= GOOD ? grade : 0));
  const goods = good([...judged.values()]);
  return {
    ndcg: ndcg(ranked, [...judged.values()], RANKED_PLACES),
    recall: goods.some((grade) => grade > 0) ? recall(good(ranked), goods, HITS) : undefined,
    isEmpty: found.length === 0,
  };
}

/** The 95 % confidence interval of the mean, from resampling the values; for paired figures, of their differences. */
export function confidence(values: readonly number[]): Interval {
  const random = new Random('resampling', 0);
  const draw = (): number => values[random.whole(0, values.length - 1)] ?? 0;
  const means = Array.from({ length: RESAMPLES }, () => mean(values.map(draw))).sort((one, other) => one - other);
  const at = (share: number): number => means[Math.round(share * (RESAMPLES - 1))] ?? NaN;
  return [at((1 - CONFIDENCE) / 2), at((1 + CONFIDENCE) / 2)];
}
