import { parseBody } from './json-body.js';
import { KnownBodies } from './known-bodies.js';

const JSON_TYPE = 'application/json';
const LONG = `{"product_id":["${'1'.repeat(2048)}"]}`;

const bodies = (): ((text: string | Buffer, contentType?: string) => unknown) => {
  const known = new KnownBodies();
  return (text, contentType = JSON_TYPE) => known.read(contentType, Buffer.from(text as string), parseBody);
};

describe('KnownBodies', () => {
  it.each([
    '{"keywords":"a"}',
    '{"filter":{"price_range":{"min":1e400}},"orderby":[{"field":"gmv"}]}',
    '{"id":7301234567890123457}',
    '{"__proto__":{"admin":true}}',
    '[]',
    'null',
    '1',
    LONG,
  ])('gives what parsing gives, the first time and after: %#', (text) => {
    const read = bodies();
    const plain = parseBody(JSON_TYPE, Buffer.from(text));
    expect([read(text), read(text)]).toEqual([plain, plain]);
  });

  it('gives the same object for equal bytes, which nothing can change', () => {
    const read = bodies();
    const value = read('{"filter":{"ids":[1]}}') as { filter: { ids: number[] } };
    expect(read('{"filter":{"ids":[1]}}')).toBe(value);
    expect(() => value.filter.ids.push(2)).toThrow(TypeError);
  });

  it.each([
    ['an infinity and null', '{"max":1e400}', '{"max":null}'],
    ['a space', '{"max":1}', '{"max": 1}'],
    ['a digit beyond 2^53', '{"id":7301234567890123457}', '{"id":7301234567890123458}'],
  ])('tells apart bodies that differ by %s', (_, one, other) => {
    const read = bodies();
    expect(read(one)).not.toBe(read(other));
    expect(read(other)).toEqual(parseBody(JSON_TYPE, Buffer.from(other)));
  });

  it('refuses known bytes of another type, and bytes that are not UTF-8, each time', () => {
    const read = bodies();
    read('{}');
    for (let time = 0; time < 2; time += 1) {
      expect(() => read('{}', 'text/plain')).toThrow('must be JSON');
      expect(() => read(Buffer.from([0x7b, 0xff]))).toThrow('not UTF-8');
    }
  });

  it('does not keep long bodies', () => {
    const read = bodies();
    expect(read(LONG)).not.toBe(read(LONG));
  });
});
