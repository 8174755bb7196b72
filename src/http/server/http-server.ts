import { createServer } from 'node:http';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';

/** The time that clients may take, in milliseconds, where requests have the deadline `timeoutMs`. */
export const serverBounds = (timeoutMs: number) => ({
  /** From the connection, or the previous answer, to the end of a request's headers. */
  headersTimeout: 10_000,
  /** From the connection, or the previous answer, to the end of a request's body. */
  requestTimeout: 20_000,
  /** An idle connection is kept open for this long: longer than clients and proxies commonly keep theirs. */
  keepAliveTimeout: 30_000,
  /** The interval of checks for late headers and bodies. */
  connectionsCheckingInterval: 1000,
  /** Between two bytes in either direction. */
  idleTimeout: timeoutMs + 30_000,
});

/** Smaller answers fit into one packet as they are. */
const LEAST_COMPRESSED_BYTES = 1024;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The deflated blocks of data, which a cached page keeps. */
const blocksOf = new WeakMap<Buffer, Buffer>();

/**
 * Compresses an answer of more than 1 KB for a client that takes gzip, and sets the headers. The data stands between two
 * short texts, which differ in every answer: in the stream (RFC 1952) these are stored blocks (RFC 1951, 3.2.4), so that
 * the data of a cached page is deflated once.
 */
export function gzipped(response: Response, parts: readonly [before: Buffer, data: Buffer, after: Buffer]): Buffer[] {
  const [before, data, after] = parts;
  const { req: request } = response;
  response.vary('Accept-Encoding');
  const isTaken = request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') === 'gzip';
  if (!isTaken || data.length < LEAST_COMPRESSED_BYTES) return [...parts];
  response.setHeader('Content-Encoding', 'gzip');
  let blocks = blocksOf.get(data);
  if (blocks === undefined) {
    blocks = deflateRawSync(data, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH });
    blocksOf.set(data, blocks);
  }
  const ends = Buffer.alloc(18);
  ends.writeUInt16LE(before.length, 1);
  ends.writeUInt16LE(0xffff - before.length, 3);
  ends.writeUInt8(1, 5);
  ends.writeUInt16LE(after.length, 6);
  ends.writeUInt16LE(0xffff - after.length, 8);
  ends.writeUInt32LE(crc32(after, crc32(data, crc32(before))), 10);
  ends.writeUInt32LE(before.length + data.length + after.length, 14);
  const head = Buffer.concat([GZIP_HEADER, ends.subarray(0, 5), before]);
  return [head, blocks, Buffer.concat([ends.subarray(5, 10), after, ends.subarray(10)])];
}

const isEncoded = (body: unknown): body is [Buffer, Buffer, Buffer] => Array.isArray(body) && Buffer.isBuffer(body[0]);

/** Nest's adapter for Express: exact paths, a server that bounds the time of clients, and answers that are bytes already. */
export class BoundedExpressAdapter extends ExpressAdapter {
  constructor(
    private readonly bounds: ReturnType<typeof serverBounds>,
    private readonly compression = false,
  ) {
    const app = express();
    app.enable('case sensitive routing').enable('strict routing').disable('x-powered-by').disable('etag');
    super(app);
  }

  /** Makes the server, whose requests `useMiddleware` passes on to Express. */
  override initHttpServer(): void {
    const { idleTimeout, ...bounds } = this.bounds;
    this.httpServer = createServer(bounds);
    this.httpServer.setTimeout(idleTimeout);
    // Expectations that Node does not know are no reason for it to refuse a request.
    this.httpServer.on('checkExpectation', this.getInstance<Express>());
  }

  /** @param body three Buffers are encoded JSON, with the data in the middle. A request that was answered at its deadline is ignored. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (response.writableEnded) return undefined;
    if (!isEncoded(body)) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const parts = this.compression ? gzipped(response, body) : body;
    let length = 0;
    for (const part of parts) length += part.length;
    response.setHeader('Content-Length', length);
    for (const part of parts) response.write(part);
    return response.end();
  }
}
