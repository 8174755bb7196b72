import { CallTimer, inScope } from '../../src/common/request-scope.js';

/** Runs the API's vocabulary as it runs within a request of the API. */
export const asInRequest = <Result>(work: () => Result): Result =>
  inScope(
    {
      requestId: '',
      startedAt: 0,
      signal: new AbortController().signal,
      liftDeadline: () => undefined,
      useCache: true,
      elastic: new CallTimer(),
      searches: [],
    },
    work,
  );
