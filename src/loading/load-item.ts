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
  /** The document as JSON: bytes, which lie outside the heap of the collector. */
  readonly source: Buffer;
  readonly origin: Origin;
  /** An earlier item of the same id, which counts again when Elasticsearch refuses this one. */
  readonly replaces?: LoadItem;
}

/** Told of every item that is sent: stored, or refused with Elasticsearch's reason. */
export interface WriteListener {
  /**
   * @param before what the index held under the id before, as JSON; undefined when it held nothing
   */
  stored(item: LoadItem, before: Buffer | undefined): void;
  refused(item: LoadItem, reason: string): void | Promise<void>;
}
