import type { Response } from 'express';
import { bytesAsCharacters } from '../records/encoded-record.js';
import type { EncodedData } from './encoded-data.js';
import { envelope } from './envelope.js';
import type { ServiceRequest } from './request-context.js';

const NO_DATA = '"data":null';

/** A whole answer as it leaves: the envelope around data that is encoded already. */
export class EncodedAnswer {
  private readonly json: string;

  constructor(request: ServiceRequest, data: EncodedData) {
    const around = bytesAsCharacters(JSON.stringify(envelope(request, 0, null, '')));
    const at = around.indexOf(NO_DATA);
    this.json = `${around.slice(0, at)}"data":${data.json}${around.slice(at + NO_DATA.length)}`;
  }

  /** Headers and body leave in one write. */
  send(response: Response): void {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', this.json.length);
    response.end(this.json, 'latin1');
  }
}
