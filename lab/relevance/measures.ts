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
