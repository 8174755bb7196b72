import { hash } from 'node:crypto';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import { type Board, creatorDayDays, type Days, salesDays } from '../board.js';

/** Raise this when the computation changes: every board is stale then. */
const METHOD = 6;

interface LedgerDay {
  readonly day: string;
  readonly facts: number;
  /** A digest of facts that does not depend on their order. */
  readonly digest: string;
}

/** A digest of the facts of a kind on each day. */
export class DayLedger {
  private constructor(private readonly entries: readonly LedgerDay[]) {}

  /** Counts and adds up all facts of a kind, in Elasticsearch. */
  static async read(facts: PointInTime): Promise<DayLedger> {
    const entries: LedgerDay[] = [];
    for await (const { key, documents, sums } of facts.groups({ date: 'day' }, ['digest_a', 'digest_b'])) {
      const digest = `${key.date} ${documents} ${sums.digest_a} ${sums.digest_b}`;
      entries.push({ day: key.date, facts: documents, digest });
    }
    return new DayLedger(entries);
  }

  /** Days that have facts, ascending. */
  get days(): readonly string[] {
    return this.entries.map(({ day }) => day);
  }

  factsIn(days: Days): number {
    return this.within(days).reduce((sum, { facts }) => sum + facts, 0);
  }

  digestOf(days: Days): string {
    return this.within(days)
      .map(({ digest }) => digest)
      .join(';');
  }

  private within({ from, to }: Days): readonly LedgerDay[] {
    return this.entries.filter(({ day }) => from <= day && day <= to);
  }
}

/** A digest of the facts that boards are computed from. */
export interface Ledgers {
  readonly sales: DayLedger;
  readonly creatorDays: DayLedger;
}

/** A digest of the facts that a board depends on; it is stored with the board. */
export function digestFacts(board: Board, { sales, creatorDays }: Ledgers): string {
  const [days, creatorsDays] = [salesDays(board), creatorDayDays(board)];
  const facts = [METHOD, days && sales.digestOf(days), creatorsDays && creatorDays.digestOf(creatorsDays)];
  return hash('sha256', facts.join('|'), 'hex');
}

/** The newest day of any fact; undefined without facts. */
export function newestDay({ sales, creatorDays }: Ledgers): string | undefined {
  return [...sales.days, ...creatorDays.days].sort().at(-1);
}
