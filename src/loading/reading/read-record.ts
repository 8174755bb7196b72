import type { Origin } from '../load-item.js';

/** One line or row of an input: a value that may be a record, or the reasons why it could not be read. */
export interface ReadRecord {
  readonly origin: Origin;
  readonly value?: unknown;
  readonly reasons?: readonly string[];
}
