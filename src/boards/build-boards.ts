import { randomBytes } from 'node:crypto';
import { type PeriodDocument, waitingBoard } from './board.document.js';
import { BOARDS_LOCK, type HeldLocks, withLocks } from '../elastic/state/cluster-lock.js';
import { StateStore } from '../elastic/state/state-store.js';
import { WorkFailure } from '../common/errors/work-failure.js';
import { isCovered } from '../common/period/period.js';
import { boardBefore, boardKey, boardOf, creatorsBoard } from './board.js';
import { type BoardUnderWay, BuildPlan } from './build-plan.js';
import type { BuildTarget } from './build-target.js';
import { BulkRows } from './rows/bulk-rows.js';
import { type Catalogue, publishEntries } from './catalogue.js';
import { digestFacts, factsIn, type Ledgers, newestDay } from './facts/day-ledger.js';
import { countFacts, noFacts } from './facts/count-facts.js';
import type { FactSources } from './facts/fact-sources.js';
import { removeUnusedRows } from './rows/remove-rows.js';
import { type BuildScope, countAllRows, ownOf, surveyBoards, type Work } from './stale/stale-boards.js';
import type { Subjects } from './subjects.js';
import { SwapState } from './swap-state.js';

/** The progress of a build. */
export interface BuildProgress {
  readonly step: 'look' | 'compute' | 'publish' | 'tidy';
  /** Sales and creator-days that were read, of `factsInAll`; 0 before `compute`. */
  readonly facts: number;
  readonly factsInAll: number;
  readonly rows: number;
}

export interface BuildOptions {
  readonly scope: BuildScope;
  /** Milliseconds that unused rows are kept, because a reader may still use them. */
  readonly keepMs: number;
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** The result of a build. */
export type BoardsBuilt = Awaited<ReturnType<Build['run']>>;

/**
 * Rebuilds the stale boards in the scope from the facts. Readers get a new board once all its rows are written: they
 * see the old board or the new one. A later build deletes the old rows.
 * @throws WorkFailure when another build is in progress, or a row can't be written; readers keep the boards they had
 */
export async function buildBoards(target: BuildTarget, options: BuildOptions): Promise<BoardsBuilt> {
  const store = new StateStore(target.client, target.names);
  const build = (lock: HeldLocks): Promise<BoardsBuilt> => {
    const locked = target.withSignal(lock.signal);
    return atFacts(locked, (sources) => new Build(locked, options, sources, () => lock.confirm()).run());
  };
  return withLocks(store, [BOARDS_LOCK], 'rankings build', build, target.retryOptions);
}

/** Finds the work of a build in the scope, without doing it. */
export const lookForWork = (target: BuildTarget, scope: BuildScope): Promise<Work> =>
  atFacts(target, async (sources) => (await surveyBoards(target, scope, sources)).work);

const atFacts = <T>(target: BuildTarget, work: (sources: FactSources) => Promise<T>): Promise<T> =>
  target.atPointInTime('sales', (sales) =>
    target.atPointInTime('creator-days', (creatorDays) =>
      target.atPointInTime('creators', (creators) =>
        target.atPointInTime('products', (products) => work({ sales, creatorDays, creators, products })),
      ),
    ),
  );

class Build {
  private readonly counts = noFacts();
  private factsInAll = 0;
  private rows = 0;

  constructor(
    private readonly target: BuildTarget,
    private readonly options: BuildOptions,
    private readonly sources: FactSources,
    private readonly confirmLock: () => Promise<void>,
  ) {}

  async run() {
    this.report('look');
    const state = await SwapState.read(this.target);
    await state.catchUp();
    const { ledgers, catalogue, subjects, work } = await surveyBoards(this.target, this.options.scope, this.sources);
    const plan = new BuildPlan(work.stale, newBuildName());
    await this.compute(plan, ledgers, subjects);
    const current = await this.publish(plan, ledgers, catalogue, work, state);
    this.report('tidy');
    await this.confirmLock();
    const removedRows = await removeUnusedRows(this.target, state, this.options.keepMs);
    return {
      /** Boards that were computed, by key such as `topEcommerce:week:2026-05`. */
      built: work.stale.map(boardKey),
      /** Boards that have no facts any more. */
      dropped: [...catalogue.keys()].filter((key) => !current.has(key)),
      upToDate: work.upToDate,
      rows: this.rows,
      /** Deleted rows of builds that were replaced earlier. */
      removedRows,
      facts: this.counts,
      /** Boards, built or not, that lack creators or products because these are not loaded. */
      waitingBoards: [...current.values()].filter(({ waiting }) => waiting > 0).length,
      newestDay: newestDay(ledgers),
    };
  }

