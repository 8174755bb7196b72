import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** @param prefix empty for a strong tag, of the whole answer; of a weak one `content` is its data */
export const entityTag = (prefix: '' | 'W/', content: Buffer | string): string =>
  `${prefix}"${createHash('sha256').update(content).digest('base64url')}"`;

/**
 * Lets the client keep the answer of a GET, and ask whether it still holds.
 * @returns whether the client has the answer; Express then sends 304
 */
export function isHeld(response: Response, tag: string): boolean {
  response.vary('Accept-Encoding').set({ 'Cache-Control': 'private, no-cache', ETag: tag });
  // fetch sends it with a tag of one's own; Express would take it for a reload.
  delete response.req.headers['cache-control'];
  return response.req.fresh;
}
