import { CallTimer, type RequestScope } from '../../src/common/request-scope.js';

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
