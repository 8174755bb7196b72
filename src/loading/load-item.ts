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
  /** The document as JSON. */
  readonly source: string;
  readonly origin: Origin;
}
