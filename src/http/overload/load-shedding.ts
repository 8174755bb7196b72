/** Decides which requests are refused because of load; bound by the app module to the bulkhead of searches. */
export abstract class LoadShedding {
  /** Whether to refuse a request that nobody has read yet: no search has room, and this process itself is overloaded. */
  abstract refusesUnread(): boolean;
}
