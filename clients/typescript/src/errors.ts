import type { ErrorAnswer, ErrorFault } from './schema.js';

/** The codes of the service's errors (docs/api.md, "Envelope"). */
export const ErrorCode = {
  /** 400, 405, 413, 415: the request is at fault; `errors` lists everything that is wrong with it. */
  Parameter: 10001,
  /** 404: there is no such path. */
  NotFound: 20001,
  /** 401: no token or a bad one; 403: a token without the scope of the operation. */
  Unauthorized: 30001,
  /** 429: the daily quota of the token is used up. */
  QuotaExhausted: 30002,
  /** 429: too many requests. */
  TooManyRequests: 30003,
  /** 503: the service can't answer now; 500: it is at fault. */
  Service: 40001,
} as const satisfies Record<string, ErrorAnswer['code']>;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Whatever this client throws, but for the reason of a signal that its caller aborts. */
export abstract class CommerceError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** The service refused the request or could not answer it. */
export class ApiError extends CommerceError {
  /** Undefined when something in front of the service answered, such as a proxy. */
  declare readonly code: ErrorCode | undefined;
  /** Of HTTP. */
  declare readonly status: number;
  /** Everything that is wrong with the request: where, which rule, and what is valid. */
  declare readonly errors: readonly ErrorFault[];
  declare readonly headers: Headers;
  /** Names the request in the log of the service. */
  declare readonly requestId: string | undefined;
  /** Seconds after which the service asks to try again; undefined when it does not say so. */
  declare readonly retryAfter: number | undefined;

  constructor({ message, ...answer }: Omit<ApiError, 'name' | 'retryAfter'>) {
    super(message);
    Object.assign(this, answer, { retryAfter: retryAfterOf(answer.headers) });
  }
}

/** `Retry-After` in seconds; proxies may write it as a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  // `Date.parse` reads nearly anything as a date, and a date without a zone as local time.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const seconds = (Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** No answer came: the service can't be reached, or the connection was cut. `cause` says why. */
export class NoAnswerError extends CommerceError {}

/** The call took longer than its `timeoutMs`. */
export class DeadlineError extends CommerceError {
  constructor(readonly timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
  }
}

/** The search has more records than its pages reach: narrow it, take a `limit`, or export it. */
export class PageWindowError extends CommerceError {
  constructor(
    /** Most records that the pages of the operation reach. */
    readonly window: number,
    /** Records of the search; undefined for live streams, which come without a total. */
    readonly total: number | undefined,
  ) {
    const found = total === undefined ? `at least ${window} records, maybe more` : `${total} records`;
    super(`The search has ${found}; pages reach ${window}. Narrow it, set a limit, or use the export.`);
  }
}

/** The data changed during a walk: records may be missing from it, or come twice. */
export class DataChangedError extends CommerceError {
  constructor(
    /** The version of the pages before. */
    readonly from: string,
    /** The version of the page that came now. */
    readonly to: string,
  ) {
    super(`The data changed during the walk, from version ${from} to ${to}.`);
  }
}

/** An export has fewer rows than match, because its `limit` or an operator of the service sets a maximum. */
export class TruncatedError extends CommerceError {
  constructor(
    /** Rows that the export has. */
    readonly rows: number,
    /** Rows that match. */
    readonly matchedRows: number,
  ) {
    super(`The export has ${rows} of ${matchedRows} rows that match: narrow the filter, or split it.`);
  }
}

/** An export ended before its last row. What came is not the whole. */
export class BrokenExportError extends CommerceError {
  constructor(
    /** Rows that came; 0 of a Parquet file, which can't be read without its end. */
    readonly rows: number,
    /** Rows that were to come; NaN when something in front of the service took that away. */
    readonly totalRows: number,
    /** What the service said of it, if it could. */
    readonly reason?: { readonly code: ErrorCode; readonly message: string; readonly request_id: string },
    options?: ErrorOptions,
  ) {
    const why = reason === undefined ? '' : `: ${reason.message}`;
    super(`The export broke off after ${rows} of ${totalRows} rows${why}`, options);
  }
}
