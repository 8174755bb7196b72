import { LRUCache } from 'lru-cache';
import type { Limits } from '../http/access/limits.js';
import type { AccessToken } from '../http/request/request-context.js';
import { TokenVerifier } from '../http/access/token-verifier.js';
import { hashToken, isUsable } from './token-store.js';
import type { TokenDocument, TokenStore } from './token-store.js';

/** A revocation acts within 5 s: what was read is used no longer than this, counted from before it was read. */
const KNOWN_FOR_MS = 4000;
/** From this age on it is read again while the older answer is still used, so that requests don't wait for it. */
const RENEWED_AFTER_MS = 2000;
/** A new token acts within 1 s: that there is none is believed no longer than this. */
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

/** The limits of a token: its own, those of tokens in general where it has none; absent when none is left. */
function limitsOf(own: Limits, general: Limits): Pick<AccessToken, 'limits'> {
  const limits = Object.fromEntries(Object.entries({ ...general, ...own }).filter(([, limit]) => limit > 0)) as Limits;
  const { perSecond, perMinute, perDay } = limits;
  return perSecond === undefined && perMinute === undefined && perDay === undefined ? {} : { limits };
}

/** Verifies tokens with a short cache: a revocation acts within 5 s, a new token within 1 s, in every process. */
export class CachedTokenVerifier extends TokenVerifier {
  private readonly known = new LRUCache<string, Known>({ max: MOST_ENTRIES });
  /** When unknown ones were read; apart from the known ones, so that guessing can't push those out. */
  private readonly unknown = new LRUCache<string, number>({ max: MOST_ENTRIES });
  private readonly reading = new Map<string, Promise<Known | undefined>>();

  constructor(
    private readonly store: Pick<TokenStore, 'find'>,
    private readonly timeoutMs: number,
    /** Of tokens that have none of their own. */
    private readonly limits: Limits = {},
  ) {
    super();
  }

  /** @throws UnavailableFailure when the token is not in the cache and can't be looked up */
  override verify(value: string): AccessToken | undefined | Promise<AccessToken | undefined> {
    const found = this.find(value);
    return found instanceof Promise ? found.then(usableToken) : usableToken(found);
  }

  private find(value: string): Known | undefined | Promise<Known | undefined> {
    const hash = hashToken(value);
    const known = this.known.get(hash);
    if (known === undefined || isOlder(known.readAt, KNOWN_FOR_MS)) {
      return isOlder(this.unknown.get(hash) ?? -Infinity, UNKNOWN_FOR_MS) ? this.readOnce(hash) : undefined;
    }
    if (isOlder(known.readAt, RENEWED_AFTER_MS)) this.readOnce(hash).catch(() => undefined);
    return known;
  }

  private readOnce(hash: string): Promise<Known | undefined> {
    const pending = this.reading.get(hash);
    if (pending !== undefined) return pending;
    const reading = this.read(hash).finally(() => this.reading.delete(hash));
    this.reading.set(hash, reading);
    return reading;
  }

  private async read(hash: string): Promise<Known | undefined> {
    const readAt = performance.now();
    const document = await this.store.find(hash, this.timeoutMs);
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
