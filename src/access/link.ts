import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Link } from '../common/request-scope.js';

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
