import { BOARD_KINDS, type PeriodDocument, ROW_KINDS, type RowKind, waitingBoard } from '../board.document.js';
import { firstDay, lastDay, PERIOD_TYPES, periodOf, type PeriodType } from '../../common/period/period.js';
import { type Board, boardBefore, boardKey, boardOf, creatorsBoard, type Days } from '../board.js';
import type { BuildTarget } from '../build-target.js';
import { type Catalogue, readCatalogue } from '../catalogue.js';
import { digestFacts, type Ledgers, readLedger } from '../facts/day-ledger.js';
import type { FactSources } from '../facts/fact-sources.js';
import { readSubjects, type Subjects } from '../subjects.js';
import { boardsOfChangedSubjects } from './changed-subjects.js';

/** The boards that a build checks: those of these types whose period has one of these days. */
export interface BuildScope {
  readonly types: readonly PeriodType[];
  readonly days: Partial<Days>;
}

export interface Work {
  /** Boards that are missing or out of date. */
  readonly stale: readonly Board[];
  /** Keys of those whose own figures are stale; the others are compared with the period before again. */
  readonly renewed: ReadonlySet<string>;
  /** Entries of boards that have no facts any more. */
  readonly obsolete: readonly PeriodDocument[];
  /** Number of boards in the scope that are up to date. */
  readonly upToDate: number;
}

/** Reads the days of the facts, the catalogue, creators and products, and finds the work of a build in the scope. */
export async function surveyBoards(target: BuildTarget, scope: BuildScope, sources: FactSources) {
  const ledgers = { sales: await readLedger(sources.sales), creatorDays: await readLedger(sources.creatorDays) };
  const catalogue = await readCatalogue(target);
  const subjects = await readSubjects(sources);
  return { ledgers, catalogue, subjects, work: await findWork(target, scope, catalogue, ledgers, subjects) };
}

/** Finds stale boards: by the facts, by creators and products, by missing rows, and by the boards that they are compared with. */
async function findWork(
  target: BuildTarget,
  scope: BuildScope,
  catalogue: Catalogue,
  ledgers: Ledgers,
  subjects: Subjects,
): Promise<Work> {
  const wanted = boardsWithFacts(ledgers).filter((board) => isInScope(board, scope));
  const wantedKeys = new Set(wanted.map(boardKey));
  const changed = new Set<string>();
  for (const kind of ROW_KINDS) {
    for (const board of await boardsOfChangedSubjects(target, kind, subjects)) changed.add(board);
  }
  const rows = await countAllRows(target);
  const renewed = new Set<string>();
  const isCurrent = (board: Board): boolean => {
    const entry = catalogue.get(boardKey(board));
    if (entry === undefined || entry.facts !== digestFacts(board, ledgers)) return false;
    const waiting = waitingBoard(entry.board);
    if (changed.has(entry.board) || changed.has(waiting)) return false;
    const source = creatorsBoard(board);
    if (source !== undefined && renewed.has(boardKey(source))) return false;
    if (entry.creators_from !== ownOf(source, catalogue)) return false;
    return entry.rows === (rows.get(entry.board) ?? 0) + (rows.get(waiting) ?? 0);
  };
  for (const board of wanted) if (!isCurrent(board)) renewed.add(boardKey(board));
  const obsolete = [...catalogue.values()].filter((entry) => {
    const board = boardOf(entry);
    return isInScope(board, scope) && !wantedKeys.has(boardKey(board));
  });
  const kept = new Map(catalogue);
  for (const entry of obsolete) kept.delete(boardKey(boardOf(entry)));
  const stale = wanted.filter((board) => {
    const key = boardKey(board);
    const before = boardBefore(board);
    const isBeforeRenewed = before !== undefined && renewed.has(boardKey(before));
    return renewed.has(key) || isBeforeRenewed || catalogue.get(key)?.before !== ownOf(before, kept);
  });
  return { stale, renewed, obsolete, upToDate: wanted.length - stale.length };
}

/** The build with the own figures of a board; null without the board. */
export const ownOf = (board: Board | undefined, catalogue: Catalogue): string | null =>
  (board && catalogue.get(boardKey(board))?.own) ?? null;

export async function countAllRows(target: BuildTarget): Promise<ReadonlyMap<string, number>> {
  const counts = await Promise.all(ROW_KINDS.map((kind) => countRows(target, kind)));
  return new Map(counts.flatMap((some) => [...some]));
}

export async function countRows(target: BuildTarget, kind: RowKind): Promise<ReadonlyMap<string, number>> {
  return target.atPointInTime(kind, async (rows) => {
    const counts = new Map<string, number>();
    for await (const { key, documents } of rows.groups({ board: 'keyword' })) counts.set(key.board, documents);
    return counts;
  });
}

/** Those of creators first: the boards that share their state follow. */
function boardsWithFacts({ sales, creatorDays }: Ledgers): Board[] {
  const boards = BOARD_KINDS.flatMap((ranking) =>
    (ranking === 'topGrowth' ? creatorDays : sales).flatMap(({ day }) =>
      PERIOD_TYPES.map((type): Board => ({ ranking, period: periodOf(type, day) })),
    ),
  );
  return [...new Map(boards.map((board) => [boardKey(board), board])).values()];
}

function isInScope({ period }: Board, { types, days: { from, to } }: BuildScope): boolean {
  if (!types.includes(period.type)) return false;
  return (to === undefined || firstDay(period) <= to) && (from === undefined || from <= lastDay(period));
}
