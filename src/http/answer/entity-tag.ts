import { createHash } from 'node:crypto';
import type { Response } from 'express';

/**
 * Lets the client keep the answer of a GET, and ask whether it still holds.
 * @param prefix empty for a strong tag, of the answer's bytes; of a weak one what the answer is made of
 * @returns whether the client has the answer; Express then sends 304
 */
export function isHeld(response: Response, prefix: '' | 'W/', content: Buffer | string): boolean {
  const hash = createHash('sha256').update(content).digest('base64url');
  response.set({ 'Cache-Control': 'private, no-cache', ETag: `${prefix}"${hash}"` });
  return response.req.fresh;
}
