import { setTimeout as sleep } from 'node:timers/promises';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { findUnfinished } from '../../src/loading/index-builds/index-build.js';
import type { LoadMode } from '../../src/loading/load-item.js';
import { unfinishedMerges } from '../../src/loading/unfinished-merges.js';
import { type Ended, type LoadSuite, type RunningCommand, startCommand } from '../../test/loading/load-suite.js';
import type { FaultProxy } from '../../test/support/fault-proxy.js';

/** Documents by id: here the title tells which load a document is of. */
export type Titles = ReadonlyMap<string, string>;

/** What is ended in the middle of a load. */
export type Victim = 'loader' | 'node';

export interface KillRound {
  readonly mode: LoadMode;
  readonly victim: Victim;
  /** How many batches of the load Elasticsearch gets; no further one is answered before the kill. */
  readonly batches: number;
}

/** What was seen in a round. */
export interface KillOutcome extends KillRound {
  /** Documents that held the new record right after the kill. */
  readonly newRecords: number;
  /** Whether the load was interrupted. */
  readonly interrupted: boolean;
  /** What the second run said of the first. */
  readonly rerun: string;
}

/** Two sets of records that share half of their ids: what was there, and what is loaded over it. */
export class KillScene {
  private readonly oldFile: string;
  private readonly newFile: string;
  readonly old: Titles;
  readonly new: Titles;

  constructor(
    private readonly suite: LoadSuite,
    /** What the loader goes through. */
    private readonly proxy: FaultProxy,
    count: number,
  ) {
    const titles = (first: number, title: string): Titles =>
      new Map(Array.from({ length: count }, (_, index) => [`r${first + index}`, `${title} ${first + index}`]));
    this.old = titles(0, 'old');
    this.new = titles(count / 2, 'new');
    const write = (name: string, records: Titles): string =>
      suite.records(
        name,
        [...records].map(([room_id, title]) => ({ room_id, title, start_time: 1781234567 })),
      );
    this.oldFile = write('old.ndjson', this.old);
    this.newFile = write('new.ndjson', this.new);
  }

  /**
   * Ends the loader, or what `killNode` ends, in the middle of a load over the old records; then runs the load again.
   * @throws Error when readers saw anything but whole records of the right generation, an interrupted load is not shown or
   * not spoken of by the second run, the second run does not end with exactly the expected records, or a loader did not
   * outlast its node
   */
  async play(round: KillRound, killNode: () => Promise<void>): Promise<KillOutcome> {
    const { mode, victim } = round;
    await this.reset();
    const loading = this.run(mode);
    await this.holdAfter(round.batches, loading);
    // What is held stays unanswered; what the loader tries again after the kill is passed on.
    this.proxy.heal();
    if (victim === 'loader') loading.child.kill('SIGKILL');
    else await killNode();
    const first = await loading.ended;
    if (victim === 'node' && first.status !== 0) throw new Error(`The loader gave up: ${first.stderr}`);
    const found: Titles = await this.suite.titles('lives');
    const newRecords = this.checkWhole(round, found, first.status === 0);
    const interrupted = await this.isInterrupted();
    if (interrupted !== (victim === 'loader')) throw new Error(`Interrupted: ${interrupted}.`);
    if (interrupted) await this.checkShown(mode);
    const second = await this.run(mode).ended;
    if (second.status !== 0) throw new Error(`The second run ended with ${second.status}: ${second.stderr}`);
    const rerun = lastNotes(second);
    if (interrupted !== /start(s|ed) over/.test(rerun))
      throw new Error(`Interrupted: ${interrupted}; said: "${rerun}".`);
    if (await this.isInterrupted()) throw new Error('The second run has left something unfinished.');
    const expected = mode === 'replace' ? this.new : new Map([...this.old, ...this.new]);
    checkEqual(await this.suite.titles('lives'), expected);
    return { ...round, newRecords, interrupted, rerun };
  }

  /** Passes so many batches on and leaves those after them unanswered; resolves once there is one of these. */
  private async holdAfter(batches: number, { ended }: RunningCommand): Promise<void> {
    let sent = 0;
    this.proxy.met = 0;
    this.proxy.fault = { kind: 'hang' };
    this.proxy.only = (path) => path.includes('_bulk') && (sent += 1) > batches;
    const early = ended.then(({ status, stderr }) => {
      throw new Error(`The load ended with ${status} after ${sent} batches: ${stderr}`);
    });
    early.catch(() => undefined);
    while (this.proxy.met === 0) await Promise.race([sleep(10), early]);
  }

  /** Whether a half-filled generation or a merge that did not end is on record. */
  private async isInterrupted(): Promise<boolean> {
    const { client, names } = this.suite;
    const unfinished = await findUnfinished({ client, names }, 'lives');
    return unfinished.size + (await unfinishedMerges(new StateStore(client, names), 'lives')).length > 0;
  }

  /** `npm run indices -- list` shows the interrupted load. */
  private async checkShown(mode: LoadMode): Promise<void> {
    const { prefix, folder } = this.suite;
    const list = startCommand('indices', ['list'], { url: this.proxy.url, prefix, cwd: folder });
    const { stdout, stderr } = await list.ended;
    const shown = mode === 'replace' ? /^lives +building /m : /^lives: load of .*new\.ndjson, started .*interrupted/m;
    if (!shown.test(stdout)) throw new Error(`The interrupted load is not shown:\n${stdout}\n${stderr}`);
  }

  /** A replacement is all or nothing; of another load every record is the old one or the new one. */
  private checkWhole({ mode }: KillRound, found: Titles, ended: boolean): number {
    const isNew = ([id, title]: [string, string]): boolean => this.new.get(id) === title;
    const newRecords = [...found].filter(isNew).length;
    if (mode === 'replace') {
      checkEqual(found, newRecords === 0 && !ended ? this.old : this.new);
      return newRecords;
    }
    for (const [id, title] of found) {
      if (this.old.get(id) !== title && this.new.get(id) !== title) throw new Error(`${id} holds "${title}".`);
    }
    for (const id of this.old.keys()) if (!found.has(id)) throw new Error(`${id} is gone.`);
    if (ended && newRecords < this.new.size) throw new Error(`The merge ended with ${newRecords} new records.`);
    return newRecords;
  }

  private async reset(): Promise<void> {
    const { status, stderr } = await this.start([this.oldFile, '--replace', '--keep', '0']).ended;
    if (status !== 0) throw new Error(`The old records were not loaded: ${stderr}`);
  }

  private run(mode: LoadMode): RunningCommand {
    return this.start([this.newFile, `--${mode}`, ...(mode === 'update' ? ['--add'] : [])]);
  }

  private start(parameters: readonly string[]): RunningCommand {
    const { prefix, folder } = this.suite;
    return startCommand('load', ['lives', ...parameters], { url: this.proxy.url, prefix, cwd: folder });
  }
}

function checkEqual(found: Titles, expected: Titles): void {
  if (found.size !== expected.size) throw new Error(`${found.size} records were found where ${expected.size} belong.`);
  for (const [id, title] of expected) {
    if (found.get(id) !== title) throw new Error(`${id} holds "${found.get(id)}", not "${title}".`);
  }
}

const lastNotes = ({ stderr }: Ended): string =>
  stderr
    .split('\n')
    .filter((line) => /interrupted|unfinished|start(s|ed) over/.test(line))
    .join(' ');
