import { RequestValidationPipe } from '../../src/http/validation/request-validation.pipe.js';
import type { ReadKeywords } from '../../src/query/keyword-reading.js';
import { readWords } from '../../src/query/keyword-reading.js';

const pipe = new RequestValidationPipe();

/**
 * A body as the handler of an operation gets it.
 * @throws RequestFailure with every error of the body
 */
export const readRequest = async <T extends object>(type: new () => T, body: unknown): Promise<T> =>
  (await pipe.transform(body, { type: 'body', metatype: type })) as T;

/** Keywords as an index reads them that knows every word. */
export const readAsWritten = (keywords: string): ReadKeywords => ({
  keywords,
  words: readWords(keywords, () => undefined),
  isName: false,
  names: [],
});
