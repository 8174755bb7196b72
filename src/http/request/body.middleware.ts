import express, { type NextFunction, type Request, type Response } from 'express';
import { parse as parseLossless } from 'lossless-json';
import { Failure } from '../../common/errors/failure.js';
import { MAX_DEPTH } from '../../common/json-object.js';

const LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /charset(?!\s*=\s*"?utf-?8"?\s*(?:;|$))/i;

/** The bytes of a body; undefined without one; why it is not read (415), which only a valid token is told. */
export type Body = Buffer | Failure | undefined;

const TOO_LARGE = `The body must have at most ${LIMIT_BYTES} bytes.`;

const takeBytes = express.raw({ limit: LIMIT_BYTES, type: () => true });

/** Sets the body of a request to its bytes. Passes on Failure (413) for too many of them. */
export function readBytes(request: Request<unknown, unknown, unknown>, response: Response, next: NextFunction): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (length > LIMIT_BYTES) return next(new Failure('too_large', TOO_LARGE));
  const fault = length > 0 || headers['transfer-encoding'] !== undefined ? faultOfType(headers) : undefined;
  if (fault !== undefined) {
    request.body = fault;
    return next();
  }
  takeBytes(request as Request, response, (error?: { status?: number }) =>
    next(error?.status === 413 ? new Failure('too_large', TOO_LARGE) : error),
  );
}

function faultOfType({
  'content-encoding': encoding = 'identity',
  'content-type': type = '',
}: Request['headers']): Failure | undefined {
  if (encoding.toLowerCase() !== 'identity') {
    return new Failure('not_json', 'The body must not be compressed or in another encoding; send plain JSON in UTF-8.');
  }
  if (JSON_TYPE.test(type) && !OTHER_CHARSET.test(type)) return undefined;
  const given = type === '' ? 'it came without a Content-Type' : `not "${type.slice(0, 100)}"`;
  return new Failure('not_json', `The body must be JSON in UTF-8 (Content-Type: application/json), ${given}.`);
}

/** More digits than a double can hold. Longer numbers are refused. */
const MAX_DIGITS = 400;
/** Begins the sentences of a body that can’t be parsed. */
export const NOT_JSON = 'The body is not valid JSON';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body as `readBytes` left it; a missing body is `{}`. @throws Failure (400, 415) */
export function parseBody(body: Body): unknown {
  if (body instanceof Failure) throw body;
  if (body === undefined || body.length === 0) return {};
  let text: string;
  try {
    text = UTF8.decode(body);
  } catch {
    throw new Failure('unreadable', `${NOT_JSON}: its bytes are not UTF-8.`);
  }
  return parseJson(text);
}

/**
 * JSON text as a value; of equal keys the last counts, `__proto__` is a key like any other.
 * @throws Failure (400) saying where the text stops being JSON, or that it nests deeper than 32 levels
 */
export function parseJson(text: string): unknown {
  refuseDeepNesting(text);
  try {
    return parseLossless(text, undefined, {
      parseNumber: (digits) => parseNumber(digits),
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [, fault, position] = /^(.*?) at position (\d+)$/s.exec((error as Error).message) ?? [];
    const reason = fault === undefined ? 'it can’t be read' : `${fault} at ${placeOf(text, Number(position))}`;
    throw new Failure('unreadable', `${NOT_JSON}: ${reason}.`);
  }
}

/** The value of a number; a bigint beyond 2^53. @throws Failure (400) for more than 400 digits */
export function parseNumber(text: string, holder = 'The body'): number | bigint {
  const digits = text.replace(/\D/g, '').length;
  if (digits > MAX_DIGITS) {
    throw new Failure('unreadable', `${holder} holds a number of ${digits} digits; at most ${MAX_DIGITS} are read.`);
  }
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** A string may lack its end: no other part of the text is read as one. */
const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs;

function refuseDeepNesting(text: string): void {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) {
      throw new Failure('unreadable', `The body nests deeper than ${MAX_DEPTH} levels at ${placeOf(text, index)}.`);
    }
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
