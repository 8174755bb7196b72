import type { Evaluated } from '../evaluation.js';
import { mean } from '../metrics.js';
import type { Kind } from '../queries/kinds.js';
import { summarize } from './summary.js';

/** A goal of the service's keyword search with what was measured. */
export interface Goal {
  readonly name: string;
  readonly wanted: string;
  readonly measured: number;
  readonly isMet: boolean;
}

const OURS = 'ours';
/** Spellings that reach this share of the nDCG of the plain query they stand for. */
const SHARE_OF_PLAIN = {
  typo: 0.95,
  'compound-slip': 0.95,
  'no-marks': 0.9,
  'spelt-out': 0.9,
  kana: 0.9,
  'half-width': 0.9,
  'long-mark': 0.9,
  han: 0.9,
  'middle-word': 0.9,
  'dropped-character': 0.75,
  'dropped-mark': 0.75,
} as const satisfies Partial<Record<Kind, number>>;
const MOST_EMPTY = 0.01;
const LEAST_SORTED_PRECISION = 0.9;
/** Lets a mean of equal figures that were added up in another order pass. */
const ROUNDING = 1e-9;

const MOST_COST = 1.6;

/** They hold words that no record, or not every judged one, holds: sorted by a figure, every word must match. */
const WITH_OTHER_WORDS: readonly Kind[] = ['long', 'emoji'];

/** The goal for what a keyword page costs beside the plain fuzzy query over one field. */
export const checkCost = (ratio: number): Goal => atMost('cost of a keyword page', ratio, MOST_COST);

/** The goals, each with what the queries show. */
export function checkGoals(evaluated: readonly Evaluated[]): Goal[] {
  return [...againstBaselines(evaluated), ...againstPlain(evaluated), ...overall(evaluated)];
}

function againstBaselines(evaluated: readonly Evaluated[]): Goal[] {
  return summarize(evaluated, ({ query }) => query.kind).map(({ name, engines }) => {
    const { [OURS]: ours, ...baselines } = engines;
    const best = Math.max(...Object.values(baselines).map(({ ndcg }) => ndcg));
    return atLeast(`${name}: nDCG@10, the best baseline's or more`, ours?.ndcg ?? NaN, best);
  });
}

function againstPlain(evaluated: readonly Evaluated[]): Goal[] {
  const byQuery = new Map(evaluated.map((one) => [one.query.id, one]));
  return Object.entries(SHARE_OF_PLAIN).flatMap(([kind, share]) => {
    const pairs = evaluated.flatMap((one) => {
      const plain = one.query.plain === undefined ? undefined : byQuery.get(one.query.plain.id);
      return one.query.kind === kind && plain !== undefined ? [[ndcgOf(one), ndcgOf(plain)] as const] : [];
    });
    if (pairs.length === 0) return [];
    const reached = mean(pairs.map(([own]) => own)) / mean(pairs.map(([, plain]) => plain));
    return [atLeast(`${kind}: share of the plain queries' nDCG@10`, reached, share)];
  });
}

function overall(evaluated: readonly Evaluated[]): Goal[] {
  const ours = evaluated.flatMap(({ outcomes }) => outcomes[OURS] ?? []);
  const sorted = evaluated.flatMap(({ query, outcomes }) =>
    WITH_OTHER_WORDS.includes(query.kind) ? [] : (outcomes[OURS] ?? []),
  );
  const handles = evaluated.filter(({ query }) => query.kind === 'handle' || query.kind === 'at-handle');
  return [
    atMost('queries that find nothing', mean(ours.map(({ isEmpty }) => Number(isEmpty))), MOST_EMPTY),
    atMost(
      'sorted queries that find nothing',
      mean(sorted.map(({ isSortedEmpty }) => Number(isSortedEmpty))),
      MOST_EMPTY,
    ),
    atLeast('precision of sorted lists at 20', mean(sorted.map((one) => one.sortedPrecision)), LEAST_SORTED_PRECISION),
    atLeast('exact handles that are first', mean(handles.map((one) => Number(one.outcomes[OURS]?.first === 3))), 1),
  ];
}

const ndcgOf = ({ outcomes }: Evaluated): number => outcomes[OURS]?.ndcg ?? NaN;

const atLeast = (name: string, measured: number, bound: number): Goal => ({
  name,
  wanted: `>= ${bound.toFixed(3)}`,
  measured,
  isMet: measured >= bound - ROUNDING,
});

const atMost = (name: string, measured: number, bound: number): Goal => ({
  name,
  wanted: `<= ${bound.toFixed(3)}`,
  measured,
  isMet: measured <= bound + ROUNDING,
});
