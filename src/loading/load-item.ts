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
  /** The document as JSON, in bytes: they lie outside the V8 heap. */
  readonly source: Buffer;
  readonly origin: Origin;
  /** An earlier item of the same id; it is stored when Elasticsearch refuses this one. */
  readonly replaces?: LoadItem;
}

/** Called for every item that was sent: stored, or refused with Elasticsearch's reason. */
export interface WriteListener {
  /**
   * @param before the document that the index held under this id, as JSON; undefined when there was none
   */
  stored(item: LoadItem, before: Buffer | undefined): void;
  refused(item: LoadItem, reason: string): void | Promise<void>;
}
