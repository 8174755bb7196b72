/** A scale of figures in steps; each begins at a bound. */
export interface Steps {
  readonly bounds: readonly number[];
  /** The last figure of a step that ends below a bound; that of whole figures unless set. */
  readonly lastBelow?: (bound: number) => number;
}

/** Begins the step of all figures below the next bound: the step has no first figure. */
const NO_FIRST = -(2 ** 31);

/** Steps of followers, of lengths in seconds, and of ages in days, which are negative before the listing. */
export const FOLLOWER_STEPS: Steps = { bounds: [0, 1000, 10_000, 100_000, 1_000_000] };
export const DURATION_STEPS: Steps = { bounds: [0, 15, 30, 60, 180, 600] };
export const AGE_STEPS: Steps = { bounds: [NO_FIRST, 0, 3, 7, 30, 90, 180, 365] };

/** The bound at which the step of a figure begins; undefined without a figure. */
export const stepOf = ({ bounds }: Steps, figure: number | null | undefined): number | undefined =>
  figure === null || figure === undefined ? undefined : bounds.findLast((bound) => bound <= figure);

/** The first and the last figure of the step that begins at a bound; null without one. */
export function stepFrom({ bounds, lastBelow = (next) => next - 1 }: Steps, bound: number) {
  const next = bounds[bounds.indexOf(bound) + 1];
  return { min: bound === NO_FIRST ? null : bound, max: next === undefined ? null : lastBelow(next) };
}
