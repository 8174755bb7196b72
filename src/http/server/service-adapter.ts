import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { bornForExpress } from './born-for-express.js';
import { answerWith } from '../answer/encoded-answer.js';
import { EncodedData } from '../answer/encoded-data.js';
import type { ServiceRequest } from '../request/request-context.js';
import type { ServerBounds } from './server-bounds.js';
import { createBoundedServer } from './server-bounds.js';
import type { AnswerAhead } from '../overload/unread-refusal.js';

/** Express as Nest knows it, but that its clients are bounded, and that data which is encoded already leaves in the envelope. */
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

  /** Sends what a handler returned; nothing when the request was answered at its deadline meanwhile. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (response.writableEnded) return undefined;
    if (!(body instanceof EncodedData)) return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    const data = body as EncodedData;
    const request = response.req as ServiceRequest;
    answerWith(data, request, response);
    request.context.keep?.(data);
    return undefined;
  }
}
