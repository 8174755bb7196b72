import type * as Jose from 'jose';
import { type AccessToken, limitedToken, SCOPES } from '../common/access-token.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import type { Config, OidcConfig } from '../config/config.js';
import { hashToken } from './token-store.js';

/** Signatures by a private key: never `none`, and no secret that the service would share. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 60;
/** Keys are read at most once in this time, whatever the tokens ask for and however the reads end. */
const READ_EVERY_MS = 60_000;
const RENEWED_AFTER_MS = 600_000;
/** Keys are used for this long while the issuer can't be read. */
const KNOWN_IN_OUTAGE_MS = 3_600_000;

/** Whether a token has the form of a JWT, which no token of the service has. */
export const isJwt = (value: string): boolean => /^eyJ[\w-]*(?:\.[\w-]*)+$/.test(value);

/** Verifies the signed access tokens of the configured identity provider. */
export class IssuedTokens {
  private keys: ReturnType<typeof Jose.createLocalJWKSet> | undefined;
  private keysReadAt = -Infinity;
  private triedAt = -Infinity;
  private reading: Promise<void> | undefined;
  private trouble: unknown;

  constructor(
    private readonly jose: typeof Jose,
    private readonly oidc: OidcConfig,
    private readonly config: Pick<Config, 'limits' | 'requestTimeoutMs'>,
  ) {}

  /**
   * @returns undefined for a token that is foreign, forged or expired; a token without scopes where no claim gives one
   * @throws UnavailableFailure when the issuer's keys can't be read
   */
  async verify(jwt: string): Promise<AccessToken | undefined> {
    const { issuer, audience, claim, grants } = this.oidc;
    try {
      const { payload } = await this.jose.jwtVerify(jwt, (header, token) => this.keyOf(header, token), {
        issuer,
        audience: [...audience],
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp', 'sub'],
      });
      const given = payload[claim];
      const values: readonly unknown[] =
        typeof given === 'string' ? given.split(' ') : Array.isArray(given) ? given : [];
      const scopes = SCOPES.filter((held) => grants.some(([value, scope]) => scope === held && values.includes(value)));
      // Names of the service's own tokens have no colon.
      return limitedToken(`oidc:${hashToken(String(payload.sub)).slice(0, 16)}`, scopes, this.config.limits);
    } catch (error) {
      if (error instanceof this.jose.errors.JOSEError) return undefined;
      throw error;
    }
  }

  private async keyOf(...of: Parameters<Jose.JWTVerifyGetKey>): Promise<Jose.CryptoKey> {
    if (performance.now() - this.keysReadAt >= RENEWED_AFTER_MS) await this.renew();
    if (this.keys === undefined || performance.now() - this.keysReadAt >= KNOWN_IN_OUTAGE_MS) throw this.noKeys();
    try {
      return await this.keys(...of);
    } catch (error) {
      if (!(error instanceof this.jose.errors.JWKSNoMatchingKey)) throw error;
      await this.renew();
      if (this.trouble !== undefined) throw this.noKeys();
      return await this.keys(...of);
    }
  }

  private noKeys(): UnavailableFailure {
    const retryAfterSeconds = (this.triedAt + READ_EVERY_MS - performance.now()) / 1000;
    return new UnavailableFailure('keys_unread', { cause: this.trouble, retryAfterSeconds });
  }

  /** Reads the keys, or waits for the read under way; nothing so soon after the last one. */
  private async renew(): Promise<void> {
    if (this.reading === undefined) {
      if (performance.now() - this.triedAt < READ_EVERY_MS) return;
      this.triedAt = performance.now();
      this.reading = this.read()
        .catch((error: unknown) => (this.trouble = error))
        .then(() => (this.reading = undefined));
    }
    await this.reading;
  }

  private async read(): Promise<void> {
    const signal = AbortSignal.timeout(this.config.requestTimeoutMs);
    const get = async <Document>(url: string): Promise<Document> => {
      const answer = await fetch(url, { signal, redirect: 'error' });
      if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
      return (await answer.json()) as Document;
    };
    const { issuer } = this.oidc;
    const found = await get<{ issuer: string; jwks_uri: string }>(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    );
    if (found.issuer !== issuer) throw new Error(`OIDC_ISSUER is ${issuer}, but it calls itself ${found.issuer}.`);
    const keys = await get<Jose.JSONWebKeySet>(found.jwks_uri);
    if (keys.keys.length === 0) throw new Error(`${found.jwks_uri} has no keys.`);
    this.keys = this.jose.createLocalJWKSet(keys);
    this.keysReadAt = performance.now();
    this.trouble = undefined;
  }
}
