import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { type AccessToken, limitedToken } from '../common/access-token.js';
import { Failure } from '../common/errors/failure.js';
import type { Link } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import { TokenStore } from './token-store.js';

/** Below it stand the tokens of links, which no log shows. */
export const LINKS_PATH = 'v1/links';

const SIGNATURE_CHARACTERS = 43;
/** Far above what a link of 2,000 characters can hold. */
const MOST_BYTES = 1_048_576;

/** What the token of a link holds. */
type Content = [operation: string, request: object, name: string, nameMadeAt: number, expiresAt: number];

const sign = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** The token of a link: its content, deflated, and a signature of it and of the file's name. */
export function linkToken(secret: string, file: string, link: Link): string {
  const { operation, request, name, nameMadeAt, expiresAt } = link;
  const text = JSON.stringify([operation, request, name, nameMadeAt, expiresAt]);
  const content = deflateRawSync(text, { level: 9 }).toString('base64url');
  return `${content}.${sign(secret, `${content}/${file}`).toString('base64url')}`;
}

/** Reads the token of a link back; undefined where none of the secrets has signed it. */
export function openLink(secrets: readonly string[], token: string, file: string): Link | undefined {
  const [content = '', signature = '', ...others] = token.split('.');
  const sent = Buffer.from(signature, 'base64url');
  const isSigned = secrets.map((secret) => {
    const expected = sign(secret, `${content}/${file}`);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  // Another spelling of the same bytes is another token.
  const isWellFormed = others.length === 0 && signature.length === SIGNATURE_CHARACTERS;
  if (!isWellFormed || sent.toString('base64url') !== signature || !isSigned.includes(true)) return undefined;
  const text = inflateRawSync(Buffer.from(content, 'base64url'), { maxOutputLength: MOST_BYTES }).toString();
  const [operation, request, name, nameMadeAt, expiresAt] = JSON.parse(text) as Content;
  return { operation, request, name, nameMadeAt, expiresAt };
}

/** The tokens that links are opened with: each link lives while its name has a usable token. */
@Injectable()
export class LinkTokens {
  constructor(
    @Inject(TokenStore) private readonly store: Pick<TokenStore, 'findByName'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits' | 'linkSecrets' | 'requestTimeoutMs'>,
  ) {}

  /** When the name of a token was first made; undefined where none of its tokens is usable. Unix seconds. */
  async madeAt(name: string): Promise<number | undefined> {
    return (await this.store.findByName(name, this.config.requestTimeoutMs))?.madeAt;
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
    const rights = await this.store.findByName(link.name, this.config.requestTimeoutMs);
    if (rights === undefined || rights.madeAt !== link.nameMadeAt) return 'revoked';
    return { link, token: limitedToken(link.name, rights.scopes, this.config.limits, rights.limits) };
  }
}
