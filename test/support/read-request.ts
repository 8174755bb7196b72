import { checkedRequest } from '../../src/http/validation/request-validation.pipe.js';
import { type ReadKeywords, readQuoted } from '../../src/search/compiler/keyword-reading.js';

/**
 * Validates a body as the pipe of an operation does.
 * @throws RequestFailure with every error of the body
 */
export const readRequest = async <T extends object>(type: new () => T, body: unknown): Promise<T> =>
  checkedRequest(type, body) as T;

/** Reads keywords without quotes like an index that has every word. */
export const readAsWritten = (keywords: string): ReadKeywords => ({ ...readQuoted(keywords), isQuoted: false });
