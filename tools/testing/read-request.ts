import { RequestValidationPipe } from '../../src/http/validation/request-validation.pipe.js';

const pipe = new RequestValidationPipe();

/**
 * A body as the handler of an operation gets it.
 * @throws RequestFailure with every error of the body
 */
export const readRequest = async <T extends object>(type: new () => T, body: unknown): Promise<T> =>
  (await pipe.transform(body, { type: 'body', metatype: type })) as T;
