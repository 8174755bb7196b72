/** How much a token may ask; what is absent is not limited. */
export interface Limits {
  /** Requests in any one second. */
  readonly perSecond?: number;
  /** Requests beyond those, in any ten seconds. */
  readonly burst?: number;
  /** Requests in any one minute. */
  readonly perMinute?: number;
  /** Requests of one day of UTC, in all processes together. */
  readonly perDay?: number;
}

/** Which limit a request met. */
export type LimitName = 'second' | 'minute' | 'day' | 'guesses' | 'exports';

/** How far a limit is used up. */
export interface Standing {
  readonly name: LimitName;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until there is more. */
  readonly resetMs: number;
  /** Whether a request may go on. */
  readonly open: boolean;
}

/** Counts the requests of a day for all processes together; bound in the access module. */
export abstract class DailyQuota {
  /**
   * Takes so many requests, one unless told otherwise, off what the token of that name may do today, or none when fewer
   * are left.
   * @throws UnavailableFailure when what is left can't be found out
   */
  abstract take(name: string, perDay: number, requests?: number): Promise<Standing>;

  /**
   * Gives back what was taken at that time (`Date.now()`), unless that day is over.
   * @throws UnavailableFailure when it can't be counted
   */
  abstract giveBack(name: string, requests: number, takenAt: number): Promise<void>;

  /** What is left, as far as this process knows. */
  abstract look(name: string, perDay: number): Standing;
}
