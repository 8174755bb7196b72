import type { StoredRecord } from './load-kind.js';

/** Where a record was read. */
export interface Origin {
  readonly file: string;
  /** 1 is the first. */
  readonly line: number;
  /** The line as it was read, for the rejects file. */
  readonly text: string;
}

/** A record on its way into an index. */
export interface LoadItem {
  /** Identifies the document: the later item of equal ids wins. */
  readonly id: string;
  /** The document as it is written: JSON, in bytes, which lie outside the V8 heap. */
  readonly source: Buffer;
  /** What of it is read back: the same bytes, or fewer where the index keeps a field for searches alone. */
  readonly kept: Buffer;
  readonly origin: Origin;
  /** An earlier item of the same id; it is stored when Elasticsearch refuses this one. */
  readonly replaces?: LoadItem;
}

/** A record as its index stores it, on its way there. */
export function toLoadItem({ id, document, kept }: StoredRecord, origin: Origin): LoadItem {
  const source = Buffer.from(JSON.stringify(document));
  return { id, source, kept: kept === document ? source : Buffer.from(JSON.stringify(kept)), origin };
}

/** Called for every item that was sent: stored, or refused with Elasticsearch's reason. */
export interface WriteListener {
  /**
   * @param before the document that the index held under this id, as JSON; undefined when there was none
   */
  stored(item: LoadItem, before: Buffer | undefined): void;
  refused(item: LoadItem, reason: string): void | Promise<void>;
}
