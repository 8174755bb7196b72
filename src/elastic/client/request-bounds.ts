/** Options of the client for one request. */
export interface RequestBounds {
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
}

/**
 * How long a request may take, and what ends it before.
 * @param signal may be shared: the client ends a late request by an event at its signal, so each gets one of its own
 */
export const boundedBy = (timeoutMs: number, signal: AbortSignal | undefined): RequestBounds => ({
  requestTimeout: timeoutMs,
  ...(signal && { signal: AbortSignal.any([signal]) }),
});
