import type { Facts, Operation } from './corpus/facts.js';
import type { Engine } from './engines/engine.js';
import { judge } from './judging/judge.js';
import type { Want } from './judging/judge.js';
import { ndcg, precision, recall } from './metrics.js';
import type { JudgedQuery } from './queries/queries.js';

export const RANKED_PLACES = 10;
export const RECALL_PLACES = 50;
export const SORTED_PLACES = 20;

/** What a query got from an engine, each from 0 to 1. */
export interface Outcome {
  readonly ndcg: number;
  readonly recall: number;
  readonly sortedPrecision: number;
  /** Nothing was found, by relevance or sorted. */
  readonly isEmpty: boolean;
  readonly isSortedEmpty: boolean;
  /** Grade of the first record; 0 when there is none. */
  readonly first: number;
}

/** A query with its outcome by the engine's name. */
export interface Evaluated {
  readonly query: JudgedQuery;
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

/** The grades of an operation's records for queries: any record that is not named has nothing to do with the query. */
export class Judgements {
  private readonly byOperation = new Map<Operation, Facts[]>();
  private readonly known = new Map<Want, Map<string, number>>();

  constructor(facts: readonly Facts[]) {
    for (const one of facts) {
      const others = this.byOperation.get(one.operation) ?? [];
      others.push(one);
      this.byOperation.set(one.operation, others);
    }
  }

  /** Grades by record ID, those of 0 left out. */
  of({ operation, want }: JudgedQuery): ReadonlyMap<string, number> {
    const known = this.known.get(want);
    if (known !== undefined) return known;
    const grades = new Map<string, number>();
    this.known.set(want, grades);
    for (const facts of this.byOperation.get(operation) ?? []) {
      const grade = judge(want, facts);
      if (grade > 0) grades.set(facts.id, grade);
    }
    return grades;
  }
}

/** Asks every engine every query, by relevance and sorted, and measures what comes. */
export async function evaluate(
  engines: readonly Engine[],
  queries: readonly JudgedQuery[],
  judgements: Judgements,
): Promise<Evaluated[]> {
  const judged = queries.map((query) => judgements.of(query));
  const outcomes = queries.map((): Record<string, Outcome> => ({}));
  for (const engine of engines) {
    const ranked = await engine.search(queries, 'relevance', RECALL_PLACES);
    const sorted = await engine.search(queries, 'figure', SORTED_PLACES);
    queries.forEach((_, index) => {
      const grades = judged[index] ?? new Map<string, number>();
      const gradesOf = (ids: readonly string[] = []): number[] => ids.map((id) => grades.get(id) ?? 0);
      (outcomes[index] ?? {})[engine.name] = measure(gradesOf(ranked[index]), gradesOf(sorted[index]), [
        ...grades.values(),
      ]);
    });
  }
  return queries.map((query, index) => ({ query, outcomes: outcomes[index] ?? {} }));
}

const measure = (ranked: readonly number[], sorted: readonly number[], judged: readonly number[]): Outcome => ({
  ndcg: ndcg(ranked, judged, RANKED_PLACES),
  recall: recall(ranked, judged, RECALL_PLACES),
  sortedPrecision: precision(sorted, SORTED_PLACES),
  isEmpty: ranked.length === 0,
  isSortedEmpty: sorted.length === 0,
  first: ranked[0] ?? 0,
});
