import { readdirSync, readFileSync } from 'node:fs';
import { compileDocumentedExamples, writeQueries } from './compiled-queries.js';

const folder = new URL('../../docs/queries/', import.meta.url);
const compiled = await compileDocumentedExamples();

describe('docs/queries', () => {
  it.each(Object.keys(compiled))(
    '%s.json is what its examples compile to now; npm run queries writes it anew',
    (name) => {
      expect(readFileSync(new URL(`${name}.json`, folder), 'utf8')).toBe(writeQueries(compiled[name] ?? {}));
    },
  );

  it('holds no other file', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(compiled)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });

  it('tells a query that has changed', () => {
    const changed = writeQueries({ ...compiled['video-search'], another: {} });
    expect(changed).not.toBe(readFileSync(new URL('video-search.json', folder), 'utf8'));
  });
});
