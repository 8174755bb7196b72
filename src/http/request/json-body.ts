import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { raw } from 'express';
import { parse as parseLossless } from 'lossless-json';
import { HttpFailure } from '../../errors/failure.js';

export const BODY_LIMIT_BYTES = 64 * 1024;
/** No documented request nests deeper than 4; what is deeper than this is refused before it costs anything. */
export const MAX_DEPTH = 32;
/** More than the longest number that a double can hold; of what is longer no integer is made. */
const MAX_DIGITS = 400;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const UTF8_CHARSET = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;

const readBody = raw({ type: () => true, inflate: false, limit: BODY_LIMIT_BYTES });

/** Reads the body as JSON without losing a digit: integers beyond 2^53 arrive as bigint, no body as `{}`. */
@Injectable()
export class JsonBodyMiddleware implements NestMiddleware {
  /** Passes on HttpFailure (400, 415), or the error of Express with status 413 or 415. */
  use(request: Request, response: Response, next: NextFunction): void {
    readBody(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error);
      const bytes: unknown = request.body;
      try {
        request.body = Buffer.isBuffer(bytes) ? parseBody(request.headers['content-type'] ?? '', bytes) : {};
      } catch (failure) {
        return next(failure);
      }
      next();
    });
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a body, `{}` for an empty one.
 * @throws HttpFailure (415) for anything but JSON in UTF-8, (400) for bytes that are neither
 */
function parseBody(contentType: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(contentType) || (/charset/i.test(contentType) && !UTF8_CHARSET.test(contentType))) {
    const given = contentType === '' ? 'it came without a Content-Type' : `not "${contentType.slice(0, 100)}"`;
    throw new HttpFailure(415, `The body must be JSON in UTF-8 (Content-Type: application/json), ${given}.`);
  }
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new HttpFailure(400, 'The body is not valid JSON: its bytes are not UTF-8.');
  }
  return parseJson(text);
}

const MAY_HOLD_A_BIG_INTEGER = /\d{16}/;

/**
 * JSON text as a value; of equal keys the last counts, `__proto__` is a key like any other.
 * @throws HttpFailure (400) saying where the text stops being JSON, or that it nests deeper than 32 levels
 */
export function parseJson(text: string): unknown {
  refuseDeepNesting(text);
  try {
    return MAY_HOLD_A_BIG_INTEGER.test(text) ? parseDigitForDigit(text) : JSON.parse(text);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    throw new HttpFailure(400, `The body is not valid JSON: ${describeFault(text)}.`);
  }
}

function parseDigitForDigit(text: string): unknown {
  return parseLossless(text, undefined, {
    parseNumber: (digits) => parseNumber(digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/**
 * The value of a number's text: a bigint when it is an integer beyond 2^53.
 * @throws HttpFailure (400) for more than 400 digits
 */
export function parseNumber(text: string, holder = 'The body'): number | bigint {
  const digits = text.replace(/\D/g, '').length;
  if (digits > MAX_DIGITS) {
    throw new HttpFailure(400, `${holder} holds a number of ${digits} digits; at most ${MAX_DIGITS} are read.`);
  }
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

function refuseDeepNesting(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) {
        throw new HttpFailure(400, `The body nests deeper than ${MAX_DEPTH} levels at ${placeOf(text, at)}.`);
      }
    } else if (character === '}' || character === ']') depth--;
  }
}

/** What is wrong with a text that is no JSON, and where: V8's own messages leave the place out for short texts. */
function describeFault(text: string): string {
  try {
    parseDigitForDigit(text);
  } catch (error) {
    const [, fault, position] = /^(.*?) at position (\d+)$/s.exec((error as Error).message) ?? [];
    if (fault !== undefined) return `${fault} at ${placeOf(text, Number(position))}`;
  }
  return 'it can’t be read';
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
