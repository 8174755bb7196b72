import { raiseDataVersion } from '../elastic/state/data-version.js';
import { StateStore } from '../elastic/state/state-store.js';
import type { BuildTarget } from './build-target.js';

const ID = 'boards';

interface SwapDocument {
  /** Entries of the catalogue are being written, and the data version has not been raised yet. */
  readonly swapping: boolean;
  /** Builds that have rows and no catalogue entry, each with the time since then (ISO 8601). */
  readonly unused: Readonly<Record<string, string>>;
}

/** The state that one build leaves for the next. It is stored in the cluster and written under the lock of boards. */
export class SwapState {
  private constructor(
    private readonly target: BuildTarget,
    private document: SwapDocument,
  ) {}

  static async read(target: BuildTarget): Promise<SwapState> {
    const stored = await target.retry(() => new StateStore(target.client, target.names).get<SwapDocument>(ID));
    return new SwapState(target, stored?.value ?? { swapping: false, unused: {} });
  }

  /** Raises the data version for an earlier build that was interrupted after it had published. */
  async catchUp(): Promise<void> {
    if (this.document.swapping) await this.tellReaders();
  }

  /** Changes the catalogue by `publish` and raises the data version, because readers cache it. */
  async swap(publish: () => Promise<void>): Promise<void> {
    await this.write({ swapping: true });
    await publish();
    await this.tellReaders();
  }

  /** Records which builds are unused, and returns those that have been for `keepMs` at `now` (`Date.now()`). */
  async noteUnused(builds: readonly string[], keepMs: number, now: number): Promise<readonly string[]> {
    const known = this.document.unused;
    const since = builds.map((build): [string, number] => [
      build,
      Math.min(now, Date.parse(known[build] ?? '') || now),
    ]);
    const unused = Object.fromEntries(since.map(([build, at]) => [build, new Date(at).toISOString()]));
    if (builds.length > 0 || Object.keys(known).length > 0) await this.write({ unused });
    return since.filter(([, at]) => at + keepMs <= now).map(([build]) => build);
  }

  private async tellReaders(): Promise<void> {
    const { client, names, retry } = this.target;
    await retry(() => raiseDataVersion(client, names, 'rankings build'));
    await this.write({ swapping: false });
  }

  private async write(change: Partial<SwapDocument>): Promise<void> {
    this.document = { ...this.document, ...change };
    const { client, names, retry } = this.target;
    await retry(() => new StateStore(client, names).put(ID, this.document));
  }
}
