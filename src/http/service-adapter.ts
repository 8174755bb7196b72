import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { EncodedAnswer } from './encoded-answer.js';

/** Express as Nest knows it, but that answers which are encoded already leave as they are. */
export class ServiceAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof EncodedAnswer)) return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    return body.send(response);
  }
}
