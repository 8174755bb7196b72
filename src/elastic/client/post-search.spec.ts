import { type Client, errors } from '@elastic/elasticsearch';
import { postSearch } from './post-search.js';

describe('a search that is refused', () => {
  it.each([
    ['{"error":{"type":"busy"}}', { error: { type: 'busy' } }],
    ['<html>Bad gateway</html>', '<html>Bad gateway</html>'],
  ])('tells the body %s, which is no answer to decode', async (body, told) => {
    const node = { request: () => Promise.resolve({ statusCode: 502, body }) };
    const connectionPool = { getConnection: () => node, markDead: () => undefined };
    const decode = (): Promise<never> => Promise.reject(new Error('It is decoded.'));
    const options = { signal: new AbortController().signal, context: { tried: new Set<string>() } };
    const searching = postSearch({ connectionPool } as unknown as Client, '/x/_search', '{}', options, decode);
    const error: unknown = await searching.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(errors.ResponseError);
    expect((error as errors.ResponseError).body).toEqual(told);
  });
});
