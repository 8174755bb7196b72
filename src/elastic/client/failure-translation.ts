import { errors } from '@elastic/elasticsearch';
import { Failure, InternalFailure, UnavailableFailure } from '../../errors/failure.js';

/**
 * Turns whatever the client throws into the failure the API answers with: 503 where waiting helps (down, too slow,
 * refusing, cut connection, shards missing), else 500 (missing alias, a query Elasticsearch can't read, a bug).
 */
export function translateElasticError(error: unknown): Error {
  if (error instanceof Failure) return error;
  const options = { cause: error };
  if (error instanceof DOMException && error.name !== 'TimeoutError') return error;
  if ([DOMException, errors.TimeoutError, errors.RequestAbortedError].some((late) => error instanceof late)) {
    return new UnavailableFailure('The search cluster did not answer in time; try again shortly.', options);
  }
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 0;
    if (status === 429)
      return new UnavailableFailure('The search cluster is refusing work; try again shortly.', options);
    if (status === 408 || status >= 500) {
      return new UnavailableFailure('The search cluster is not able to answer; try again shortly.', options);
    }
    if (status === 404) return new InternalFailure('An index of the service is missing.', options);
    return new InternalFailure('The service could not carry out this request.', options);
  }
  if (error instanceof errors.ElasticsearchClientError) {
    return new UnavailableFailure('The search cluster can’t be reached; try again shortly.', options);
  }
  return new InternalFailure('The service could not carry out this request.', options);
}
