import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { type Config, CONFIG } from '../config/config.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { type AccessToken, limitedToken } from '../common/access-token.js';
import { hashToken, isUsable, type TokenDocument, TokenStore } from './token-store.js';

/** A read token is valid for this long after the start of the read, so that a revocation acts within 5 s. */
const KNOWN_FOR_MS = 4000;
/** A token of this age is read again in the background, so that requests don't wait. */
const RENEWED_AFTER_MS = 2000;
/** A read token is valid for this long while tokens can't be read. */
const KNOWN_IN_OUTAGE_MS = 60_000;
/** A failed read is repeated after this time, even without a request: the first success shows revocations. */
const RETRY_AFTER_MS = 500;
/** At most 20 reads per second. */
const READ_EVERY_MS = 50;
const MOST_TOKENS = 10_000;

interface CachedToken {
  readonly document: TokenDocument | undefined;
  /** Of the document. */
  readonly token: AccessToken | undefined;
  /** `performance.now()` before the read. */
  readonly readAt: number;
}

const isOlder = ({ readAt }: CachedToken, milliseconds: number): boolean => performance.now() - readAt >= milliseconds;

/** Verifies tokens with a short cache: within 5 s of a revocation, 1 s of a new token; for 60 s without reads. */
@Injectable()
export class CachedTokenVerifier {
  /** Unknown tokens are not cached, so that guesses can't evict known ones. */
  private readonly tokens = new LRUCache<string, CachedToken>({
    max: MOST_TOKENS,
    ttl: RENEWED_AFTER_MS,
    // The clock of `readAt`.
    perf: performance,
    fetchMethod: (hash, cached, { options }) => this.read(hash, cached, options),
  });
  /** Resolves when the next read may begin. */
  private pause: Promise<unknown> = Promise.resolve();
  private readonly reads = new DataLoader<string, CachedToken>(
    async (hashes) => {
      this.pause = new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      const readAt = performance.now();
      const documents = await this.store.findAll(hashes, this.readTimeoutMs);
      return documents.map((document) => {
        const token = document && limitedToken(document.name, document.scopes, this.config.limits, document.limits);
        return { document, token, readAt };
      });
    },
    { cache: false, batchScheduleFn: (read) => void this.pause.then(read) },
  );
  private readonly readTimeoutMs: number;
  private outageUntil = -Infinity;

  constructor(
    @Inject(TokenStore) private readonly store: Pick<TokenStore, 'findAll'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs' | 'limits'>,
  ) {
    this.readTimeoutMs = Math.min(config.requestTimeoutMs, KNOWN_FOR_MS);
  }

  /** @throws UnavailableFailure when the token is not in the cache and can't be looked up */
  async verify(value: string): Promise<AccessToken | 'unknown' | 'expired' | 'revoked'> {
    const hash = hashToken(value);
    const cached = this.tokens.peek(hash, { allowStale: true });
    const goodForMs = performance.now() < this.outageUntil ? KNOWN_IN_OUTAGE_MS : KNOWN_FOR_MS;
    const allowStale = cached !== undefined && !isOlder(cached, goodForMs);
    const current = await this.tokens.fetch(hash, { allowStale });
    if (current === undefined) return 'unknown';
    if (isOlder(current, KNOWN_IN_OUTAGE_MS)) throw new UnavailableFailure('token_unread');
    const { document, token } = current;
    if (document === undefined || token === undefined) return 'unknown';
    if (!isUsable(document, Date.now() / 1000)) return document.revoked_at === null ? 'expired' : 'revoked';
    return token;
  }

  /** @returns the cached token when it can't be read; undefined for an unknown token */
  private async read(
    hash: string,
    cached: CachedToken | undefined,
    options: { ttl?: number },
  ): Promise<CachedToken | undefined> {
    try {
      const read = await this.reads.load(hash);
      this.outageUntil = -Infinity;
      options.ttl = Math.max(1, RENEWED_AFTER_MS - (performance.now() - read.readAt));
      return read.document === undefined && cached === undefined ? undefined : read;
    } catch (error) {
      this.outageUntil = performance.now() + RETRY_AFTER_MS + this.readTimeoutMs + 2 * READ_EVERY_MS;
      if (cached === undefined) throw error;
      if (!isOlder(cached, KNOWN_IN_OUTAGE_MS)) setTimeout(() => void this.tokens.fetch(hash), RETRY_AFTER_MS).unref();
      options.ttl = 1;
      return cached;
    }
  }
}
