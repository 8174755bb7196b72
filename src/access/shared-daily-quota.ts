import DataLoader from 'dataloader';
import type { StateStore, StoredState } from '../elastic/state/state-store.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { memoize } from '../common/memoize.js';
import { dayOf, MS_PER_DAY } from '../common/period/period.js';
import type { LimitName } from '../common/access-token.js';

export interface Standing {
  readonly name: LimitName;
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
  /** Whether the limit admits the request. */
  readonly open: boolean;
}

/** The requests of a token on a day, counted over all processes. */
interface Counter {
  /** YYYY-MM-DD of UTC. */
  readonly day: string;
  readonly requests: number;
}

/** Requests to count; a negative number gives them back. */
interface CountChange extends Counter {
  readonly perDay: number;
}

/** The counter of a token as this process last read it, and the queue of changes to it. */
interface Seen {
  stored?: StoredState<Counter> | undefined;
  at: number;
  readonly changes: DataLoader<CountChange, boolean>;
}

/** A used-up quota is read again after this time, because requests may have been given back. */
const USED_UP_FOR_MS = 1000;

/**
 * Counts the quota of a day for all processes in one document per token, by compare-and-swap before a request is
 * answered: it is never exceeded. Requests that arrive during a write are counted together by the next one.
 */
export class SharedDailyQuota {
  private readonly seenOf = memoize((name: string): Seen => {
    let written: Promise<unknown> = Promise.resolve();
    const write = (changes: readonly CountChange[]): Promise<boolean[]> => {
      const writing = this.count(name, changes);
      written = writing.catch(() => undefined);
      return writing;
    };
    const options = { cache: false, batchScheduleFn: (next: () => void) => void written.then(next) };
    return { at: -Infinity, changes: new DataLoader(write, options) };
  });

  constructor(
    private readonly store: Pick<StateStore, 'get' | 'put'>,
    private readonly timeoutMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes all of the requests off today's quota, or none. @throws UnavailableFailure when it can't be read */
  async take(name: string, perDay: number, requests = 1): Promise<Standing> {
    const standing = this.peek(name, perDay);
    const seen = this.seenOf(name);
    const isUsedUp = standing.remaining < requests && performance.now() - seen.at < USED_UP_FOR_MS;
    const open = !isUsedUp && (await seen.changes.load({ day: dayOf(this.now()), requests, perDay }));
    return { ...this.peek(name, perDay), open };
  }

  /** Gives back requests taken at `takenAt`, unless that day is over. @throws UnavailableFailure */
  async giveBack(name: string, requests: number, takenAt: number): Promise<void> {
    await this.seenOf(name).changes.load({ day: dayOf(takenAt), requests: -requests, perDay: Infinity });
  }

  /** The use of the quota as this process last read it. */
  peek(name: string, perDay: number): Standing {
    const now = this.now();
    const { requests } = counterAt(dayOf(now), this.seenOf(name).stored?.value);
    const remaining = Math.max(0, perDay - requests);
    return { name: 'day', limit: perDay, remaining, resetMs: MS_PER_DAY - (now % MS_PER_DAY), open: remaining > 0 };
  }

  /** Makes the changes that the quota admits, in turn; returns which were made. */
  private async count(name: string, changes: readonly CountChange[]): Promise<boolean[]> {
    const id = `daily-quota ${name}`;
    const seen = this.seenOf(name);
    const within = { timeoutMs: this.timeoutMs };
    // It may be out of date. The condition of the write detects that, and no refusal relies on it.
    let cached = seen.stored;
    try {
      for (const giveUpAt = performance.now() + this.timeoutMs; performance.now() < giveUpAt; cached = undefined) {
        const before = cached ?? (await this.store.get<Counter>(id, within));
        const { counter, made } = applyChanges(before?.value, changes);
        const isChanged = made.includes(true);
        const after = isChanged ? await this.store.put(id, counter, before ?? 'absent', within) : before;
        if (isChanged ? after === undefined : cached !== undefined) continue;
        Object.assign(seen, { stored: after, at: performance.now() });
        return made;
      }
    } catch (error) {
      throw new UnavailableFailure('quota_unread', { cause: error });
    }
    throw new UnavailableFailure('quota_contended');
  }
}

/** A process whose clock is ahead may have begun the next day, which then counts for all. */
const counterAt = (day: string, counter: Counter | undefined): Counter =>
  counter === undefined || counter.day < day ? { day, requests: 0 } : counter;

function applyChanges(
  before: Counter | undefined,
  changes: readonly CountChange[],
): { counter: Counter; made: boolean[] } {
  let counter = before;
  const made = changes.map(({ day, requests, perDay }) => {
    const now = counterAt(day, counter);
    const isMade = requests < 0 ? now.day === day && now.requests > 0 : now.requests + requests <= perDay;
    if (isMade) counter = { day: now.day, requests: Math.max(0, now.requests + requests) };
    return isMade;
  });
  return { counter: counterAt('', counter), made };
}
