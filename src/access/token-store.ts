import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ElasticClient } from '../elastic/client/elastic-client.js';
import { ClusterReads, type TryOptions } from '../elastic/client/cluster-reads.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { StateStore } from '../elastic/state/state-store.js';
import { InternalFailure, UnavailableFailure, WorkFailure } from '../common/errors/failure.js';
import type { Scope, TokenLimits } from '../common/access-token.js';

/** A document of the `tokens` index: a token by its hash, never by its value. Times are Unix seconds. */
export interface TokenDocument {
  name: string;
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  scopes: Scope[];
  /** Limits of this token that differ from the general ones; 0 lifts a limit. */
  limits?: TokenLimits;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** The rights of the usable tokens of a name, and when the name was first made (Unix seconds). */
export interface TokenRights extends Pick<TokenDocument, 'scopes' | 'limits'> {
  readonly madeAt: number;
}

/** What is stored of a name: when it was first made (Unix seconds); absent for names of earlier releases. */
interface TokenName {
  readonly made_at?: number;
}

/** Names are unique, because tokens are revoked by name. */
const nameInUse = (name: string): WorkFailure =>
  new WorkFailure(`A token named "${name}" is in use; rotate or revoke it, or choose another name with --name.`);

const MOST_TOKENS = 10_000;

/** Begins the value of a token, so that scanners for leaked secrets find it. Tokens of earlier releases lack it. */
const PREFIX = 'cas_';

/** Whether a token is neither revoked nor expired at a time (Unix seconds). */
export function isUsable(token: TokenDocument, atSeconds: number): boolean {
  return token.revoked_at === null && (token.expires_at === null || token.expires_at > atSeconds);
}

/** SHA-256 of a token, hexadecimal. Only the hash is stored. */
export function hashToken(value: string): string {
  return hash('sha256', value, 'hex');
}

/** Documents are found by a part of the hash, so that the whole hash can be compared in constant time. */
const documentId = (hash: string): string => hash.slice(0, 16);

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const firstMade = (usable: readonly TokenDocument[], name: TokenName | undefined): number =>
  name?.made_at ?? Math.min(...usable.map(({ created_at }) => created_at));

/** Tokens in Elasticsearch, shared by all processes. */
@Injectable()
export class TokenStore {
  constructor(
    private readonly client: ElasticClient,
    private readonly names: IndexNames,
    private readonly reads: ClusterReads,
  ) {}

  /**
   * Creates a token and returns its value, which is not stored. `lifetime` is in seconds, null for ever; a limit of 0
   * lifts it.
   * @throws WorkFailure when a usable token has that name
   */
  async create(
    name: string,
    scopes: readonly Scope[],
    lifetime: number | null,
    limits: TokenLimits = {},
  ): Promise<string> {
    const rights = { scopes: [...scopes], ...(Object.keys(limits).length > 0 && { limits }) };
    return this.issue(name, lifetime, rights, true);
  }

  /**
   * Creates another token with the rights of the usable ones, which end `overlap` seconds from now or earlier.
   * @returns the value of the new token, which is not stored; undefined when no usable token has that name
   */
  async rotate(name: string, lifetime: number | null, overlap: number): Promise<string | undefined> {
    const before = await this.findUsable(name);
    const newest = before.at(-1);
    if (newest === undefined) return undefined;
    const { scopes, limits } = newest;
    const value = await this.issue(name, lifetime, { scopes, ...(limits && { limits }) }, false);
    const end = nowSeconds() + overlap;
    const longer = before.filter(({ expires_at }) => expires_at === null || expires_at > end);
    await this.change(longer, { expires_at: end });
    return value;
  }

