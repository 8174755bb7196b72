import type { Origin } from '../load-item.js';

/** What stands at one place of an input: a value that may be a record, or the reasons why nothing could be read. */
export interface ReadRecord {
  readonly origin: Origin;
  readonly value?: unknown;
  readonly reasons?: readonly string[];
}
