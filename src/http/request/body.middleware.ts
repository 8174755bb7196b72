import express, { type NextFunction, type Request, type Response } from 'express';
import { HttpFailure } from '../../common/errors/failure.js';

const LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /charset(?!\s*=\s*"?utf-?8"?\s*(?:;|$))/i;

/** The bytes of a body; undefined without one; why it is not read (415), which only a valid token is told. */
export type Body = Buffer | HttpFailure | undefined;

const TOO_LARGE = `The body must have at most ${LIMIT_BYTES} bytes.`;

const takeBytes = express.raw({ limit: LIMIT_BYTES, type: () => true });

/** Sets the body of a request to its bytes. Passes on HttpFailure (413) for too many of them. */
export function readBytes(request: Request<unknown, unknown, unknown>, response: Response, next: NextFunction): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (length > LIMIT_BYTES) return next(new HttpFailure(413, TOO_LARGE));
  const fault = length > 0 || headers['transfer-encoding'] !== undefined ? faultOfType(headers) : undefined;
  if (fault !== undefined) {
    request.body = fault;
    return next();
  }
  takeBytes(request as Request, response, (error?: { status?: number }) =>
    next(error?.status === 413 ? new HttpFailure(413, TOO_LARGE) : error),
  );
}

function faultOfType({
  'content-encoding': encoding = 'identity',
  'content-type': type = '',
}: Request['headers']): HttpFailure | undefined {
  if (encoding.toLowerCase() !== 'identity') {
    return new HttpFailure(415, 'The body must not be compressed or in another encoding; send plain JSON in UTF-8.');
  }
  if (JSON_TYPE.test(type) && !OTHER_CHARSET.test(type)) return undefined;
  const given = type === '' ? 'it came without a Content-Type' : `not "${type.slice(0, 100)}"`;
  return new HttpFailure(415, `The body must be JSON in UTF-8 (Content-Type: application/json), ${given}.`);
}
