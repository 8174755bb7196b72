import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { parse as parseLossless } from 'lossless-json';
import type { Observable } from 'rxjs';
import { HttpFailure } from '../../errors/failure.js';
import type { ServiceRequest } from './request-context.js';

const BODY_LIMIT_BYTES = 64 * 1024;
/** No documented request nests deeper than 4. Deeper bodies are refused before they are parsed. */
export const MAX_DEPTH = 32;
/** More digits than a double can hold. Longer numbers are refused. */
const MAX_DIGITS = 400;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The failure (413) of a body that is too large; undefined for a smaller one. */
export const bodyTooLarge = (bytes: number): HttpFailure | undefined =>
  bytes > BODY_LIMIT_BYTES ? new HttpFailure(413, `The body must have at most ${BODY_LIMIT_BYTES} bytes.`) : undefined;

/**
 * Reads the body of a request with a token as JSON: integers beyond 2^53 become bigint, a missing body becomes `{}`. An
 * interceptor runs after the guard, so a body without a token is never read.
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

/** The bytes of a body. The rest of a body that is too large is discarded. */
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

/** Describes the syntax error of a JSON text with its place, which V8's messages leave out for short texts. */
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
