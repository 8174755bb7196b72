import { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:http';
import type { Express } from 'express';

type Classes = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Classes for a server's requests and responses with the prototypes that Express would give them later: V8 is slow with
 * objects whose prototype is exchanged.
 */
export function expressMessageClasses(express: Express): Classes {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  Object.assign(express, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse } as Classes;
}
