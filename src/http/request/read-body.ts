import type { Request } from 'express';
import { HttpFailure } from '../../errors/failure.js';

/**
 * Hands over the whole body of a request, empty when it has none; nothing when its client goes away before the end.
 * @param done given the bytes, or the HttpFailure they are refused with: 413 past the limit, 415 when they are encoded
 */
export function readBody(
  request: Request,
  limitBytes: number,
  done: (error: HttpFailure | undefined, bytes: Buffer) => void,
): void {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const refuse = (status: 413 | 415, message: string): void => done(new HttpFailure(status, message), NOTHING);
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return done(undefined, NOTHING);
  if (encoding.toLowerCase() !== 'identity') {
    return refuse(415, 'The body must not be compressed or in another encoding; send plain JSON in UTF-8.');
  }
  const tooLarge = `The body must have at most ${limitBytes} bytes.`;
  if (Number(length) > limitBytes) return refuse(413, tooLarge);

  const chunks: Buffer[] = [];
  let received = 0;
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    received += chunk.length;
    if (received <= limitBytes) return;
    request.off('data', take).off('end', finish).resume();
    refuse(413, tooLarge);
  };
  const finish = (): void => done(undefined, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  request.on('data', take).once('end', finish);
}

const NOTHING = Buffer.alloc(0);
