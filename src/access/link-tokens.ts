import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type AccessToken, limitedToken } from '../common/access-token.js';
import { Failure } from '../common/errors/failure.js';
import type { Link } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import { openLink } from './link.js';
import { type TokenRights, TokenStore } from './token-store.js';

/** A name is looked up again after this time, so that a revocation acts within 5 s. */
const KNOWN_FOR_MS = 4000;
const MOST_NAMES = 1000;

/** The tokens that links are opened with: each link lives while its name has a usable token. */
@Injectable()
export class LinkTokens {
  private readonly names = new LRUCache<string, TokenRights>({
    max: MOST_NAMES,
    ttl: KNOWN_FOR_MS,
    fetchMethod: (name) => this.store.findByName(name, this.config.requestTimeoutMs),
  });

  constructor(
    @Inject(TokenStore) private readonly store: Pick<TokenStore, 'findByName'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits' | 'linkSecrets' | 'requestTimeoutMs'>,
  ) {}

  /** When the name of a token was first made; undefined where none of its tokens is usable. Unix seconds. */
  async madeAt(name: string): Promise<number | undefined> {
    return (await this.names.fetch(name))?.madeAt;
  }

  /**
   * The link of a token and a file name, and the access token that it is opened with.
   * @returns a refusal for one that was not made here, was changed, or whose name has no usable token any more
   * @throws Failure (410) for one that has expired
   */
  async open(token: string, file: string): Promise<{ link: Link; token: AccessToken } | 'unknown' | 'revoked'> {
    const link = openLink(this.config.linkSecrets, token, file);
    if (link === undefined) return 'unknown';
    if (link.expiresAt <= Date.now() / 1000) {
      const day = new Date(link.expiresAt * 1000).toISOString();
      throw new Failure('gone', `The link expired at ${day}; make another one with POST /v1/links.`);
    }
    const rights = await this.names.fetch(link.name);
    if (rights === undefined || rights.madeAt !== link.nameMadeAt) return 'revoked';
    return { link, token: limitedToken(link.name, rights.scopes, this.config.limits, rights.limits) };
  }
}
