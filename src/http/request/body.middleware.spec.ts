import { Failure } from '../../common/errors/failure.js';
import { MAX_DEPTH } from '../../common/json-object.js';
import { parseJson } from './body.middleware.js';

const refusalOf = (text: string): Failure => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error(`${text} was taken`);
};

const nested = (depth: number): string => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);

describe('parseJson', () => {
  it('keeps integers beyond 2^53 digit for digit and every other number a number', () => {
    expect(
      parseJson('{"id":7301234567890123457,"max":9007199254740991,"next":-9007199254740992,"price":1.5e2}'),
    ).toEqual({
      id: 7301234567890123457n,
      max: 9007199254740991,
      next: -9007199254740992n,
      price: 150,
    });
  });

  it.each([
    ['small numbers only', '{"page":1,"page":2}', { page: 2 }],
    ['a big one among them', '{"id":1,"id":7301234567890123457}', { id: 7301234567890123457n }],
    ['a big one replaced by another type', '{"id":7301234567890123457,"id":"x"}', { id: 'x' }],
  ])('counts the last of equal keys: %s', (_, text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['{"__proto__":{"admin":true}}', '{"__proto__":{"admin":true},"id":7301234567890123457}'])(
    'takes __proto__ as a key of its own: %s',
    (text) => {
      const value = parseJson(text) as Record<string, unknown>;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toContain('__proto__');
      expect(value.admin).toBeUndefined();
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
  );

  it.each([
    ['{"page": 1,}', 'line 1, column 12'],
    ['{"page": 01}', 'line 1, column 11'],
    ['{\n  "page": 1\n  "pagesize": 2\n}', 'line 3, column 3'],
    ['{"id": 7301234567890123457, x}', 'line 1, column 29'],
    ['nothing', 'line 1, column 1'],
    ['{"keywords": "abc', 'line 1, column 18'],
    ['NaN', 'line 1, column 1'],
    ['{} {}', 'line 1, column 4'],
  ])('says where %j stops being JSON', (text, place) => {
    const { kind, message } = refusalOf(text);
    expect(kind).toBe('unreadable');
    expect(message).toMatch(/^The body is not valid JSON: /);
    expect(message).toContain(`at ${place}.`);
  });

  it(`takes ${MAX_DEPTH} levels and refuses one more, whatever follows`, () => {
    expect(parseJson(nested(MAX_DEPTH))).toBeDefined();
    expect(refusalOf(`[${nested(MAX_DEPTH)}]`).message).toContain(`deeper than ${MAX_DEPTH} levels`);
    expect(refusalOf('['.repeat(60_000)).message).toContain(`deeper than ${MAX_DEPTH} levels`);
  });

  it('does not count brackets in strings as levels', () => {
    const keywords = `${'[{'.repeat(100)}\\"[`;
    expect(parseJson(JSON.stringify({ keywords }))).toEqual({ keywords });
  });
});
