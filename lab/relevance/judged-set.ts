import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** The grades of a ranked list, best place first. */
export type Grades = readonly number[];

/** Normalised discounted cumulative gain of the first `depth` places; gain 2^grade - 1, discount log2(place + 1). */
export function ndcg(ranked: Grades, judged: Grades, depth: number): number {
  const ideal = dcg(judged.toSorted((a, b) => b - a).slice(0, depth));
  return ideal === 0 ? 0 : dcg(ranked.slice(0, depth)) / ideal;
}

const dcg = (grades: Grades): number =>
  grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** The share of the records of at least grade `from` that were found, of as many as there is room for; NaN without any. */
export function recall(ranked: Grades, judged: Grades, depth: number, from: number): number {
  const count = (grades: Grades): number => grades.filter((grade) => grade >= from).length;
  return count(ranked.slice(0, depth)) / Math.min(depth, count(judged));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half the width of the interval that holds the mean of such values with 95 % confidence. */
export function margin(values: readonly number[]): number {
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2)) * (values.length / (values.length - 1));
  return 1.96 * Math.sqrt(variance / values.length);
}

/** Products, queries and the grades (0 to 3) that people gave to products for queries. */
export interface JudgedSet {
  readonly products: readonly { readonly id: string; readonly title: string }[];
  /** Queries by their ids: those that have a product worth finding, and a misspelt form where the set has any. */
  readonly clean: ReadonlyMap<string, string>;
  /** The same ids with one word misspelt; empty when the set has no such file. */
  readonly misspelt: ReadonlyMap<string, string>;
  /** Grades by product, by the id of the query. */
  readonly grades: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/**
 * Reads a folder: `products.ndjson.gz` (id, title), `queries.tsv` (qid, query), `typo_queries.tsv` (the same columns; may
 * be missing) and `qrels.tsv` (qid, docid, grade), the tables with a line of headings.
 */
export function readJudgedSet(folder: string): JudgedSet {
  const lines = gunzipSync(readFileSync(join(folder, 'products.ndjson.gz'))).toString('utf8');
  const tableIn = (file: string): Record<string, string>[] =>
    parse(readFileSync(join(folder, file)), { columns: true, delimiter: '\t', quote: false });
  const grades = new Map<string, Map<string, number>>();
  for (const { qid = '', docid = '', grade } of tableIn('qrels.tsv')) {
    grades.set(qid, (grades.get(qid) ?? new Map<string, number>()).set(docid, Number(grade)));
  }
  const queriesIn = (file: string): Map<string, string> =>
    new Map(tableIn(file).map(({ qid = '', query = '' }) => [qid, query]));
  const all = queriesIn('queries.tsv');
  const misspelt = existsSync(join(folder, 'typo_queries.tsv'))
    ? queriesIn('typo_queries.tsv')
    : new Map<string, string>();
  const asked = [...all].filter(([qid]) => {
    const isWorthFinding = [...(grades.get(qid)?.values() ?? [])].some((grade) => grade > 0);
    return isWorthFinding && (misspelt.size === 0 || misspelt.has(qid));
  });
  const clean = new Map(asked);
  return {
    products: lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JudgedSet['products'][number]),
    clean,
    misspelt: new Map([...misspelt].filter(([qid]) => clean.has(qid))),
    grades,
  };
}
