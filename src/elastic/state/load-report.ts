import type { IndexKind } from '../../documents/index-kind.js';

/** How many lines, by what became of them. */
export type LoadLines = Readonly<Record<string, number>>;

/** How loads of one kind fare, as they say of themselves. Times are ISO 8601. */
export interface LoadReport {
  /** The load under way, or one that was broken off: then it is not heard of any more. */
  readonly active?: {
    readonly mode: string;
    readonly started_at: string;
    readonly heard_at: string;
    readonly lines: LoadLines;
  };
  /** The last one that came to its end, a good one or not. */
  readonly last?: {
    readonly mode: string;
    readonly started_at: string;
    readonly ended_at: string;
    readonly succeeded: boolean;
    readonly lines: LoadLines;
  };
}

/** Where the report on a kind is kept. */
export const loadReportId = (kind: IndexKind): string => `load:${kind}`;
