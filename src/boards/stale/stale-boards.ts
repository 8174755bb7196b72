import type { PeriodDocument } from '../../documents/board.document.js';
import { waitingBoard } from '../../documents/board.document.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { PeriodType } from '../../period/period.js';
import { firstDay, lastDay, PERIOD_TYPES, periodOf } from '../../period/period.js';
import type { Board, Days } from '../board.js';
import { boardKey, boardOf } from '../board.js';
import type { BuildTarget } from '../build-target.js';
import type { Catalogue } from '../catalogue.js';
import { readCatalogue } from '../catalogue.js';
import type { Ledgers } from '../facts/day-ledger.js';
import { DayLedger, digestFacts } from '../facts/day-ledger.js';
import type { FactSources } from '../facts/join-facts.js';
import { boardsOfChangedCreators } from './stale-creators.js';

/** Which boards a build looks at: those of the types that have a day in common with the days. */
export interface BuildScope {
  readonly types: readonly PeriodType[];
  readonly days: Partial<Days>;
}

/** What a build has to do. */
export interface Work {
  /** Boards that are missing or out of date. */
  readonly stale: readonly Board[];
  /** Entries of boards that have no facts any more. */
  readonly obsolete: readonly PeriodDocument[];
  /** Number of boards in the scope that are up to date. */
  readonly upToDate: number;
}

/** What there is to build on, and what of it is stale. */
export interface Survey {
  readonly ledgers: Ledgers;
  readonly catalogue: Catalogue;
  readonly work: Work;
}

/** Reads the facts' days and the catalogue, and finds what a build in the scope has to do. */
export async function surveyBoards(target: BuildTarget, scope: BuildScope, sources: FactSources): Promise<Survey> {
  const ledgers = {
    sales: await DayLedger.read(sources.sales),
    creatorDays: await DayLedger.read(sources.creatorDays),
  };
  const catalogue = await readCatalogue(target);
  return { ledgers, catalogue, work: await findWork(target, scope, catalogue, ledgers, sources.creators) };
}

/** Finds stale boards: by the facts, by the creators, and by missing rows. */
export async function findWork(
  target: BuildTarget,
  scope: BuildScope,
  catalogue: Catalogue,
  ledgers: Ledgers,
  creators: PointInTime,
): Promise<Work> {
  const wanted = boardsWithFacts(ledgers).filter((board) => isInScope(board, scope));
  const wantedKeys = new Set(wanted.map(boardKey));
  const changed = new Set([
    ...(await boardsOfChangedCreators(target, 'top-ecommerce-boards', creators)),
    ...(await boardsOfChangedCreators(target, 'top-growth-boards', creators)),
  ]);
  const rows = new Map([
    ...(await countRows(target, 'top-ecommerce-boards')),
    ...(await countRows(target, 'top-growth-boards')),
  ]);
  const isCurrent = (board: Board): boolean => {
    const entry = catalogue.get(boardKey(board));
    if (entry === undefined || entry.facts !== digestFacts(board, ledgers)) return false;
    const waiting = waitingBoard(entry.board);
    if (changed.has(entry.board) || changed.has(waiting)) return false;
    return entry.rows === (rows.get(entry.board) ?? 0) + (rows.get(waiting) ?? 0);
  };
  const stale = wanted.filter((board) => !isCurrent(board));
  const obsolete = [...catalogue.values()].filter((entry) => {
    const board = boardOf(entry);
    return isInScope(board, scope) && !wantedKeys.has(boardKey(board));
  });
  return { stale, obsolete, upToDate: wanted.length - stale.length };
}

/** How many rows each build of a board has. */
export async function countRows(
  target: BuildTarget,
  kind: 'top-ecommerce-boards' | 'top-growth-boards',
): Promise<ReadonlyMap<string, number>> {
  return target.atPointInTime(kind, async (rows) => {
    const counts = new Map<string, number>();
    for await (const { key, documents } of rows.groups({ board: 'keyword' })) counts.set(key.board, documents);
    return counts;
  });
}

function boardsWithFacts({ sales, creatorDays }: Ledgers): Board[] {
  return [...boardsOf('topEcommerce', sales), ...boardsOf('topGrowth', creatorDays)];
}

function boardsOf(ranking: Board['ranking'], ledger: DayLedger): Board[] {
  const boards = new Map<string, Board>();
  for (const day of ledger.days) {
    for (const type of PERIOD_TYPES) {
      const board = { ranking, period: periodOf(type, day) };
      boards.set(boardKey(board), board);
    }
  }
  return [...boards.values()];
}

function isInScope({ period }: Board, { types, days: { from, to } }: BuildScope): boolean {
  if (!types.includes(period.type)) return false;
  return (to === undefined || firstDay(period) <= to) && (from === undefined || from <= lastDay(period));
}
