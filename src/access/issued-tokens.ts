import type * as Jose from 'jose';
import { type AccessToken, limitedToken, SCOPES } from '../common/access-token.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { isObject } from '../common/json-object.js';
import type { Config, OidcConfig } from '../config/config.js';
import { hashToken } from './token-store.js';

/** Signatures by a private key: never `none`, and no secret that the service would share. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
const LEEWAY_SECONDS = 60;
/** Keys are read at most once in this time, whatever the tokens ask for and however the reads end. */
const READ_EVERY_MS = 60_000;
const RENEWED_AFTER_MS = 600_000;
/** Keys are used for this long while the issuer can't be read. */
const KNOWN_IN_OUTAGE_MS = 3_600_000;

/** Whether a token is meant as a JWT: its first part begins as an object of JSON, which no token of the service does. */
export const isJwt = (value: string): boolean =>
  value.includes('.') && /^\s*\{/.test(Buffer.from(value.slice(0, value.indexOf('.')), 'base64url').toString());

/** What RFC 7515 calls base64url: without padding. */
const COMPACT = /^[\w-]+\.[\w-]*\.[\w-]*$/;

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
   * @returns why the token is refused: a claim, or a code of jose; a token without scopes where no claim gives one
   * @throws UnavailableFailure when the issuer's keys can't be read
   */
  async verify(jwt: string): Promise<AccessToken | string> {
    const { claim, grants } = this.oidc;
    const { JOSEError, JWKInvalid, JWSInvalid } = this.jose.errors;
    if (!COMPACT.test(jwt)) return JWSInvalid.code;
    try {
      const { aud, sub, [claim]: granted } = await this.claimsOf(jwt);
      // jose looks only at the types of what it compares.
      if (typeof sub !== 'string' || !sub.isWellFormed()) return 'sub';
      if (![aud].flat().every((one) => typeof one === 'string')) return 'aud';
      const values: readonly unknown[] =
        typeof granted === 'string' ? granted.split(' ') : Array.isArray(granted) ? granted : [];
      const scopes = SCOPES.filter((held) => grants.some(([value, scope]) => scope === held && values.includes(value)));
      // Names of the service's own tokens have no colon.
      return limitedToken(`oidc:${hashToken(sub).slice(0, 16)}`, scopes, this.config.limits);
    } catch (error) {
      if (error instanceof UnavailableFailure) throw error;
      // jose has no error of its own for a key that can't be imported, or is too short.
      if (!(error instanceof JOSEError)) return JWKInvalid.code;
      return (error as Partial<Jose.errors.JWTExpired>).claim ?? error.code;
    }
  }

  /** Keys that don't fit a token may have been replaced: they are read again then. */
  private async claimsOf(jwt: string): Promise<Jose.JWTPayload> {
    const { keys } = this;
    const { issuer, audience } = this.oidc;
    try {
      const verified = await this.jose.jwtVerify(jwt, (header, token) => this.keyOf(header, token), {
        issuer,
        audience: [...audience],
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp', 'sub'],
      });
      return verified.payload;
    } catch (error) {
      const { JWKSNoMatchingKey, JWSSignatureVerificationFailed } = this.jose.errors;
      const isUnknown = error instanceof JWKSNoMatchingKey;
      if (!isUnknown && !(error instanceof JWSSignatureVerificationFailed)) throw error;
      await this.renew();
      if (isUnknown && this.trouble !== undefined) throw this.noKeys();
      if (this.keys === keys) throw error;
      return this.claimsOf(jwt);
    }
  }

  /** A token may name no key, and keys may share a name: its key is the one that verifies it then. */
  private async keyOf(header: Jose.JWTHeaderParameters, token: Jose.FlattenedJWSInput): Promise<Jose.CryptoKey> {
    if (performance.now() - this.keysReadAt >= RENEWED_AFTER_MS) await this.renew();
    if (this.keys === undefined || performance.now() - this.keysReadAt >= KNOWN_IN_OUTAGE_MS) throw this.noKeys();
    const { JWKSMultipleMatchingKeys, JWSSignatureVerificationFailed } = this.jose.errors;
    try {
      return await this.keys(header, token);
    } catch (error) {
      if (!(error instanceof JWKSMultipleMatchingKeys)) throw error;
      for await (const key of error) {
        if ((await this.jose.flattenedVerify(token, key).catch(() => undefined)) !== undefined) return key;
      }
      throw new JWSSignatureVerificationFailed();
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
    const configuration = await get<{ issuer: string; jwks_uri: string }>(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    );
    if (configuration.issuer !== issuer)
      throw new Error(`OIDC_ISSUER is ${issuer}, but it calls itself ${configuration.issuer}.`);
    // One that is no object would make jose refuse them all.
    const keys = (await get<Jose.JSONWebKeySet>(configuration.jwks_uri)).keys.filter(isObject);
    if (keys.length === 0) throw new Error(`${configuration.jwks_uri} has no keys.`);
    this.keys = this.jose.createLocalJWKSet({ keys });
    this.keysReadAt = performance.now();
    this.trouble = undefined;
  }
}
