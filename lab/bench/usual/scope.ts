import { inScope } from '../../../src/common/request-scope.js';
import { scopeOf } from '../../../test/support/request-scope.js';

/** Runs the API's vocabulary as it runs within a request of the API. */
export const asInRequest = <Result>(work: () => Result): Result => inScope(scopeOf(), work);
