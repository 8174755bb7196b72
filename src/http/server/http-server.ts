import { createServer } from 'node:http';
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

const isEncoded = (body: unknown): body is Buffer[] => Array.isArray(body) && Buffer.isBuffer(body[0]);

/** Nest's adapter for Express: exact paths, a server that bounds the time of clients, and answers that are bytes already. */
export class BoundedExpressAdapter extends ExpressAdapter {
  constructor(private readonly bounds: ReturnType<typeof serverBounds>) {
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

  /** @param body a list of Buffers is encoded JSON. A request that was answered at its deadline is ignored. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (response.writableEnded) return undefined;
    if (!isEncoded(body)) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader(
      'Content-Length',
      body.reduce((length, part) => length + part.length, 0),
    );
    for (const part of body) response.write(part);
    return response.end();
  }
}
