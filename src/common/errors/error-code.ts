/** Envelope codes of failures (docs/api.md, "Envelope"); 0 is success. */
export const ErrorCode = {
  /** The request is not valid: HTTP 400, 405, 413 or 415. */
  Parameter: 10001,
  /** The path does not exist: HTTP 404. */
  NotFound: 20001,
  /** The token is missing or invalid (HTTP 401), or does not have the scope of the operation (403). */
  Unauthorized: 30001,
  /** The token's daily quota is used up: HTTP 429. */
  QuotaExhausted: 30002,
  /** The token has sent too many requests: HTTP 429. */
  TooManyRequests: 30003,
  /** The service has a fault: HTTP 503 when a retry may succeed, otherwise 500. */
  Service: 40001,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
