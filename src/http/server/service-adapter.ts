import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import type { ServerBounds } from './server-bounds.js';
import { createBoundedServer } from './server-bounds.js';

/** Nest's adapter for Express over a server with bounded clients; replies that are bytes are sent as they are. */
export class ServiceAdapter extends ExpressAdapter {
  constructor(private readonly bounds: ServerBounds) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createBoundedServer(this.getInstance<Express>(), this.bounds);
  }

  /** @param body a Buffer is JSON, encoded already; a request that was answered at its deadline is left alone */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (response.writableEnded) return undefined;
    if (!Buffer.isBuffer(body)) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
    return response.end(body);
  }
}
