import express from 'express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { parse as parseLossless } from 'lossless-json';
import { HttpFailure } from '../errors/failure.js';

export const BODY_LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const UTF8_CHARSET = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;

/** Reads the body of a request as JSON without losing a digit: integers beyond 2^53 arrive as bigint, no body as `{}`. */
export function jsonBody(): RequestHandler[] {
  return [express.raw({ type: () => true, limit: BODY_LIMIT_BYTES, inflate: false }), parseBody];
}

function parseBody(request: Request, _response: Response, next: NextFunction): void {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    request.body = {};
    return next();
  }
  const contentType = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(contentType) || (/charset/i.test(contentType) && !UTF8_CHARSET.test(contentType))) {
    return next(
      new HttpFailure(415, `The body must be JSON in UTF-8 (Content-Type: application/json), not "${contentType.slice(0, 100)}".`),
    );
  }
  try {
    request.body = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    next();
  } catch (error) {
    next(new HttpFailure(400, `The body is not valid JSON: ${describe(error)}.`));
  }
}

const MAY_HOLD_A_BIG_INTEGER = /\d{16}/;

/** JSON text as a value; of equal keys the last counts, `__proto__` is a key like any other. */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_A_BIG_INTEGER.test(text)) return JSON.parse(text);
  return parseLossless(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function parseNumber(digits: string): number | bigint {
  const value = Number(digits);
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
}

function describe(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (error instanceof TypeError) return 'it is not UTF-8';
  return (error as Error).message.replace(/\s+/g, ' ').slice(0, 200);
}
