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
