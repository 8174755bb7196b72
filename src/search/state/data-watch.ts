import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { IndexKind } from '../../common/record-kind.js';
import { type DataVersion, formatDataVersion, isOlder, parseDataVersion } from '../../elastic/state/data-version.js';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { type DataSnapshot, requestScope } from '../../common/request-scope.js';
import type { ClusterState } from './cluster-state.js';

export { parseDataVersion };

const POLL_EVERY_MS = 350;
/** A version confirmed longer ago than this is not relied on, so that a change shows within one second. */
const CONFIRMED_FOR_MS = 900;
/** All requests for the cluster state within this time share one read. */
const SHARED_FOR_MS = 1000;

/**
 * An alias that has moved is followed after this time although the version was not raised; the raise may wait for three
 * requests of 30 s to a node that is cut off.
 */
const RAISED_WITHIN_MS = 120_000;
/** Work for an answer is repeated at most this often while the version of the data changes meanwhile. */
const MOST_TRIES = 3;
/** A request waits for a newer version for at most this long. */
const REACHED_WITHIN_MS = 1000;

/** A cache that is read again when the data changes. */
export interface Follower {
  /** Reads the values of the new version, and returns a function that puts them in the place of the old ones. */
  refresh(): Promise<() => void>;
}

/** Follows the version of the data: pages made of older data are known to be stale within one second. */
export class DataVersionWatch {
  /** Version and indices of the data that answers are made from now. */
  snapshot: DataSnapshot = { dataVersion: undefined, indices: new Map() };
  /** The last state of the data that every follower has read. */
  private state: ClusterState | undefined;
  /** The last read that succeeded. */
  private seen: ClusterState | undefined;
  private latestRead: { readonly at: number; readonly answer: Promise<ClusterState> } | undefined;
  /** Whether the latest read succeeded; nothing is cached while reads fail. */
  isUp = true;
  /** Counts the states of the data that this process has seen. */
  private version = 0;
  /** `performance.now()` just before the latest successful read. */
  private confirmedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** A new state was seen, and some followers are still reading. */
  private changing = false;
  /** For each alias with another index than the one in use, `performance.now()` when that was first seen. */
  private readonly movedSince = new Map<IndexKind, number>();
  /** The newest version that requests wait for. */
  private awaited: DataVersion | undefined;
  /** Resolves when the read in progress ends, to whether it succeeded. */
  private reading: Promise<boolean> = Promise.resolve(true);
  /** The read that follows it. */
  private nextReading: Promise<boolean> | undefined;

  constructor(
    private readonly readCluster: (atLeast: DataVersion | undefined) => Promise<ClusterState>,
    private readonly followers: readonly Follower[],
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
  ) {}

  /** The read of the last second, or else a new one. @throws what that read threw */
  latest(): Promise<ClusterState> {
    if (this.latestRead === undefined || performance.now() - this.latestRead.at > SHARED_FOR_MS) return this.readNow();
    return this.latestRead.answer;
  }

  /** The last read that succeeded, however old; else `latest`. @throws as that does */
  async lastSeen(): Promise<ClusterState> {
    return this.seen ?? this.latest();
  }

