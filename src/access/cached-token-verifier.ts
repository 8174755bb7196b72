import { LRUCache } from 'lru-cache';
import type { AccessToken } from '../http/request-context.js';
import { TokenVerifier } from '../http/token-verifier.js';
import { hashToken } from './token-store.js';
import type { TokenDocument, TokenStore } from './token-store.js';

const KNOWN_FOR_MS = 4000;
const UNKNOWN_FOR_MS = 500;
const MOST_ENTRIES = 10_000;

/** Verifies tokens with a short cache: a revocation acts within 5 s, a new token within 1 s, in every process. */
export class CachedTokenVerifier extends TokenVerifier {
  private readonly cache = new LRUCache<string, { found: Promise<TokenDocument | undefined> }>({ max: MOST_ENTRIES });

  constructor(
    private readonly store: Pick<TokenStore, 'find'>,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  /** @throws UnavailableFailure when the tokens can't be looked up */
  override async verify(value: string): Promise<AccessToken | undefined> {
    const document = await this.find(value);
    if (document === undefined || document.revoked_at !== null) return undefined;
    if (document.expires_at !== null && document.expires_at <= Date.now() / 1000) return undefined;
    return { name: document.name, scopes: document.scopes };
  }

  private find(value: string): Promise<TokenDocument | undefined> {
    const key = hashToken(value);
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached.found;
    const entry = { found: this.store.find(value, this.timeoutMs) };
    this.cache.set(key, entry, { ttl: KNOWN_FOR_MS });
    entry.found.then(
      (document) => {
        if (document === undefined) this.cache.set(key, entry, { ttl: UNKNOWN_FOR_MS });
      },
      () => this.cache.delete(key),
    );
    return entry.found;
  }
}
