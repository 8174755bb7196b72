import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** Of `@Res`: the handler returns the answer all the same. */
export const PASSING = { passthrough: true } as const;

/**
 * Lets the client keep the answer of a GET, and ask whether it still holds.
 * @param prefix empty for a strong tag, of the answer's bytes; of a weak one what the answer is made of
 * @returns whether the client has the answer; Express then sends 304
 */
export function isHeld(response: Response, prefix: '' | 'W/', content: Buffer | string): boolean {
  const hash = createHash('sha256').update(content).digest('base64url');
  response.set({ 'Cache-Control': 'private, no-cache', ETag: `${prefix}"${hash}"` });
  // fetch sends it with a tag of one's own; Express would take it for a reload.
  delete response.req.headers['cache-control'];
  return response.req.fresh;
}
