import { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:http';
import type { Express } from 'express';

type Classes = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * What a server is to make its requests and responses of, so that they have the prototypes which Express gives them from
 * the beginning: an object whose prototype is exchanged is slow to use ever after.
 */
export function bornForExpress(express: Express): Classes {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  Object.assign(express, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse } as Classes;
}
