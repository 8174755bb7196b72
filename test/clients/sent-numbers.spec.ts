import { CommerceClient } from '../../clients/typescript/src/index.js';
import { parsedWithDigits } from '../../clients/typescript/src/transport.js';
import { bodyWith, type FoundField, foundFields } from '../support/open-api.js';

const DIGITS = '1729000001123436501';
const ROUNDED = Number(DIGITS);

/** What a method of the client sends of a request; undefined when it refuses it. */
async function sentOf({ operation }: FoundField, request: object): Promise<{ sent?: string; error: unknown }> {
  let sent: string | undefined;
  const client = new CommerceClient({
    baseUrl: 'http://service.example',
    token: 'token',
    retries: 0,
    fetch: (_url, init) => {
      sent = init?.body as string;
      return Promise.reject(new Error('sent'));
    },
  });
  try {
    const answer = client[operation as 'searchProducts'](request);
    if (Symbol.asyncIterator in answer)
      await (answer as unknown as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
    await answer;
    return { error: undefined };
  } catch (error) {
    return { ...(sent !== undefined && { sent }), error };
  }
}

describe('numbers that the TypeScript client sends', () => {
  const ids = foundFields('id');
  const numbers = foundFields('number');

  it('are in many fields of many operations', () => {
    expect(ids.length).toBeGreaterThan(50);
    expect(numbers.length).toBeGreaterThan(200);
    expect(new Set(ids.map(({ operation }) => operation)).size).toBeGreaterThan(25);
  });

  it('are never an id that has lost digits', async () => {
    for (const field of ids) {
      for (const value of [ROUNDED, [1, ROUNDED]]) {
        const { sent, error } = await sentOf(field, bodyWith(field, value));
        expect({ field, sent, error: String(error) }).toEqual({
          field,
          error: `TypeError: ${field.names.at(-1)} is ${ROUNDED}, a number that has lost digits; give it as a string, or as a bigint.`,
        });
      }
    }
  });

  it('are an id of any length as a bigint, digit for digit', async () => {
    for (const field of ids) {
      const { sent } = await sentOf(field, bodyWith(field, [BigInt(DIGITS), 7n, -9_007_199_254_740_993n]));
      expect(JSON.parse(sent ?? '')).toMatchObject(bodyWith(field, [DIGITS, 7, '-9007199254740993']));
    }
  });

  it.each([NaN, Infinity, -Infinity])('are never %d', async (value) => {
    for (const field of numbers) {
      const { sent, error } = await sentOf(field, bodyWith(field, value));
      expect({ field, sent, error: String(error) }).toEqual({
        field,
        error: `TypeError: ${field.names.at(-1)} is ${value}; it must be a finite number.`,
      });
    }
  });

  it('are those of --filter, whose long whole numbers keep their digits', () => {
    for (const { names } of ids) {
      const filter = `{"${names.at(-1)}":[${DIGITS}, -${DIGITS},7,"${DIGITS}"]}`;
      expect(parsedWithDigits(filter)).toEqual({ [names.at(-1) ?? '']: [DIGITS, `-${DIGITS}`, 7, DIGITS] });
    }
    const others = '{"a":0.12345678901234567890,"b":"\\"1234567890123456789,","c":[1e300,-1.5],"d":123456789012345}';
    expect(parsedWithDigits(others)).toEqual(JSON.parse(others));
    expect(parsedWithDigits('{"a":1.729E+18}')).toEqual({ a: 1.729e18 });
    expect(parsedWithDigits('{')).toBeUndefined();
  });
});

describe('settings of the TypeScript client', () => {
  const baseUrl = 'http://service.example';

  it('take a token with the newline of its file, and no other blank', () => {
    expect(() => new CommerceClient({ baseUrl, token: ' cas_1\r\n' })).not.toThrow();
    for (const token of ['\n', 'a b']) expect(() => new CommerceClient({ baseUrl, token })).toThrow('The token');
  });

  it.each([0, -1, NaN, '5', null])('refuse a timeout that is %j', (timeoutMs) => {
    const message = `timeoutMs is ${String(timeoutMs)}; it must be a number of milliseconds above 0, up to 2147483647.`;
    const options = { baseUrl, token: 't', timeoutMs: timeoutMs as number };
    expect(() => new CommerceClient(options)).toThrow(new RangeError(message));
  });
});
