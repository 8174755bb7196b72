import type { Response } from 'express';
import { bytesAsCharacters } from '../../records/names/encoded-record.js';
import type { EncodedData } from './encoded-data.js';
import { envelope } from './envelope.js';
import type { ServiceRequest } from '../request/request-context.js';

const NO_DATA = '"data":null';

/** Answers a request with data in the envelope, headers and body in one write; notes the hits for the log. */
export function answerWith({ json, hits }: EncodedData, request: ServiceRequest, response: Response): void {
  request.context.hits = hits;
  const around = bytesAsCharacters(JSON.stringify(envelope(request, 0, null, '')));
  const at = around.indexOf(NO_DATA);
  const answer = `${around.slice(0, at)}"data":${json}${around.slice(at + NO_DATA.length)}`;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', answer.length);
  response.end(answer, 'latin1');
}
