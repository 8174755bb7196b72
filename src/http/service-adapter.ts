import type { RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { EncodedAnswer } from './encoded-answer.js';
import type { ServerBounds } from './server-bounds.js';
import { createBoundedServer } from './server-bounds.js';

/** Express as Nest knows it, but that its clients are bounded and answers which are encoded already leave as they are. */
export class ServiceAdapter extends ExpressAdapter {
  constructor(private readonly bounds: ServerBounds) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createBoundedServer(this.getInstance<RequestListener>(), this.bounds);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof EncodedAnswer)) return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    return body.send(response);
  }
}
