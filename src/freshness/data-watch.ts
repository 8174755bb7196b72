import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { IndexKind } from '../common/record-kind.js';
import { statusOf } from '../elastic/client/elastic-error.js';
import { type DataVersion, formatDataVersion, isOlder, parseDataVersion } from '../elastic/state/data-version.js';
import { LOGGER } from '../config/config.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { type DataSnapshot, requestScope } from '../common/request-scope.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { type ClusterState, ClusterStateReader } from './cluster-state.js';

export { parseDataVersion };

const POLL_EVERY_MS = 350;
/** A later answer says nothing about the present. */
const READ_TIMEOUT_MS = 2000;
/** A version confirmed longer ago than this is not relied on, so that a change shows within one second. */
export const CONFIRMED_FOR_MS = 900;

/**
 * An alias that has moved is followed after this time although the version was not raised; the raise may wait for three
 * requests of 30 s to a node that is cut off.
 */
const RAISED_WITHIN_MS = 120_000;
/** Work for an answer is repeated at most this often while the version of the data changes meanwhile. */
const MOST_TRIES = 3;
/** A request waits for a newer version for at most this long. */
const REACHED_WITHIN_MS = 1000;

/** Follows the version of the data: pages made of older data are known to be stale within one second. */
@Injectable()
export class DataVersionWatch implements OnModuleInit, BeforeApplicationShutdown {
  /** Version and indices of the data that answers are made from now. Replaced whenever the state of the data changes. */
  snapshot: DataSnapshot = { dataVersion: undefined, indices: new Map() };
  /** The last state of the data that was read, however old. */
  state: ClusterState | undefined;
  private latestRead: Promise<ClusterState> | undefined;
  /** Whether the latest read succeeded; nothing new is cached while reads fail. */
  isUp = true;
  /** Whether no process was changing the data at the latest read, so that every later change raises the version. */
  isSettled = false;
  /** `performance.now()` just before the latest successful read. */
  private confirmedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** For each alias with another index than the one in use, `performance.now()` when that was first seen. */
  private readonly movedSince = new Map<IndexKind, number>();
  /** The newest version that requests wait for. */
  private awaited: DataVersion | undefined;
  /** Resolves when the read in progress ends, to whether it succeeded. */
  private reading: Promise<boolean> = Promise.resolve(true);
  /** The read that follows it. */
  private nextReading: Promise<boolean> | undefined;

  constructor(
    @Inject(ClusterStateReader) private readonly cluster: Pick<ClusterStateReader, 'read'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'info'>,
    private readonly names: IndexNames,
  ) {}

  /** The latest read. @throws what it threw */
  async latest(): Promise<ClusterState> {
    return (await this.latestRead) ?? this.readNow();
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

  /** Reads the index of the request's snapshot; after its deletion that of the present version, or the alias. */
  async onIndex<Result>(kind: IndexKind, read: (index: string) => Promise<Result>): Promise<Result> {
    const index = (requestScope().snapshot ?? this.snapshot).indices.get(kind);
    if (index === undefined) return read(this.names.alias(kind));
    try {
      return await read(index);
    } catch (error) {
      if (statusOf((error as Error).cause) !== 404) throw error;
      await this.readAgain();
      const present = this.snapshot.indices.get(kind);
      return read(present === undefined || present === index ? this.names.alias(kind) : present);
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
    if (!isRead) throw new UnavailableFailure('version_unread');
  }

  /** Reads the state of the data after the read in progress. All requests that ask meanwhile share the read. Returns whether it succeeded. */
  readAgain(): Promise<boolean> {
    this.nextReading ??= this.reading.then(() => {
      this.nextReading = undefined;
      return (this.reading = this.readState());
    });
    return this.nextReading;
  }

  /** The time since the snapshot was confirmed to be of the present version; Infinity before the first read. */
  ageMs(): number {
    return performance.now() - this.confirmedAt;
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
      const ofVersion = raisedFor === undefined ? index : (used?.get(kind) ?? raisedFor);
      const since = this.movedSince.get(kind) ?? performance.now();
      if (ofVersion === index || performance.now() - since > RAISED_WITHIN_MS) {
        this.movedSince.delete(kind);
      } else {
        this.movedSince.set(kind, since);
        behind.set(kind, ofVersion);
      }
    }
    if (this.movedSince.size === 0) return read;
    return { ...read, text: `${version} ${read.settled} ${JSON.stringify([...behind])}`, behind };
  }

  private hasReached(wanted: DataVersion): boolean {
    const present = this.state?.dataVersion;
    return present?.epoch === wanted.epoch && !isOlder(present, wanted);
  }

  /** Reads the state of the data, and adopts a changed one; returns whether that succeeded. */
  private async readState(): Promise<boolean> {
    const at = performance.now();
    try {
      const read = this.withIndicesOfVersion(await this.readNow());
      const { text, dataVersion: version, behind: indices } = read;
      if (text !== this.state?.text) this.snapshot = { dataVersion: version && formatDataVersion(version), indices };
      this.state = read;
      this.isSettled = read.settled;
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
    const present = this.state?.dataVersion;
    this.awaited = undefined;
    const atLeast = isOlder(present, awaited) ? awaited : present;
    return (this.latestRead = this.cluster.read(READ_TIMEOUT_MS, atLeast));
  }
}
