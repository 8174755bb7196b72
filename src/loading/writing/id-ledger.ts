import { hash } from 'node:crypto';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Distinct ids of a load, and of them those that are new, whose document changed and whose document stayed the same. */
export type LedgerTally = Readonly<Record<'distinct' | 'loaded' | 'updated' | 'unchanged', number>>;

const DIGEST_BYTES = 16;
const CONTENT_BYTES = 8;
const ENTRY_BYTES = DIGEST_BYTES + 2 * CONTENT_BYTES;
const PARTITIONS = 256;
const BUFFERED_ENTRIES = 512;
const ABSENT = '\0'.repeat(CONTENT_BYTES);

/**
 * Counts the distinct ids of a load by outcome, exactly. Entries are partitioned by a digest of the id. A partition of
 * more than a few hundred entries is written to a temporary file; partitions are counted one by one.
 */
export class IdLedger {
  private readonly partitions = Array.from({ length: PARTITIONS }, () => new Partition());

  /**
   * Adds a stored item with its document before, if there was one, and now; items of one id in the order of storing.
   * @returns whether the document has changed
   */
  add(id: string, before?: Buffer, after?: Buffer): boolean {
    const key = digest(id, DIGEST_BYTES);
    const contentBefore = before === undefined ? ABSENT : digest(before, CONTENT_BYTES);
    const isSame = before !== undefined && after?.equals(before) === true;
    const contentAfter = isSame ? contentBefore : before && after ? digest(after, CONTENT_BYTES) : ABSENT;
    (this.partitions[key.charCodeAt(0)] as Partition).append(key + contentBefore + contentAfter);
    return !isSame;
  }

  /** Counts all entries, and ends the ledger. */
  tally(): LedgerTally {
    const tally = { distinct: 0, loaded: 0, updated: 0, unchanged: 0 };
    for (const partition of this.partitions) {
      const entries = partition.read();
      const firstAndLast = new Map<string, { first: number; last: number }>();
      for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
        const key = entries.toString('latin1', at, at + DIGEST_BYTES);
        const place = firstAndLast.get(key);
        if (place === undefined) firstAndLast.set(key, { first: at, last: at });
        else place.last = at;
      }
      for (const { first, last } of firstAndLast.values()) {
        const before = entries.toString('latin1', first + DIGEST_BYTES, first + DIGEST_BYTES + CONTENT_BYTES);
        const after = entries.toString('latin1', last + DIGEST_BYTES + CONTENT_BYTES, last + ENTRY_BYTES);
        tally.distinct += 1;
        if (before === ABSENT) tally.loaded += 1;
        else if (before === after) tally.unchanged += 1;
        else tally.updated += 1;
      }
    }
    return tally;
  }
}

/** The first bytes of a digest, one per character: far cheaper than a buffer. */
const digest = (content: string | Buffer, bytes: number): string => hash('sha256', content, 'binary').slice(0, bytes);

/** Entries in order: the newest in memory, the others in a temporary file without a name. */
class Partition {
  private readonly buffered = Buffer.alloc(BUFFERED_ENTRIES * ENTRY_BYTES);
  private length = 0;
  private file: number | undefined;

  append(entry: string): void {
    if (this.length === this.buffered.length) {
      this.file ??= openNamelessFile();
      writeSync(this.file, this.buffered);
      this.length = 0;
    }
    this.length += this.buffered.write(entry, this.length, 'latin1');
  }

  /** All entries; its file is closed. */
  read(): Buffer {
    const newest = this.buffered.subarray(0, this.length);
    if (this.file === undefined) return newest;
    const written = Buffer.alloc(fstatSync(this.file).size);
    for (let at = 0; at < written.length;) at += readSync(this.file, written, at, written.length - at, at);
    closeSync(this.file);
    return Buffer.concat([written, newest]);
  }
}

/** A temporary file that disappears with the process. */
function openNamelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'load-ids-'));
  try {
    return openSync(join(folder, 'ids'), 'wx+');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
