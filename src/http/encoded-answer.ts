import type { Response } from 'express';
import type { EncodedData } from './encoded-data.js';
import { envelope } from './envelope.js';
import type { ServiceRequest } from './request-context.js';

const DATA_FIRST = /"data":null/;

/** A whole answer as the bytes that leave: the envelope around data that is encoded already. */
export class EncodedAnswer {
  private readonly bytes: Buffer;

  constructor(request: ServiceRequest, { bytes }: EncodedData) {
    const around = JSON.stringify(envelope(request, 0, null, ''));
    const { index } = DATA_FIRST.exec(around) as RegExpExecArray;
    this.bytes = Buffer.concat([
      Buffer.from(around.slice(0, index + '"data":'.length)),
      bytes,
      Buffer.from(around.slice(index + '"data":null'.length)),
    ]);
  }

  send(response: Response): void {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', this.bytes.length);
    response.end(this.bytes);
  }
}
