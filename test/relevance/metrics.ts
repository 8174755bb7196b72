/** The grades of a ranked list, best place first. */
export type Grades = readonly number[];

/** Normalised discounted cumulative gain of the first `depth` places; gain 2^grade - 1, discount log2(place + 1). */
export function ndcg(ranked: Grades, judged: Grades, depth: number): number {
  const ideal = dcg(judged.toSorted((a, b) => b - a).slice(0, depth));
  return ideal === 0 ? 0 : dcg(ranked.slice(0, depth)) / ideal;
}

const dcg = (grades: Grades): number =>
  grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** The share of the judged records that stand in the first `depth` places, of as many as there is room for. */
export function recall(ranked: Grades, judged: Grades, depth: number): number {
  const possible = Math.min(depth, countJudged(judged));
  return possible === 0 ? 0 : countJudged(ranked.slice(0, depth)) / possible;
}

/** The share of the first `depth` places, or of all when there are fewer, that hold a judged record; 0 for an empty list. */
export function precision(ranked: Grades, depth: number): number {
  const places = ranked.slice(0, depth);
  return places.length === 0 ? 0 : countJudged(places) / places.length;
}

const countJudged = (grades: Grades): number => grades.filter((grade) => grade > 0).length;

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle value; of an even number of them the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const middle = sorted.length % 2 === 1 ? [upper] : [upper - 1, upper];
  return mean(middle.map((index) => sorted[index] ?? NaN));
}
