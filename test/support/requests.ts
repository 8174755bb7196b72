import { RequestFailure } from '../../src/common/errors/failure.js';
import { CallTimer, type DataSnapshot, inScope, type RequestScope } from '../../src/common/request-scope.js';
import { answerOf } from '../../src/http/answer/failure-answers.js';
import type { ErrorFault } from '../../src/http/answer/field-error.js';
import { checkedRequest } from '../../src/http/validation/request-validation.pipe.js';
import type { IndexWatch } from '../../src/freshness/data-cache.js';
import { readWords } from '../../src/search/compiler/keyword-reading.js';
import type { ReadKeywords } from '../../src/search/compiler/types.js';

export const scopeOf = (given: Partial<RequestScope> = {}): RequestScope => ({
  requestId: 'test',
  startedAt: 0,
  signal: new AbortController().signal,
  liftDeadline: () => undefined,
  useCache: true,
  publicUrl: 'http://localhost',
  elastic: new CallTimer(),
  searches: [],
  ...given,
});

/** The watch of a settled version of the data; undefined while it is not confirmed. */
export function watchOf(current: () => number | undefined): IndexWatch {
  let snapshot: DataSnapshot = { dataVersion: undefined, indices: new Map() };
  return {
    ageMs: () => (current() === undefined ? Infinity : 0),
    isSettled: true,
    get snapshot() {
      const dataVersion = `epoch.${current()}`;
      if (snapshot.dataVersion !== dataVersion) snapshot = { dataVersion, indices: new Map() };
      return snapshot;
    },
    onIndex: (_, read) => read('index'),
  };
}

/**
 * Validates a body as the pipe of an operation does.
 * @throws RequestFailure with every error of the body
 */
export const readRequest = async <T extends object>(type: new () => T, body: unknown): Promise<T> =>
  inScope(scopeOf(), () => checkedRequest(type, body) as T);

export async function errorsOf(type: new () => object, body: unknown): Promise<readonly ErrorFault[]> {
  const scope = scopeOf();
  try {
    inScope(scope, () => checkedRequest(type, body));
    return [];
  } catch (error) {
    if (error instanceof RequestFailure) return answerOf(error, scope.lang).errors;
    throw error;
  }
}

/** Reads keywords like an index that has every word. */
export const readAsWritten = (keywords: string, isQuoted = false): ReadKeywords => ({
  keywords,
  words: readWords(keywords, () => undefined),
  isQuoted,
  isName: false,
  names: [],
  also: [],
});
