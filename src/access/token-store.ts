import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ELASTIC_CLIENT } from '../elastic/elastic-tokens.js';
import { translateElasticError } from '../elastic/failure-translation.js';
import { IndexNames } from '../elastic/index-names.js';
import type { Scope } from '../http/request-context.js';
import type { ElasticClient } from '../elastic/elastic-client.js';

/** A document of the `tokens` index: a token by its hash, never by its value. Times are Unix seconds. */
export interface TokenDocument {
  name: string;
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  scopes: Scope[];
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

const MOST_TOKENS = 10_000;

/** Tokens as kept in Elasticsearch, shared by all processes. */
@Injectable()
export class TokenStore {
  constructor(
    @Inject(ELASTIC_CLIENT) private readonly client: ElasticClient,
    @Inject(IndexNames) private readonly names: IndexNames,
  ) {}

  /**
   * Makes a token and keeps its hash.
   * @returns the token itself, which is shown once and kept nowhere
   * @throws Error when a token of that name is in use
   */
  async create(name: string, scopes: readonly Scope[], expiresAt: number | null): Promise<string> {
    const named = await this.list();
    if (named.some((token) => token.name === name && token.revoked_at === null)) {
      throw new Error(`A token named "${name}" is in use; revoke it first or choose another name.`);
    }
    const value = randomBytes(32).toString('base64url');
    const hash = hashToken(value);
    const document: TokenDocument = {
      name,
      hash,
      scopes: [...scopes],
      created_at: Math.floor(Date.now() / 1000),
      expires_at: expiresAt,
      revoked_at: null,
    };
    await this.client.create({ index: this.index, id: idOf(hash), document, refresh: true });
    return value;
  }

  /** Every token ever made, by name. */
  async list(): Promise<TokenDocument[]> {
    const answer = await this.client.search<TokenDocument>({ index: this.index, size: MOST_TOKENS, sort: ['name', 'created_at'] });
    return answer.hits.hits.map((hit) => hit._source as TokenDocument);
  }

  /** Revokes the tokens of that name; returns how many there were in use. */
  async revoke(name: string): Promise<number> {
    const inUse = (await this.list()).filter((token) => token.name === name && token.revoked_at === null);
    const revoked = { revoked_at: Math.floor(Date.now() / 1000) };
    for (const { hash } of inUse) await this.client.update({ index: this.index, id: idOf(hash), doc: revoked, refresh: true });
    return inUse.length;
  }

  /**
   * The token of that value, compared in constant time; undefined when there is none.
   * @throws UnavailableFailure when Elasticsearch does not answer
   */
  async find(value: string, timeoutMs: number): Promise<TokenDocument | undefined> {
    const hash = hashToken(value);
    try {
      const answer = await this.client.get<TokenDocument>(
        { index: this.index, id: idOf(hash) },
        { requestTimeout: timeoutMs, ignore: [404] },
      );
      if ('error' in answer) throw new Error('The token index is missing.');
      const document = answer.found ? answer._source : undefined;
      return document !== undefined && timingSafeEqual(Buffer.from(document.hash), Buffer.from(hash)) ? document : undefined;
    } catch (error) {
      throw translateElasticError(error);
    }
  }

  private get index(): string {
    return this.names.alias('tokens');
  }
}

/** SHA-256 of a token, hexadecimal: what is kept of it. */
export function hashToken(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

const idOf = (hash: string): string => hash.slice(0, 16);
