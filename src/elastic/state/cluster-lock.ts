import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { INDEX_KINDS } from '../../documents/index-kind.js';
import { isTransient } from '../client/elastic-error.js';
import type { RetryOptions } from '../client/retry-policy.js';
import { RetryPolicy } from '../client/retry-policy.js';
import type { StateStore, StoredState } from './state-store.js';
import { WorkFailure } from '../../errors/work-failure.js';

/** A lock as it is kept in the cluster. */
export interface LockDocument {
  /** Tells this holder from any other. */
  readonly token: string;
  /** What the holder does and where: shown to whoever is refused. */
  readonly holder: string;
  readonly since: string;
  /** Changes with every renewal, so that others see that the holder lives. */
  readonly renewals: number;
}

export interface LockTiming {
  /** A lock that is not renewed for this long is free. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly lookEveryMs: number;
}

export const LOCK_TIMING: LockTiming = { leaseMs: 6000, renewEveryMs: 1500, lookEveryMs: 200 };

const GIVE_UP_AFTER_MS = 60_000;

/** The lock on all boards; that on a kind of records has the name of its index. */
export const BOARDS_LOCK = 'boards';
/** The locks of those who change data. */
export const DATA_LOCKS = [...INDEX_KINDS, BOARDS_LOCK] as const;

/** Where the lock of that name is kept. */
export const lockId = (name: string): string => `lock:${name}`;

/** How a holder names itself: `load videos a.ndjson (process 42 on search-1)`. */
export const describeHolder = (work: string): string => `${work} (process ${process.pid} on ${hostname()})`;

/**
 * The right to change something, held in the cluster under a name such as that of a kind of records. The holder renews
 * it; whoever finds it held watches whether it is renewed, so that no two clocks are ever compared: renewed means refused, not renewed for a lease means free.
 */
export class ClusterLock {
  private readonly lost = new AbortController();
  private readonly renewing: Promise<void>;
  private readonly stop = new AbortController();

  private constructor(
    private readonly store: StateStore,
    private readonly name: string,
    private state: StoredState<LockDocument>,
    /** The holder whose lock ran out without being given back, if there was one. */
    readonly takenOverFrom: string | undefined,
    private readonly timing: LockTiming,
  ) {
    this.renewing = this.keepRenewing();
  }

  /** Aborted, with a WorkFailure, when somebody else has taken the lock over. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /**
   * Takes the lock of that name; that of a holder who died is waited for, one lease at most.
   * @throws WorkFailure naming the holder when the lock is held
   */
  static async acquire(
    store: StateStore,
    name: string,
    work: string,
    timing: LockTiming = LOCK_TIMING,
    retryOptions: RetryOptions = { giveUpAfterMs: GIVE_UP_AFTER_MS },
  ): Promise<ClusterLock> {
    const mine: LockDocument = {
      token: randomUUID(),
      holder: describeHolder(work),
      since: new Date().toISOString(),
      renewals: 0,
    };
    const retryPolicy = new RetryPolicy(retryOptions);
    let brokenOff: string | undefined;
    for (;;) {
      const there = await retryPolicy.run(() => store.get<LockDocument>(lockId(name)));
      // A write of ours may have got through with its answer lost.
      if (there?.value.token === mine.token) return new ClusterLock(store, name, there, brokenOff, timing);
      if (there !== undefined && !(await retryPolicy.run(() => runsOut(store, name, there, timing)))) {
        throw new WorkFailure(
          `${name}: in use by ${there.value.holder} since ${there.value.since}; try again when that has ended.`,
        );
      }
      brokenOff = there?.value.holder;
      const taken = await retryPolicy.run(() => store.put(lockId(name), mine, there ?? 'absent'));
      if (taken !== undefined) return new ClusterLock(store, name, taken, brokenOff, timing);
    }
  }

  /** Gives the lock back; harmless when it was lost. */
  async release(): Promise<void> {
    this.stop.abort();
    await this.renewing;
    await this.store.remove(lockId(this.name), this.state);
  }

  /**
   * Makes sure, by renewing it, that the lock is still held.
   * @throws WorkFailure when it is not
   */
  async confirm(): Promise<void> {
    await this.renew();
    this.signal.throwIfAborted();
  }

  private async keepRenewing(): Promise<void> {
    while (!this.stop.signal.aborted && !this.lost.signal.aborted) {
      try {
        await sleep(this.timing.renewEveryMs, undefined, { signal: this.stop.signal, ref: false });
        await this.renew();
      } catch (error) {
        if (this.stop.signal.aborted) return;
        // While Elasticsearch is away nobody can take the lock over: try again at the next turn.
        if (!isTransient(error)) this.lose(error instanceof Error ? error.message : String(error));
      }
    }
  }

  private async renew(): Promise<void> {
    const renewed = { ...this.state.value, renewals: this.state.value.renewals + 1 };
    const stored = await this.store.put(lockId(this.name), renewed, this.state);
    if (stored !== undefined) {
      this.state = stored;
      return;
    }
    const current = await this.store.get<LockDocument>(lockId(this.name));
    // An earlier renewal may have got through with its answer lost.
    if (current?.value.token === this.state.value.token) this.state = current;
    else this.lose(current === undefined ? 'nobody' : current.value.holder);
  }

  private lose(to: string): void {
    this.lost.abort(new WorkFailure(`The lock on ${this.name} was lost to ${to}; this work ends here.`));
  }
}

/** Watches a lock for a lease: true when it was not renewed or is gone, false as soon as it is renewed. */
export async function runsOut(
  store: StateStore,
  name: string,
  seen: StoredState<LockDocument>,
  { leaseMs, lookEveryMs }: LockTiming = LOCK_TIMING,
): Promise<boolean> {
  const end = performance.now() + leaseMs;
  while (performance.now() < end) {
    await sleep(lookEveryMs);
    const now = await store.get<LockDocument>(lockId(name));
    if (now?.value.token !== seen.value.token) return true;
    if (now.value.renewals !== seen.value.renewals) return false;
  }
  return true;
}

/** Several locks as one. */
export interface HeldLocks {
  /** Aborted when any of them is lost. */
  readonly signal: AbortSignal;
  /** The holders who died with one of the locks. */
  readonly takenOverFrom: readonly string[];
  /** @throws WorkFailure when one of them is not held any more */
  confirm(): Promise<void>;
}

/**
 * Does work that nobody else may do at the same time under the same names.
 * @throws WorkFailure naming the holder when one of the locks is held
 */
export async function withLocks<Result>(
  store: StateStore,
  names: readonly string[],
  work: string,
  action: (locks: HeldLocks) => Promise<Result>,
  retryOptions?: RetryOptions,
): Promise<Result> {
  const attempts = await Promise.allSettled(
    names.map((name) => ClusterLock.acquire(store, name, work, LOCK_TIMING, retryOptions)),
  );
  const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  try {
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
    return await action({
      signal: AbortSignal.any(locks.map((lock) => lock.signal)),
      takenOverFrom: [...new Set(locks.flatMap((lock) => lock.takenOverFrom ?? []))],
      confirm: async () => {
        for (const lock of locks) await lock.confirm();
      },
    });
  } finally {
    await Promise.allSettled(locks.map((lock) => lock.release()));
  }
}
