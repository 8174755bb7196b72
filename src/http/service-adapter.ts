import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { bornForExpress } from './born-for-express.js';
import { EncodedAnswer } from './encoded-answer.js';
import type { ServerBounds } from './server-bounds.js';
import { createBoundedServer } from './server-bounds.js';
import type { AnswerAhead } from './unread-refusal.js';

/** Express as Nest knows it, but that its clients are bounded and answers which are encoded already leave as they are. */
export class ServiceAdapter extends ExpressAdapter {
  /** Looks at every request before Express does. */
  answerAhead: AnswerAhead = () => false;

  constructor(private readonly bounds: ServerBounds) {
    super();
  }

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    this.httpServer = createBoundedServer(
      (request, response) => {
        if (!this.answerAhead(request, response)) express(request, response);
      },
      this.bounds,
      bornForExpress(express),
    );
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof EncodedAnswer)) return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    return body.send(response);
  }
}
