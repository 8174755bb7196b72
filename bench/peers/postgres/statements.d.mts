/** What the benchmark's PostgreSQL is asked, for the test of it. */
export interface Statement {
  text: string;
  values: unknown[];
}
export function searchStatement(operation: string, request: object, tsquery?: string): Statement;
export function rankingStatement(ranking: string, request: object): Statement;
export function readingsStatement(operation: string, words: readonly string[], hasOrderby: boolean): Statement;
