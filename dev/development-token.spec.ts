import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../src/common/access-token.js';
import { ensureDevelopmentToken, ensureLinkSecret } from './development-token.js';
import { hashToken, isUsable, type TokenDocument, type TokenStore } from '../src/access/token-store.js';

/** Tokens in memory, as the store in Elasticsearch keeps them. */
class TokensInMemory implements Pick<TokenStore, 'create' | 'findAll' | 'revoke'> {
  readonly kept: TokenDocument[] = [];

  async create(name: string, scopes: readonly Scope[], lifetime: number | null): Promise<string> {
    const value = `token-${this.kept.length}`;
    this.kept.push({
      name,
      hash: hashToken(value),
      scopes: [...scopes],
      created_at: 0,
      expires_at: lifetime,
      revoked_at: null,
    });
    return value;
  }

  async findAll([hash]: readonly string[]): Promise<(TokenDocument | undefined)[]> {
    return [this.kept.find((token) => token.hash === hash)];
  }

  async revoke(name: string): Promise<number> {
    const usable = this.kept.filter((token) => token.name === name && isUsable(token, 0));
    for (const token of usable) token.revoked_at = 1;
    return usable.length;
  }
}

describe('ensureDevelopmentToken', () => {
  let folder: string;
  let tokens: TokensInMemory;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'development-token-'));
    tokens = new TokensInMemory();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const ensure = (): Promise<string> => ensureDevelopmentToken(tokens as unknown as TokenStore, folder);
  const valueIn = async (file: string): Promise<string> => (await readFile(file, 'utf8')).trim();
  const usable = (): TokenDocument[] => tokens.kept.filter((token) => isUsable(token, Date.now() / 1000));

  it('leaves a token of every scope in a file that only its owner may read', async () => {
    const file = await ensure();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [token] = (await tokens.findAll([hashToken(await valueIn(file))])).values();
    expect(token).toMatchObject({
      name: 'development',
      scopes: ['video', 'product', 'live', 'ranking', 'export'],
      expires_at: null,
      revoked_at: null,
    });
  });

  it('keeps the token that is there while it works', async () => {
    const first = await valueIn(await ensure());
    expect(await valueIn(await ensure())).toBe(first);
    expect(tokens.kept).toHaveLength(1);
  });

  it.each([
    ['was revoked', async () => void (await tokens.revoke('development'))],
    ['is gone with the data of the node', async () => void tokens.kept.splice(0)],
    ['is gone from the folder', (file: string) => rm(file)],
    ['was written over', (file: string) => writeFile(file, '\n')],
  ])('makes a new one when the old one %s, and leaves no other that works', async (_, spoil) => {
    const file = await ensure();
    await spoil(file);
    const value = await valueIn(await ensure());
    expect(usable().map(({ hash }) => hash)).toEqual([hashToken(value)]);
  });

  it('has a secret of links, which stays', async () => {
    const secret = await ensureLinkSecret(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await ensureLinkSecret(folder)).toBe(secret);
    expect((await stat(join(folder, 'link-secret'))).mode & 0o777).toBe(0o600);
  });
});
