import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** Smaller answers fit into one packet as they are. */
const LEAST_BYTES = 1024;
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The deflated blocks of data, which a cached page keeps. */
const blocksOf = new WeakMap<Buffer, Buffer>();

/** Whether an answer of this size is sent compressed; then its headers say so. */
export function isGzipped(request: Request, response: Response, bytes: number): boolean {
  if (response.headersSent) return false;
  response.vary('Accept-Encoding');
  const isTaken = request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') === 'gzip';
  if (!isTaken || bytes < LEAST_BYTES) return false;
  response.setHeader('Content-Encoding', 'gzip');
  return true;
}

/**
 * A gzip stream (RFC 1952) of data between two short texts, which differ in every answer: these are stored as they are, so
 * that the data of a cached page is deflated once.
 */
export function gzipBetween(before: Buffer, data: Buffer, after: Buffer): Buffer[] {
  let blocks = blocksOf.get(data);
  if (blocks === undefined) {
    blocks = deflateRawSync(data, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH });
    blocksOf.set(data, blocks);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(after, crc32(data, crc32(before))), 0);
  trailer.writeUInt32LE(before.length + data.length + after.length, 4);
  return [Buffer.concat([HEADER, ...stored(before, false)]), blocks, Buffer.concat([...stored(after, true), trailer])];
}

/** A block that is not compressed (RFC 1951, 3.2.4), of at most 65,535 bytes. */
function stored(bytes: Buffer, isLast: boolean): Buffer[] {
  const head = Buffer.alloc(5);
  head.writeUInt8(Number(isLast), 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return [head, bytes];
}
