import type { Evaluated } from '../evaluation.js';
import { mean } from '../metrics.js';

/** Means over a group of queries for one engine; shares are from 0 to 1. */
export interface Means {
  readonly ndcg: number;
  readonly recall: number;
  readonly sortedPrecision: number;
  readonly empty: number;
  readonly sortedEmpty: number;
}

export interface Group {
  readonly name: string;
  readonly queries: number;
  readonly engines: Readonly<Record<string, Means>>;
}

/** The means of every engine over the queries of each group, in the order in which the groups are met. */
export function summarize(evaluated: readonly Evaluated[], groupOf: (one: Evaluated) => string): Group[] {
  const groups = new Map<string, Evaluated[]>();
  for (const one of evaluated) {
    const name = groupOf(one);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups].map(([name, members]) => ({
    name,
    queries: members.length,
    engines: Object.fromEntries(
      Object.keys(members[0]?.outcomes ?? {}).map((engine) => [engine, meansOf(members, engine)]),
    ),
  }));
}

function meansOf(members: readonly Evaluated[], engine: string): Means {
  const outcomes = members.flatMap(({ outcomes: of }) => of[engine] ?? []);
  return {
    ndcg: mean(outcomes.map(({ ndcg }) => ndcg)),
    recall: mean(outcomes.map(({ recall }) => recall)),
    sortedPrecision: mean(outcomes.map(({ sortedPrecision }) => sortedPrecision)),
    empty: mean(outcomes.map(({ isEmpty }) => Number(isEmpty))),
    sortedEmpty: mean(outcomes.map(({ isSortedEmpty }) => Number(isSortedEmpty))),
  };
}
