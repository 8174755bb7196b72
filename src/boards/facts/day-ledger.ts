import { hash } from 'node:crypto';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import { type Board, creatorDayDays, type Days, salesDays } from '../board.js';

/** Raise this when the computation changes: every board is stale then. */
const METHOD = 6;

/** The facts of a kind on a day. */
interface LedgerDay {
  readonly day: string;
  readonly facts: number;
  /** A digest of them that does not depend on their order. */
  readonly digest: string;
}

/** The days that have facts of a kind, ascending. */
type Ledger = readonly LedgerDay[];
export type Ledgers = Readonly<Record<'sales' | 'creatorDays', Ledger>>;

/** Counts and adds up all facts of a kind, in Elasticsearch. */
export async function readLedger(facts: PointInTime): Promise<Ledger> {
  const ledger: LedgerDay[] = [];
  for await (const { key, documents, sums } of facts.groups({ date: 'day' }, ['digest_a', 'digest_b'])) {
    const digest = `${key.date} ${documents} ${sums.digest_a} ${sums.digest_b}`;
    ledger.push({ day: key.date, facts: documents, digest });
  }
  return ledger;
}

const within = (ledger: Ledger, { from, to }: Days): Ledger => ledger.filter(({ day }) => from <= day && day <= to);

export const factsIn = (ledger: Ledger, ranges: readonly Days[]): number =>
  ranges.flatMap((days) => within(ledger, days)).reduce((sum, { facts }) => sum + facts, 0);

/** A digest of the facts that a board depends on; it is stored with the board. */
export function digestFacts(board: Board, { sales, creatorDays }: Ledgers): string {
  const digestOf = (ledger: Ledger, days: Days | undefined) =>
    days &&
    within(ledger, days)
      .map(({ digest }) => digest)
      .join(';');
  const facts = [METHOD, digestOf(sales, salesDays(board)), digestOf(creatorDays, creatorDayDays(board))];
  return hash('sha256', facts.join('|'), 'hex');
}

/** The newest day of any fact; undefined without facts. */
export const newestDay = ({ sales, creatorDays }: Ledgers): string | undefined =>
  [...sales, ...creatorDays]
    .map(({ day }) => day)
    .sort()
    .at(-1);
