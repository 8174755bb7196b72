import type { TokenDocument } from './token-store.js';

/** At most 20 reads a second. */
const READ_EVERY_MS = 50;

/** The result of a read; without a document when the token does not exist. */
export interface TokenRead {
  readonly document: TokenDocument | undefined;
  /** `performance.now()` before it was read. */
  readonly readAt: number;
}

interface Batch {
  readonly hashes: string[];
  readonly result: Promise<ReadonlyMap<string, TokenDocument>>;
  readAt: number;
}

/** Reads tokens in batches: at most 20 reads a second in this process, however many tokens are requested. */
export class BatchedTokenReads {
  private readonly inFlight = new Map<string, Promise<TokenRead>>();
  /** The next batch, while it is collected. */
  private next: Batch | undefined;
  private lastReadAt = -Infinity;

  /** @param read returns the existing tokens by hash */
  constructor(private readonly read: (hashes: readonly string[]) => Promise<ReadonlyMap<string, TokenDocument>>) {}

  /** Reads a token; concurrent calls for one token share a read. @throws what the read throws */
  find(hash: string): Promise<TokenRead> {
    const known = this.inFlight.get(hash);
    if (known !== undefined) return known;
    const batch = (this.next ??= this.gather());
    batch.hashes.push(hash);
    const reading = batch.result
      .then((documents) => ({ document: documents.get(hash), readAt: batch.readAt }))
      .finally(() => this.inFlight.delete(hash));
    this.inFlight.set(hash, reading);
    return reading;
  }

  private gather(): Batch {
    const waitMs = this.lastReadAt + READ_EVERY_MS - performance.now();
    const hashes: string[] = [];
    const due = waitMs > 0 ? new Promise<void>((resolve) => setTimeout(resolve, waitMs)) : Promise.resolve();
    const batch: Batch = {
      hashes,
      readAt: 0,
      result: due.then(() => {
        this.next = undefined;
        this.lastReadAt = batch.readAt = performance.now();
        return this.read(hashes);
      }),
    };
    return batch;
  }
}
