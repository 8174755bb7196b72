import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { startTestApp, type TestApp } from '../support/app.js';
import { Assistant } from '../support/assistant.js';
import { expectError } from '../support/api-client.js';
import { emptyIndices } from '../support/shared-indices.js';

export type Algorithm = 'RS256' | 'ES256' | 'EdDSA';

interface Key {
  readonly kid: string;
  readonly alg: Algorithm;
  readonly privateKey: CryptoKey;
}

const CLIENT = { id: 'assistant', redirect: 'https://assistant.example/callback' };

/** A key with its private part, in its process alone. */
export async function newKey(alg: Algorithm): Promise<Key> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid: randomBytes(8).toString('hex'), alg, privateKey };
}

/** An identity provider with real keys over HTTP: OpenID Connect, logins by its forms, JWTs as access tokens. */
export class IdentityProvider {
  readonly reads: string[] = [];
  isDown = false;
  private keys: readonly Key[] = [];
  private listener: RequestListener;

  private constructor(
    private readonly server: Server,
    readonly audience: string,
  ) {}

  static async start(audience: string): Promise<IdentityProvider> {
    const server = createServer((request, response) => provider.answer(request, response));
    const provider = new IdentityProvider(server, audience);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await provider.rotate();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async rotate(): Promise<void> {
    this.keys = await Promise.all((['RS256', 'ES256', 'EdDSA'] as const).map(newKey));
    const jwks = await Promise.all(
      this.keys.map(async ({ kid, alg, privateKey }) => ({ ...(await exportJWK(privateKey)), kid, alg, use: 'sig' })),
    );
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          redirect_uris: [CLIENT.redirect],
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: jwks },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      scopes: ['openid', 'video', 'product', 'ranking'],
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
      features: {
        devInteractions: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => undefined,
          getResourceServerInfo: () => ({
            scope: 'video product ranking',
            audience: this.audience,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
    });
    this.listener = provider.callback();
  }

  /** Logs in as a person does: the code flow with PKCE, by the provider's forms. */
  async logIn(account: string, scope: string): Promise<{ readonly access_token: string; readonly id_token: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const cookies = new Map<string, string>();
    const visit = async (address: string, form?: Record<string, string>): Promise<Response> => {
      const answer = await fetch(new URL(address, this.issuer), {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    const asked = new URLSearchParams({
      client_id: CLIENT.id,
      redirect_uri: CLIENT.redirect,
      response_type: 'code',
      scope: `openid ${scope}`,
      resource: this.audience,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    let answer = await visit(`/auth?${asked.toString()}`);
    for (let step = 0; step < 12; step++) {
      const next = answer.headers.get('location');
      if (next?.startsWith(CLIENT.redirect)) {
        const tokens = await visit('/token', {
          grant_type: 'authorization_code',
          client_id: CLIENT.id,
          redirect_uri: CLIENT.redirect,
          code: new URL(next).searchParams.get('code') ?? '',
          code_verifier: verifier,
          resource: this.audience,
        });
        return (await tokens.json()) as { access_token: string; id_token: string };
      }
      if (next !== null) answer = await visit(next);
      else {
        const page = await answer.text();
        const [, action] = /action="([^"]+)"/.exec(page) ?? [];
        if (action === undefined) throw new Error(`The identity provider answers ${answer.status}: ${page}`);
        const prompt = page.includes('name="login"') ? 'login' : 'consent';
        answer = await visit(action, { prompt, login: account, password: 'any' });
      }
    }
    throw new Error('The login does not end.');
  }

  /** Signs an access token as the provider would, with other claims or another key where they are given. */
  async sign(claims: JWTPayload = {}, alg: Algorithm = 'RS256', key?: Key): Promise<string> {
    const { kid, privateKey } = key ?? this.keyOf(alg);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: this.issuer,
      aud: this.audience,
      sub: 'somebody',
      iat: now,
      exp: now + 300,
      scope: 'video product ranking',
      ...claims,
    })
      .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
      .sign(privateKey);
  }

  private keyOf(alg: Algorithm): Key {
    const found = this.keys.find((own) => own.alg === alg);
    if (found === undefined) throw new Error(`There is no key for ${alg}.`);
    return found;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(...[request, response]: Parameters<RequestListener>): void {
    const path = request.url ?? '';
    if (/openid-configuration|jwks/.test(path)) this.reads.push(path);
    if (this.isDown) request.socket.destroy();
    else this.listener(request, response);
  }
}

const AUDIENCE = 'https://analytics.example/mcp';
const GRANTS = ['video', 'product', 'live', 'ranking', 'export'].map((scope): [string, string] => [scope, scope]);

describe('single sign-on', () => {
  let provider: IdentityProvider;
  let service: TestApp;
  let aheadMs = 0;
  const used = new Set<string>();

  beforeAll(async () => {
    // The identity provider warns that it is one of a test.
    for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    provider = await IdentityProvider.start(AUDIENCE);
    service = await start();
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
    jest.restoreAllMocks();
  });

  const start = (config: Partial<TestApp['config']> = {}): Promise<TestApp> =>
    startTestApp({
      name: 'sign-on',
      indices: emptyIndices(),
      config: {
        mcp: true,
        oidc: { issuer: provider.issuer, audience: ['other', AUDIENCE], claim: 'scope', grants: GRANTS },
        ...config,
      },
    });
  const ask = (token: string, path = '/product/v1/search', at = service) => {
    used.add(token);
    return at.api.withToken(token).post(path, {});
  };
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);

  it('takes the access token of a login, by REST and from an assistant, with the scopes that were granted', async () => {
    const { access_token: token, id_token: idToken } = await provider.logIn('ada@example.com', 'product');
    expect((await ask(token)).status).toBe(200);
    const assistant = await Assistant.connect(service.url, token);
    const tools = await assistant.tools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_products', 'search_shops', 'similar_products', 'count_by_facet', 'find_ids'],
    ]);
    const { isError, data } = await assistant.call<{ list: unknown[] }>('search_products');
    expect([isError, data.list]).toEqual([false, []]);
    await assistant.close();
    // Its audience is the client.
    expectError(await ask(idToken), 401, 30001);
  });

  it('logs the hash of who it is, and no claim', async () => {
    await ask(await provider.sign({ sub: 'grace@example.com' }));
    const hash = createHash('sha256').update('grace@example.com').digest('hex').slice(0, 16);
    expect(service.log.at(-1)).toMatchObject({ operation: 'POST /product/v1/search', token: `oidc:${hash}` });
  });

  it('leaves own tokens as they are', async () => {
    expect((await ask(service.token)).status).toBe(200);
    expectError(await ask('cas_unknown'), 401, 30001);
    expect(service.log.at(-1)).toMatchObject({ status: 401, refused: 'unknown' });
  });

  it('makes no links, which would outlive the sign-on', async () => {
    const client = service.api.withToken(await provider.sign({ scope: 'product export' }));
    const refused = await client.post('/v1/links', { operation: 'exportProducts', request: {} });
    expectError(refused, 403, 30001);
    expect(refused.body.message).toContain('those of the identity provider end too soon');
    expect((await service.api.post('/v1/links', { operation: 'exportProducts', request: {} })).status).toBe(200);
  });

  // `issued-tokens.slow-spec.ts` has whatever else is refused, each judged by another program.
  it('refuses one that has expired with 401, and counts no guess', async () => {
    const expired = await provider.sign({ exp: nowSeconds() - 61 });
    for (let time = 0; time < 25; time++) {
      const answer = await ask(expired);
      expectError(answer, 401, 30001);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="/);
    }
    expectError(await ask('cas_first-guess'), 401, 30001);
  });

  describe('scopes', () => {
    it('are those that the configured claim gives; none of them is 403', async () => {
      const grants: [string, string][] = [
        ['analysts', 'product'],
        ['analysts', 'ranking'],
        ['editors', 'video'],
      ];
      const oidc = { issuer: provider.issuer, audience: [AUDIENCE], claim: 'groups', grants };
      const other = await start({ oidc });
      try {
        const of = (groups: unknown): Promise<string> => provider.sign({ groups });
        expect((await ask(await of(['staff', 'analysts']), '/product/v1/search', other)).status).toBe(200);
        const video = await ask(await of(['staff', 'analysts']), '/video/v1/search', other);
        expectError(video, 403, 30001);
        expect(video.body.message).toBe(
          'The token lacks the scope "video" that this operation needs; it has product, ranking.',
        );
        for (const groups of [undefined, [], ['staff'], 'product', 7, { analysts: true }]) {
          expectError(await ask(await of(groups), '/creator/v1/category', other), 403, 30001);
        }
      } finally {
        await other.close();
      }
    });

    it('that are missing are named in the challenge', async () => {
      const answer = await ask(await provider.sign({ scope: 'product' }), '/video/v1/export');
      expectError(answer, 403, 30001);
      expect(service.log.at(-1)).toMatchObject({ status: 403, refused: 'scope' });
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="video export", resource_metadata="${service.url}/.well-known/oauth-protected-resource"`,
      );
    });
  });

  it('counts requests of each person by the general limits', async () => {
    const limited = await start({ limits: { perMinute: 2 } });
    try {
      const statusOf = async (sub: string) =>
        (await ask(await provider.sign({ sub }), '/product/v1/search', limited)).status;
      expect([await statusOf('ada'), await statusOf('ada'), await statusOf('ada')]).toEqual([200, 200, 429]);
      expect(await statusOf('grace')).toBe(200);
    } finally {
      await limited.close();
    }
  });

  describe('a protected resource', () => {
    it.each([
      ['', ''],
      ['/mcp', '/mcp'],
    ])('describes itself at …%s', async (path, resource) => {
      const answer = await fetch(`${service.url}/.well-known/oauth-protected-resource${path}`);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          resource: `${service.url}${resource}`,
          authorization_servers: [provider.issuer],
          scopes_supported: ['video', 'product', 'live', 'ranking', 'export'],
        },
      ]);
    });

    it('sends clients without a token there', async () => {
      const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource`;
      const rest = await service.api.withToken().post('/product/v1/search');
      expect([rest.status, rest.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}"`]);
      const mcp = await fetch(`${service.url}/mcp`, { method: 'POST', body: '{}' });
      expect([mcp.status, mcp.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}/mcp"`]);
    });

    it('has the public address where one is configured', async () => {
      const other = await start({ publicUrl: 'https://analytics.example/api' });
      try {
        const mcp = await fetch(`${other.url}/mcp`, { method: 'POST', body: '{}' });
        expect(mcp.headers.get('www-authenticate')).toBe(
          'Bearer resource_metadata="https://analytics.example/api/.well-known/oauth-protected-resource/mcp"',
        );
        const metadata = await fetch(`${other.url}/.well-known/oauth-protected-resource/mcp`);
        expect(await metadata.json()).toMatchObject({ resource: 'https://analytics.example/api/mcp' });
      } finally {
        await other.close();
      }
    });

    it('is none without an identity provider', async () => {
      const other = await startTestApp({ name: 'no-sign-on', indices: emptyIndices(), config: { mcp: true } });
      try {
        expect((await fetch(`${other.url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
        const answer = await ask(await provider.sign(), '/product/v1/search', other);
        expectError(answer, 401, 30001);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      } finally {
        await other.close();
      }
    });
  });

  describe('keys', () => {
    it('that were rotated are found, with one read of the issuer a minute at most', async () => {
      const before = await provider.sign();
      expect((await ask(before)).status).toBe(200);
      aheadMs += 60_000;
      provider.reads.length = 0;
      await provider.rotate();
      const after = await provider.sign();
      expect((await ask(after)).status).toBe(200);
      expectError(await ask(before), 401, 30001);
      for (let time = 0; time < 5; time++) {
        expectError(await ask(await provider.sign({}, 'ES256', await newKey('ES256'))), 401, 30001);
      }
      expect(provider.reads).toEqual(['/.well-known/openid-configuration', '/jwks']);
    });

    it('that are known last while the issuer is down; without any a JWT gets 503, and own tokens go on', async () => {
      const token = await provider.sign();
      expect((await ask(token)).status).toBe(200);
      provider.isDown = true;
      const cold = await start();
      try {
        provider.reads.length = 0;
        for (let time = 0; time < 3; time++) {
          const answer = await ask(token, '/product/v1/search', cold);
          expectError(answer, 503, 40001);
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
        }
        expect(provider.reads).toHaveLength(1);
        expect((await ask(cold.token, '/product/v1/search', cold)).status).toBe(200);
        aheadMs += 601_000;
        expect((await ask(token)).status).toBe(200);
        expectError(await ask(await provider.sign({}, 'RS256', await newKey('RS256'))), 503, 40001);
        aheadMs += 3_600_000;
        expectError(await ask(token), 503, 40001);
        provider.isDown = false;
        aheadMs += 60_000;
        expect((await ask(token)).status).toBe(200);
        expect((await ask(token, '/product/v1/search', cold)).status).toBe(200);
      } finally {
        provider.isDown = false;
        await cold.close();
      }
    });
  });

  it('logs no token', () => {
    const lines = service.log.map((line) => JSON.stringify(line)).join('\n');
    expect(used.size).toBeGreaterThan(10);
    for (const token of used) {
      expect(lines).not.toContain(token);
      for (const part of token.split('.').filter((text) => text.length > 20)) expect(lines).not.toContain(part);
    }
  });
});
