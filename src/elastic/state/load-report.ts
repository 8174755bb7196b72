import type { Client } from '@elastic/elasticsearch';
import type { IndexKind } from '../../documents/index-kind.js';
import { INDEX_KINDS } from '../../documents/index-kind.js';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

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

/** The reports there are, by kind. */
export async function readLoadReports(
  client: Client,
  names: IndexNames,
  timeoutMs: number,
): Promise<ReadonlyMap<IndexKind, LoadReport>> {
  const found = await new StateStore(client, names).getAll<LoadReport>(INDEX_KINDS.map(loadReportId), { timeoutMs });
  return new Map(
    INDEX_KINDS.flatMap((kind) => {
      const report = found.get(loadReportId(kind));
      return report === undefined ? [] : [[kind, report.value] as const];
    }),
  );
}
