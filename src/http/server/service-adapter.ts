import type { IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import type { ServerBounds } from './server-bounds.js';
import { createBoundedServer } from './server-bounds.js';

/** Answers a request before Express reads it, or returns false and leaves it alone. */
export type UnreadAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Nest's adapter for Express over a server with bounded clients; replies that are bytes are sent as they are. */
export class ServiceAdapter extends ExpressAdapter {
  /** Set by `UnreadRefusal`: the one thing that looks at a request before Express does. */
  answerUnread: UnreadAnswer = () => false;

  constructor(private readonly bounds: ServerBounds) {
    super();
  }

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    this.httpServer = createBoundedServer((request, response) => {
      if (!this.answerUnread(request, response)) express(request, response);
    }, this.bounds);
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
