import { CallTimer, type RequestScope } from '../../src/common/request-scope.js';
import { checkedRequest } from '../../src/http/validation/request-validation.pipe.js';
import type { CacheWatch } from '../../src/search/data-cache.js';
import { type ReadKeywords, readWords } from '../../src/search/compiler/keyword-reading.js';

/** The scope of a request that nobody ends. */
export const scopeOf = (given: Partial<RequestScope> = {}): RequestScope => ({
  requestId: 'test',
  startedAt: 0,
  signal: new AbortController().signal,
  liftDeadline: () => undefined,
  useCache: true,
  elastic: new CallTimer(),
  searches: [],
  ...given,
});

/** The watch of a settled version of the data; undefined while it is not confirmed. */
export const watchOf = (current: () => number | undefined): CacheWatch => ({
  current,
  lastKnown() {
    const version = current();
    return version === undefined ? undefined : { version, ageMs: 0 };
  },
  isSettled: () => true,
  get snapshot() {
    return { dataVersion: `epoch.${current()}`, indices: new Map() };
  },
});

/**
 * Validates a body as the pipe of an operation does.
 * @throws RequestFailure with every error of the body
 */
export const readRequest = async <T extends object>(type: new () => T, body: unknown): Promise<T> =>
  checkedRequest(type, body) as T;

/** Reads keywords like an index that has every word. */
export const readAsWritten = (keywords: string, isQuoted = false): ReadKeywords => ({
  keywords,
  words: readWords(keywords, () => undefined),
  isQuoted,
  isName: false,
  names: [],
  also: [],
});