  /**
   * Runs work of a request on the present snapshot; again when the version changed meanwhile, because its reads may
   * have met older and newer data.
   */
  async withSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
    const scope = requestScope();
    for (let tries = 1; ; tries += 1) {
      const { dataVersion } = (scope.snapshot = this.snapshot);
      const result = await work();
      if (dataVersion === undefined || dataVersion === this.snapshot.dataVersion || tries === MOST_TRIES) return result;
    }
  }

  /**
   * Waits until answers have at least a version, for at most a second; one that can't come counts as reached.
   * @throws UnavailableFailure (503) when the process is behind and the state can't be read in time
   */
  async reach(version: string): Promise<void> {
    const wanted = parseDataVersion(version);
    if (wanted === undefined || this.hasReached(wanted)) return;
    if (!isOlder(wanted, this.awaited)) this.awaited = wanted;
    const isRead = await Promise.race([this.readAgain(), sleep(REACHED_WITHIN_MS, false, { ref: false })]);
    if (!isRead) throw new UnavailableFailure('The version of the data can’t be read; try again shortly.');
  }

  /** Reads the state of the data after the read in progress. All requests that ask meanwhile share the read. Returns whether it succeeded. */
  readAgain(): Promise<boolean> {
    this.nextReading ??= this.reading.then(() => {
      this.nextReading = undefined;
      return (this.reading = this.readState());
    });
    return this.nextReading;
  }

  /** The version of data read from now on; undefined while it is not confirmed. */
  current(): number | undefined {
    const known = this.lastKnown();
    return known !== undefined && known.ageMs < CONFIRMED_FOR_MS ? known.version : undefined;
  }

  /** The version confirmed last, and its age. Undefined before the first read, and while followers read a new state. */
  lastKnown(): { readonly version: number; readonly ageMs: number } | undefined {
    if (this.state === undefined || this.changing) return undefined;
    return { version: this.version, ageMs: performance.now() - this.confirmedAt };
  }

  /** Whether no process was changing the data at the latest read, so that every later change raises the version. */
  isSettled(): boolean {
    return this.state?.settled === true;
  }

  onModuleInit(): void {
    void this.readAgain();
    this.timer = setInterval(() => void this.readAgain(), POLL_EVERY_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * The state with the indices of its version where an alias has another: a process has not raised the version yet, or
   * the node does not know. An alias that stays moved for two minutes is followed: that process has died.
   */
  private withIndicesOfVersion(read: ClusterState): ClusterState {
    const version = read.dataVersion && formatDataVersion(read.dataVersion);
    const used = version === this.snapshot.dataVersion ? this.snapshot.indices : undefined;
    const behind = new Map(read.behind);
    for (const [kind, index] of read.behind) {
      const raisedFor = read.lastChange?.indices?.[kind];
      const named = raisedFor === undefined ? index : (used?.get(kind) ?? raisedFor);
      const since = this.movedSince.get(kind) ?? performance.now();
      if (named === index || performance.now() - since > RAISED_WITHIN_MS) {
        this.movedSince.delete(kind);
      } else {
        this.movedSince.set(kind, since);
        behind.set(kind, named);
      }
    }
    if (this.movedSince.size === 0) return read;
    return { ...read, text: `${version} ${read.settled} ${JSON.stringify([...behind])}`, behind };
  }

  private hasReached(wanted: DataVersion): boolean {
    const known = this.state?.dataVersion;
    return known?.epoch === wanted.epoch && !isOlder(known, wanted);
  }

  /** Reads the state of the data, and adopts a changed one; returns whether that succeeded. */
  private async readState(): Promise<boolean> {
    const at = performance.now();
    try {
      const read = this.withIndicesOfVersion(await this.readNow());
      if (read.text !== this.state?.text) await this.adopt(read);
      this.confirmedAt = at;
      if (!this.isUp) this.logger.info('The state of the data can be read again.');
      this.isUp = true;
      return true;
    } catch (error) {
      // The confirmed version ages until a read succeeds.
      const { cause = error } = error as Error;
      if (this.isUp)
        this.logger.warn({ err: cause }, 'The state of the data can’t be read: nothing is kept in memory.');
      this.isUp = false;
      return false;
    }
  }

  private readNow(): Promise<ClusterState> {
    const { awaited } = this;
    const known = this.state?.dataVersion;
    this.awaited = undefined;
    const atLeast = isOlder(known, awaited) ? awaited : known;
    const answer = this.readCluster(atLeast).then((read) => (this.seen = read));
    this.latestRead = { at: performance.now(), answer };
    answer.catch(() => undefined);
    return answer;
  }

  /** Pages are made with what the followers have read: all of it comes into use with the version, and not before. */
  private async adopt(state: ClusterState): Promise<void> {
    this.changing = true;
    this.confirmedAt = -Infinity;
    const read = await Promise.all(this.followers.map((follower) => follower.refresh()));
    for (const use of read) use();
    this.version += 1;
    this.state = state;
    const { dataVersion: version, behind: indices } = state;
    this.snapshot = { dataVersion: version && formatDataVersion(version), indices };
    this.changing = false;
  }
}
