import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const MOST_BYTES = 8 * 1024 * 1024;
/** Longer ones are lists of ids, which hardly come again. */
const LONGEST_BYTES = 2048;
/** What a value and the request that is made of it take in memory, for each byte of its text and beside it. */
const BYTES_FOR_A_BYTE = 8;
const ENTRY_BYTES = 600;

/**
 * Bodies that came before, by their bytes: one that comes again is the same object, so that neither it nor what is made
 * of it needs to be made again. Values are frozen, as requests share them.
 */
@Injectable()
export class KnownBodies {
  private readonly values = new LRUCache<string, object>({
    maxSize: MOST_BYTES,
    sizeCalculation: (_, key) => ENTRY_BYTES + BYTES_FOR_A_BYTE * key.length,
  });

  /**
   * The value of a body, which `parse` makes unless it is known.
   * @throws what `parse` throws
   */
  read(contentType: string, bytes: Buffer, parse: (contentType: string, bytes: Buffer) => unknown): unknown {
    if (bytes.length > LONGEST_BYTES) return parse(contentType, bytes);
    const key = `${contentType}\n${bytes.toString('latin1')}`;
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = parse(contentType, bytes);
    if (typeof value === 'object' && value !== null) this.values.set(key, deepFrozen(value));
    return value;
  }
}

/** The same object, which nothing can change any more. */
export function deepFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFrozen(member);
  return Object.freeze(value);
}
