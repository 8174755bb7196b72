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
  /** Seconds until there is more. */
  readonly resetSeconds: number;
  /** Whether a request may go on. */
  readonly open: boolean;
}

/** Counts the requests of a day for all processes together; bound in the access module. */
export abstract class DailyQuota {
  /**
   * Takes one request off what the token of that name may do today, if there is one left.
   * @throws UnavailableFailure when what is left can't be found out
   */
  abstract take(name: string, perDay: number): Standing | Promise<Standing>;

  /**
   * Takes so many at once, or none when fewer are left.
   * @throws UnavailableFailure when what is left can't be found out
   */
  abstract takeAll(name: string, perDay: number, requests: number): Promise<Standing>;

  /** As `take`, as far as this process knows, and without taking. */
  abstract look(name: string, perDay: number): Standing;
}
