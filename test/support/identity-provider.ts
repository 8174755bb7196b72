import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

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
  /** The requests for discovery and keys. */
  readonly reads: string[] = [];
  /** Whether it ends every connection. */
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

  /** Takes new keys; those before are gone. */
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

  /** The id of its key for an algorithm. */
  kid(alg: Algorithm): string {
    return this.keyOf(alg).kid;
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
