import { parse as parseLossless } from 'lossless-json';
import { HttpFailure } from '../../common/errors/failure.js';
import type { Body } from './body.middleware.js';

/** No documented request nests deeper than 4. Deeper bodies are refused before they are parsed. */
export const MAX_DEPTH = 32;
/** More digits than a double can hold. Longer numbers are refused. */
const MAX_DIGITS = 400;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body as `readBytes` left it; a missing body is `{}`. @throws HttpFailure (400, 415) */
export function parseBody(body: Body): unknown {
  if (body instanceof HttpFailure) throw body;
  if (body === undefined || body.length === 0) return {};
  let text: string;
  try {
    text = UTF8.decode(body);
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

/** The value of a number; a bigint beyond 2^53. @throws HttpFailure (400) for more than 400 digits */
export function parseNumber(text: string, holder = 'The body'): number | bigint {
  const digits = text.replace(/\D/g, '').length;
  if (digits > MAX_DIGITS) {
    throw new HttpFailure(400, `${holder} holds a number of ${digits} digits; at most ${MAX_DIGITS} are read.`);
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
      throw new HttpFailure(400, `The body nests deeper than ${MAX_DEPTH} levels at ${placeOf(text, index)}.`);
    }
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
