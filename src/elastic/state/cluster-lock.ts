import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkFailure } from '../../common/errors/failure.js';
import { isTransient } from '../client/elastic-error.js';
import { retryBy, type RetryOptions } from '../client/retry-policy.js';
import type { Cluster } from '../indices/index-names.js';
import { StateStore, type StoredState } from './state-store.js';

export interface LockDocument {
  readonly token: string;
  /** The holder's work, process and host, for messages. */
  readonly holder: string;
  readonly since: string;
  /** Grows with every renewal, which shows that the holder is alive. */
  readonly renewals: number;
}

/** A lock that is not renewed for a lease is free. */
const LOCK_TIMING = { leaseMs: 6000, renewEveryMs: 1500, pollEveryMs: 200 };

/** Begins the name of the work that gives facts the dimensions of their records. */
export const RECONCILE = 'reconcile of ';

export class LockedFailure extends WorkFailure {}

export const lockId = (name: string): string => `lock:${name}`;

/** Describes a holder for messages: `load videos a.ndjson (process 42 on search-1)`. */
export const describeHolder = (work: string): string => `${work} (process ${process.pid} on ${hostname()})`;

/**
 * A lock in the cluster. Its holder renews it, and a process that wants it watches for renewals, so that no clocks are
 * compared: one that is not renewed for a lease is free.
 */
export class ClusterLock {
  private readonly lost = new AbortController();
  private readonly stop = new AbortController();
  private readonly renewing: Promise<void>;
  /** Aborted with a WorkFailure when another process has taken the lock over. */
  readonly signal = this.lost.signal;

  private constructor(
    private readonly store: StateStore,
    private readonly name: string,
    private state: StoredState<LockDocument>,
    /** The dead holder from which the lock was taken over, if there was one. */
    readonly takenOverFrom: string | undefined,
    private readonly timing: typeof LOCK_TIMING,
  ) {
    this.renewing = this.keepRenewing();
  }

  /**
   * Waits up to one lease for the lock of a dead holder, and until a reconcile ends.
   * @throws LockedFailure naming the holder of a held lock
   */
  static async acquire(
    store: StateStore,
    name: string,
    work: string,
    timing = LOCK_TIMING,
    retryOptions: RetryOptions = { giveUpAfterMs: Infinity },
  ): Promise<ClusterLock> {
    const since = new Date().toISOString();
    const lock: LockDocument = { token: randomUUID(), holder: describeHolder(work), since, renewals: 0 };
    const retry = retryBy(retryOptions);
    let deadHolder: string | undefined;
    for (;;) {
      const current = await retry(() => store.get<LockDocument>(lockId(name)));
      // An earlier write may have succeeded although its answer was lost.
      if (current?.value.token === lock.token) return new ClusterLock(store, name, current, deadHolder, timing);
      if (current !== undefined && !(await retry(() => runsOut(store, name, current, timing)))) {
        // It ends by itself, and comes with other loads.
        if (current.value.holder.startsWith(RECONCILE)) continue;
        throw new LockedFailure(
          `${name}: in use by ${current.value.holder} since ${current.value.since}; try again when that has ended.`,
        );
      }
      deadHolder = current?.value.holder;
      const taken = await retry(() => store.put(lockId(name), lock, current ?? 'absent'));
      if (taken !== undefined) return new ClusterLock(store, name, taken, deadHolder, timing);
    }
  }

  /** Releases the lock; has no effect when it was lost. */
  async release(): Promise<void> {
    this.stop.abort();
    await this.renewing;
    await this.store.remove(lockId(this.name), this.state);
  }

  /** Renews the lock, to make sure that it is still held. @throws WorkFailure when it was lost */
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
        // While Elasticsearch is unreachable, no other process can take the lock over either.
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
    // An earlier renewal may have succeeded although its answer was lost.
    if (current?.value.token === this.state.value.token) this.state = current;
    else this.lose(current === undefined ? 'nobody' : current.value.holder);
  }

  private lose(to: string): void {
    this.lost.abort(new WorkFailure(`The lock on ${this.name} was lost to ${to}; this work ends here.`));
  }
}

/** Watches a lock for up to one lease. Returns false as soon as it is renewed, true when it is not renewed or is gone. */
export async function runsOut(store: StateStore, name: string, seen: StoredState<LockDocument>, timing = LOCK_TIMING) {
  const end = performance.now() + timing.leaseMs;
  while (performance.now() < end) {
    await sleep(timing.pollEveryMs);
    const current = await store.get<LockDocument>(lockId(name));
    if (current?.value.token !== seen.value.token) return true;
    if (current.value.renewals !== seen.value.renewals) return false;
  }
  return true;
}

/** A cluster, and how long work on it is retried. */
export interface RetryingCluster extends Cluster {
  readonly retryOptions: RetryOptions;
}

/** A cluster, and the locks on the kinds that change there. Retries end when one is lost. */
export interface LockedCluster extends RetryingCluster {
  readonly locks: {
    /** Names the work for other processes, and for the data version that it raises. */
    readonly work: string;
    /** Aborted when one of the locks is lost, or the work is to end. */
    readonly signal: AbortSignal;
    /** Dead holders from which locks were taken over. */
    readonly takenOverFrom: readonly string[];
    /** @throws WorkFailure when one of the locks was lost */
    confirm(): Promise<void>;
  };
}

/** Runs work under locks that no other process holds. @throws WorkFailure naming the holder of a held one */
export async function withLocks<Target extends RetryingCluster, Result>(
  target: Target,
  kinds: readonly string[],
  work: string,
  action: (locked: Target & LockedCluster) => Promise<Result>,
): Promise<Result> {
  const { client, names, retryOptions } = target;
  const store = new StateStore(client, names);
  const attempts = await Promise.allSettled(
    kinds.map((kind) => ClusterLock.acquire(store, kind, work, LOCK_TIMING, retryOptions)),
  );
  const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  try {
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
    const signal = AbortSignal.any([...held, retryOptions].flatMap((one) => one.signal ?? []));
    const locks = {
      work,
      signal,
      takenOverFrom: [...new Set(held.flatMap((lock) => lock.takenOverFrom ?? []))],
      confirm: async () => {
        for (const lock of held) await lock.confirm();
      },
    };
    return await action({ ...target, retryOptions: { ...retryOptions, signal }, locks });
  } finally {
    await Promise.allSettled(held.map((lock) => lock.release()));
  }
}
