import type { StateStore, StoredState } from '../elastic/state/state-store.js';
import { UnavailableFailure } from '../errors/failure.js';
import type { Standing } from '../http/access/limits.js';
import { DailyQuota } from '../http/access/limits.js';

/** The requests that all processes together have taken from a quota on a day. */
interface Taken {
  /** YYYY-MM-DD of UTC. */
  readonly day: string;
  readonly requests: number;
}

/** The rest of this process's slice, and the last known state of the whole quota. */
interface Slice {
  day: string;
  left: number;
  takenByAll: number;
  /** `performance.now()` when it was taken. */
  at: number;
}

/** After this time a used-up quota is read again: other processes may have given some back. */
const USED_UP_FOR_MS = 1000;

/** A slice is this share of the remaining quota, so slices become small towards its end. */
const SHARE_OF_REST = 0.02;
/** Largest slice: what a crash may cost. */
const LARGEST_SLICE = 500;
const MOST_TRIES = 50;

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
const secondsToMidnight = (milliseconds: number): number =>
  Math.ceil((86_400_000 - (milliseconds % 86_400_000)) / 1000);

/**
 * The quota of a day, shared by all processes through one document per token name. A process takes a slice before it
 * answers from it, by compare-and-swap: the quota is never exceeded, and a crash loses what was left of its slice.
 */
export class SharedDailyQuota extends DailyQuota {
  private readonly slices = new Map<string, Slice>();
  private readonly taking = new Map<string, Promise<void>>();

  constructor(
    private readonly store: Pick<StateStore, 'get' | 'put'>,
    private readonly timeoutMs: number,
    private readonly now: () => number = Date.now,
  ) {
    super();
  }

  override take(name: string, perDay: number): Standing | Promise<Standing> {
    const slice = this.sliceOf(name);
    if (slice.left === 0) return this.takeAfterSlice(name, perDay);
    slice.left -= 1;
    return this.standing(slice, perDay, true);
  }

  override look(name: string, perDay: number): Standing {
    return this.standing(this.sliceOf(name), perDay, true);
  }

  /** Gives the rest of the slice back: a process that ends normally loses nothing. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.slices].map(([name, slice]) => this.giveBack(name, slice)));
  }

  private async takeAfterSlice(name: string, perDay: number): Promise<Standing> {
    for (;;) {
      const slice = this.sliceOf(name);
      if (slice.left > 0) {
        slice.left -= 1;
        return this.standing(slice, perDay, true);
      }
      if (isUsedUp(slice, perDay)) return this.standing(slice, perDay, false);
      const before = this.taking.get(name);
      if (before !== undefined) {
        await before;
        continue;
      }
      const taking = this.takeSlice(name, perDay).finally(() => this.taking.delete(name));
      this.taking.set(name, taking);
      await taking;
      const taken = this.sliceOf(name);
      if (taken.left === 0) return this.standing(taken, perDay, false);
    }
  }

  private async takeSlice(name: string, perDay: number): Promise<void> {
    const swapped = await this.change(name, ({ requests }) => {
      const rest = Math.max(0, perDay - requests);
      const size = Math.min(rest, LARGEST_SLICE, Math.max(1, Math.floor(rest * SHARE_OF_REST)));
      return requests + size;
    });
    this.slices.set(name, {
      day: swapped.after.day,
      left: swapped.after.requests - swapped.before.requests,
      takenByAll: swapped.after.requests,
      at: performance.now(),
    });
  }

  private async giveBack(name: string, slice: Slice): Promise<void> {
    const { left, day } = slice;
    if (left === 0) return;
    slice.left = 0;
    await this.change(name, (taken) => (taken.day === day ? taken.requests - left : taken.requests));
  }

  /** Changes the requests taken of the day by compare-and-swap; nothing is written when they stay the same. */
  private async change(name: string, next: (taken: Taken) => number): Promise<{ before: Taken; after: Taken }> {
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const stored = await this.store.get<Taken>(idOf(name), { timeoutMs: this.timeoutMs });
        const before = this.today(stored);
        const after = { day: before.day, requests: next(before) };
        if (after.requests === before.requests) return { before, after };
        const put = await this.store.put(idOf(name), after, stored ?? 'absent', { timeoutMs: this.timeoutMs });
        if (put !== undefined) return { before, after };
      }
    } catch (error) {
      throw new UnavailableFailure('The daily quota can’t be looked up; try again shortly.', { cause: error });
    }
    throw new UnavailableFailure('The daily quota is in too much use; try again shortly.');
  }

  /** A process whose clock is ahead may have begun the next day; that day then counts for all. */
  private today(stored: StoredState<Taken> | undefined): Taken {
    const day = dayOf(this.now());
    return stored === undefined || stored.value.day < day ? { day, requests: 0 } : stored.value;
  }

  private sliceOf(name: string): Slice {
    const slice = this.slices.get(name);
    return slice !== undefined && slice.day >= dayOf(this.now()) ? slice : NOTHING;
  }

  private standing({ left, takenByAll }: Slice, perDay: number, open: boolean): Standing {
    const remaining = Math.max(0, perDay - takenByAll) + left;
    return { name: 'day', limit: perDay, remaining, resetSeconds: secondsToMidnight(this.now()), open };
  }
}

const NOTHING: Slice = { day: '', left: 0, takenByAll: 0, at: -Infinity };

const isUsedUp = ({ takenByAll, at }: Slice, perDay: number): boolean =>
  takenByAll >= perDay && performance.now() - at < USED_UP_FOR_MS;

const idOf = (name: string): string => `daily-quota ${name}`;
