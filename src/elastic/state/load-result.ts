import type { IndexKind } from '../../common/index-kind.js';

/** The result of the last load of a kind, kept for metrics. Times are ISO 8601. */
export interface LoadResult {
  readonly mode: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly succeeded: boolean;
  /** Lines by outcome, such as `read`, `loaded` and `rejected`. */
  readonly lines: Readonly<Record<string, number>>;
}

export const loadResultId = (kind: IndexKind): string => `load-result:${kind}`;
