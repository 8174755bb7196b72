/** Envelope codes of failures (docs/api.md, "Envelope"); 0 is success. */
export const ErrorCode = {
  /** The request is at fault: HTTP 400, 405, 413 or 415. */
  Parameter: 10001,
  /** No such path: HTTP 404. */
  NotFound: 20001,
  /** No token, a bad one (401) or one without the operation's scope (403). */
  Unauthorized: 30001,
  /** The token's daily quota is used up: HTTP 429. */
  QuotaExhausted: 30002,
  /** Too many requests: HTTP 429. */
  TooManyRequests: 30003,
  /** The service is at fault: HTTP 503 when waiting helps, else 500. */
  Service: 40001,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
