import { LRUCache } from 'lru-cache';
import type { Limits } from '../http/access/limits.js';
import type { AccessToken } from '../http/request/request-context.js';
import { TokenVerifier } from '../http/access/token-verifier.js';
import { BatchedTokenReads } from './batched-token-reads.js';
import { hashToken, isUsable } from './token-store.js';
import type { TokenDocument, TokenStore } from './token-store.js';

/** A revocation acts within 5 s: a read is used no longer than this, counted from its start. */
const KNOWN_FOR_MS = 4000;
/** While the tokens can't be read, a read is used for this long. */
const KNOWN_IN_OUTAGE_MS = 60_000;
/** A read without an answer after this time counts as failed. */
const OUTAGE_AFTER_MS = 500;
/** After a failed read, requests do not wait for another one for this long. */
const OUTAGE_FOR_MS = 1000;
/** Timeout of a read: one that hangs must not hide a revocation once the tokens can be read again. */
const LONGEST_READ_MS = 2000;
/** From this age on a token is read again in the background, so that requests don't wait. */
const RENEWED_AFTER_MS = 2000;
/** A new token acts within 1 s: "unknown" is cached no longer than this. */
const UNKNOWN_FOR_MS = 500;
const MOST_ENTRIES = 10_000;

interface Known {
  readonly document: TokenDocument;
  readonly token: AccessToken;
  /** `performance.now()` before it was read. */
  readonly readAt: number;
}

const isOlder = (readAt: number, milliseconds: number): boolean => performance.now() - readAt >= milliseconds;

const usableToken = (known: Known | undefined): AccessToken | undefined =>
  known !== undefined && isUsable(known.document, Date.now() / 1000) ? known.token : undefined;

/** The limits of a token: its own, or else the general ones; absent when there is none. */
function limitsOf(own: Limits, general: Limits): Pick<AccessToken, 'limits'> {
  const limits = Object.fromEntries(Object.entries({ ...general, ...own }).filter(([, limit]) => limit > 0)) as Limits;
  const { perSecond, perMinute, perDay } = limits;
  return perSecond === undefined && perMinute === undefined && perDay === undefined ? {} : { limits };
}

/**
 * Verifies tokens with a short cache: a revocation acts within 5 s, a new token within 1 s, in every process. While
 * the tokens can't be read, those in use go on for 60 s.
 */
export class CachedTokenVerifier extends TokenVerifier {
  private readonly known = new LRUCache<string, Known>({ max: MOST_ENTRIES });
  /** When unknown tokens were read. A cache of its own, so that guesses can't evict known tokens. */
  private readonly unknown = new LRUCache<string, number>({ max: MOST_ENTRIES });
  private readonly reads: BatchedTokenReads;
  private outageUntil = -Infinity;

  constructor(
    store: Pick<TokenStore, 'findAll'>,
    timeoutMs: number,
    /** Limits of tokens that have none of their own. */
    private readonly limits: Limits = {},
  ) {
    super();
    this.reads = new BatchedTokenReads((hashes) => store.findAll(hashes, Math.min(timeoutMs, LONGEST_READ_MS)));
  }

  /** @throws UnavailableFailure when the token is not in the cache and can't be looked up */
  override verify(value: string): AccessToken | undefined | Promise<AccessToken | undefined> {
    const found = this.find(value);
    return found instanceof Promise ? found.then(usableToken) : usableToken(found);
  }

  private find(value: string): Known | undefined | Promise<Known | undefined> {
    const hash = hashToken(value);
    const known = this.known.get(hash);
    if (known === undefined || isOlder(known.readAt, KNOWN_IN_OUTAGE_MS)) {
      return isOlder(this.unknown.get(hash) ?? -Infinity, UNKNOWN_FOR_MS) ? this.read(hash) : undefined;
    }
    if (!isOlder(known.readAt, RENEWED_AFTER_MS)) return known;
    const renewing = this.read(hash).catch(() => known);
    if (!isOlder(known.readAt, KNOWN_FOR_MS) || performance.now() < this.outageUntil) return known;
    return this.unlessLate(renewing, known);
  }

  /** The result of a read, or the last known one when the read takes too long. */
  private async unlessLate(renewing: Promise<Known | undefined>, known: Known): Promise<Known | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Known>((resolve) => {
      timer = setTimeout(() => {
        this.outageUntil = performance.now() + OUTAGE_FOR_MS;
        resolve(known);
      }, OUTAGE_AFTER_MS);
    });
    return Promise.race([renewing, late]).finally(() => clearTimeout(timer));
  }

  private async read(hash: string): Promise<Known | undefined> {
    try {
      const { document, readAt } = await this.reads.find(hash);
      this.outageUntil = -Infinity;
      return this.keep(hash, document, readAt);
    } catch (error) {
      this.outageUntil = performance.now() + OUTAGE_FOR_MS;
      throw error;
    }
  }

  private keep(hash: string, document: TokenDocument | undefined, readAt: number): Known | undefined {
    const newest = this.known.get(hash);
    if (newest !== undefined && newest.readAt >= readAt) return newest;
    if (document === undefined) {
      this.known.delete(hash);
      this.unknown.set(hash, readAt);
      return undefined;
    }
    const { name, scopes, limits = {} } = document;
    const known = { document, token: { name, scopes, ...limitsOf(limits, this.limits) }, readAt };
    this.known.set(hash, known);
    return known;
  }
}