  /** Stores a new token of a name. @throws WorkFailure when the name should be new and a usable token has it */
  private async issue(
    name: string,
    lifetime: number | null,
    rights: Pick<TokenDocument, 'scopes' | 'limits'>,
    isNew: boolean,
  ): Promise<string> {
    const state = new StateStore(this.client, this.names);
    const nameId = `name/${name}`;
    const taken = await state.get<TokenName>(nameId);
    const usable = await this.findUsable(name);
    if (isNew && usable.length > 0) throw nameInUse(name);
    const value = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const hash = hashToken(value);
    const now = nowSeconds();
    const expires = lifetime === null ? null : now + lifetime;
    const document: TokenDocument = { name, hash, ...rights, created_at: now, expires_at: expires, revoked_at: null };
    await this.client.create({ index: this.index, id: documentId(hash), document, refresh: true, require_alias: true });
    // Of two processes that have read the same state of the name, one fails here.
    const made_at = usable.length === 0 ? now : firstMade(usable, taken?.value);
    if ((await state.put<TokenName>(nameId, { made_at }, taken ?? 'absent')) === undefined) {
      await this.client.delete({ index: this.index, id: documentId(hash), refresh: true });
      throw nameInUse(name);
    }
    return value;
  }

  /** Lists all tokens, revoked and expired ones included, by name and then by age. */
  async list(): Promise<TokenDocument[]> {
    return this.search({ match_all: {} });
  }

  /** Revokes the tokens of that name. Returns the number of those that were usable. */
  async revoke(name: string): Promise<number> {
    const usable = await this.findUsable(name);
    await this.change(usable, { revoked_at: nowSeconds() });
    return usable.length;
  }

  private async change(tokens: readonly TokenDocument[], doc: Partial<TokenDocument>): Promise<void> {
    for (const { hash } of tokens) {
      await this.client.update({ index: this.index, id: documentId(hash), doc, refresh: true });
    }
  }

  /** The token of each hash, compared in constant time. @throws UnavailableFailure, InternalFailure */
  async findAll(hashes: readonly string[], timeoutMs: number): Promise<(TokenDocument | undefined)[]> {
    const documents = await this.reads.run('tokens', (options) => this.read(hashes, options), { timeoutMs });
    return hashes.map((hash, at) => {
      const document = documents[at];
      return document && timingSafeEqual(Buffer.from(document.hash), Buffer.from(hash)) ? document : undefined;
    });
  }

  private async read(hashes: readonly string[], options: TryOptions): Promise<(TokenDocument | undefined)[]> {
    const { docs } = await this.client.mget<TokenDocument>({ index: this.index, ids: hashes.map(documentId) }, options);
    return docs.map((doc) => {
      if (!('error' in doc)) return doc.found ? doc._source : undefined;
      const cause = new Error(`${this.index} can’t be read: ${doc.error.reason ?? doc.error.type}`);
      if (doc.error.type !== 'index_not_found_exception') {
        throw new UnavailableFailure('cluster_down', { cause });
      }
      throw new InternalFailure('failed', { cause });
    });
  }

  /** The rights of the newest usable token of a name; undefined without one. @throws UnavailableFailure, InternalFailure */
  async findByName(name: string, timeoutMs: number): Promise<TokenRights | undefined> {
    return this.reads.run(
      'tokens',
      async (options) => {
        const usable = await this.findUsable(name, options);
        const newest = usable.at(-1);
        if (newest === undefined) return undefined;
        const stored = await new StateStore(this.client, this.names).getAll([`name/${name}`], options);
        const madeAt = firstMade(usable, stored.get(`name/${name}`)?.value as TokenName | undefined);
        return { scopes: newest.scopes, ...(newest.limits && { limits: newest.limits }), madeAt };
      },
      { timeoutMs },
    );
  }

  private async findUsable(name: string, options?: TryOptions): Promise<TokenDocument[]> {
    return (await this.search({ term: { name } }, options)).filter((token) => isUsable(token, nowSeconds()));
  }

  private async search(
    query: { term: { name: string } } | { match_all: object },
    options?: TryOptions,
  ): Promise<TokenDocument[]> {
    const answer = await this.client.search<TokenDocument>(
      { index: this.index, query, size: MOST_TOKENS, sort: ['name', 'created_at'] },
      options,
    );
    return answer.hits.hits.map((hit) => hit._source as TokenDocument);
  }

  private get index(): string {
    return this.names.alias('tokens');
  }
}