  private async compute(plan: BuildPlan, { sales, creatorDays }: Ledgers, subjects: Subjects): Promise<void> {
    if (plan.boards.length === 0) return;
    this.factsInAll = factsIn(sales, plan.salesDays()) + factsIn(creatorDays, plan.creatorDayDays());
    const bulk = new BulkRows(this.target);
    for await (const finished of countFacts(plan, this.sources, subjects, this.counts)) {
      for (const { kind, id, source } of finished) await bulk.write(kind, id, source);
      this.rows += finished.length;
      this.report('compute');
    }
    await bulk.finish();
    await this.checkRows(plan);
  }

  /** A board is published only when all its rows are stored. */
  private async checkRows(plan: BuildPlan): Promise<void> {
    const stored = await countAllRows(this.target);
    for (const { build, rows } of plan.boards) {
      const found = (stored.get(build) ?? 0) + (stored.get(waitingBoard(build)) ?? 0);
      if (found !== rows) throw new WorkFailure(`${build} holds ${found} rows where ${rows} were written.`);
    }
  }

  private async publish(
    plan: BuildPlan,
    ledgers: Ledgers,
    catalogue: Catalogue,
    work: Work,
    state: SwapState,
  ): Promise<Catalogue> {
    this.report('publish');
    const current = new Map(catalogue);
    for (const entry of work.obsolete) current.delete(boardKey(boardOf(entry)));
    for (const underWay of plan.boards) {
      const key = boardKey(underWay.board);
      const own = work.renewed.has(key) ? undefined : catalogue.get(key)?.own;
      current.set(key, entryOf(underWay, ledgers, own ?? underWay.build));
    }
    for (const { board } of plan.boards) {
      const entry = current.get(boardKey(board));
      const compared = {
        before: ownOf(boardBefore(board), current),
        creators_from: ownOf(creatorsBoard(board), current),
      };
      if (entry !== undefined) current.set(boardKey(board), { ...entry, ...compared });
    }
    for (const [key, entry] of current) current.set(key, markComplete(entry, ledgers));
    const changed = [...current].filter(([key, entry]) => catalogue.get(key) !== entry).map(([, entry]) => entry);
    if (changed.length + work.obsolete.length > 0) {
      await this.confirmLock();
      await state.swap(() => publishEntries(this.target, changed, work.obsolete));
    }
    return current;
  }

  private report(step: BuildProgress['step']): void {
    const facts = this.counts.sales + this.counts.creatorDays;
    this.options.onProgress?.({ step, facts, factsInAll: this.factsInAll, rows: this.rows });
  }
}

function entryOf(underWay: BoardUnderWay, ledgers: Ledgers, own: string): PeriodDocument {
  const { board, build, creators, rows, waiting, listed } = underWay;
  return {
    ranking: board.ranking,
    date_type: board.period.type,
    date_value: board.period.value,
    board: build,
    creators,
    complete: false,
    rows,
    waiting,
    facts: digestFacts(board, ledgers),
    own,
    before: null,
    creators_from: null,
    listed,
  };
}

/** The catalogue entry with the current `complete`: facts of other days can change it. */
function markComplete(entry: PeriodDocument, { sales, creatorDays }: Ledgers): PeriodDocument {
  const { ranking, period } = boardOf(entry);
  const ledger = ranking === 'topGrowth' ? creatorDays : sales;
  const complete = isCovered(period, { oldest: ledger.at(0)?.day, newest: ledger.at(-1)?.day });
  return entry.complete === complete ? entry : { ...entry, complete };
}

/** Later builds have later names. */
const newBuildName = (): string => `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
