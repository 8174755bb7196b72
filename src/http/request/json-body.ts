import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { parse as parseLossless } from 'lossless-json';
import type { Observable } from 'rxjs';
import { HttpFailure } from '../../errors/failure.js';
import type { ServiceRequest } from './request-context.js';

const BODY_LIMIT_BYTES = 64 * 1024;
/** No documented request nests deeper than 4; what is deeper than this is refused before it costs anything. */
export const MAX_DEPTH = 32;
/** More than the longest number that a double can hold; of what is longer no integer is made. */
const MAX_DIGITS = 400;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The failure (413) that answers a body of so many bytes; undefined when it is not too large. */
export const bodyTooLarge = (bytes: number): HttpFailure | undefined =>
  bytes > BODY_LIMIT_BYTES ? new HttpFailure(413, `The body must have at most ${BODY_LIMIT_BYTES} bytes.`) : undefined;

/**
 * Reads the body of a request that has a token, as JSON without losing a digit: integers beyond 2^53 arrive as bigint, no
 * body as `{}`. Interceptors come after guards: the body of a stranger is not read.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  /** @throws HttpFailure (400, 413) */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { token, signal } = request.context;
    if (token !== undefined) request.body = parseBody(await bytesOf(request));
    signal.throwIfAborted();
    return next.handle();
  }
}

/** What comes of a body; of one that is too large the rest is let through unread. */
function bytesOf(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      const tooLarge = bodyTooLarge(length);
      if (tooLarge === undefined) chunks.push(chunk);
      else reject(tooLarge);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(new HttpFailure(400, 'The request broke off.')));
  });
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
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
