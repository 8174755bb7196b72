import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Rules } from '../../tools/documents/conformance.js';
import { describeConformance, readChapters } from '../../tools/documents/conformance.js';
import { errorsIn, titlesBelow } from './proofs.js';
import { testTitlesOf } from './test-titles.js';

const titlesOf = titlesBelow('.');

describe('docs/conformance.md', () => {
  it('names for every rule tests that are there', () => {
    const sections = readChapters().flatMap((chapter) => chapter.sections);
    const errors = sections.flatMap(({ rules }) => errorsIn(rules, titlesOf));
    const count = sections.flatMap(({ rules }) => Object.keys(rules)).length;
    const unproven = new Set(errors.map((error) => error.split('”')[0]));
    process.stderr.write(`Conformance: ${count} rules, ${count - unproven.size} proven\n`);
    expect(errors).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  it('is what the rules say now; npm run conformance writes it anew', () => {
    expect(readFileSync('docs/conformance.md', 'utf8')).toBe(describeConformance());
  });

  it('refers to each file by a name of its own', () => {
    const names = [...readFileSync('docs/conformance.md', 'utf8').matchAll(/^\[(.+)\]: /gm)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('docs/security.md', () => {
  it('names for every threat tests that are there', () => {
    const threats = parse(readFileSync('test/conformance/threats.yml', 'utf8')) as Rules;
    expect(errorsIn(threats, titlesOf)).toEqual([]);
    const page = readFileSync('docs/security.md', 'utf8');
    const [, table = ''] = page.split('\n| threat');
    const told = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (.+?) +\|/gm)].map(([, threat = '']) => threat);
    expect(told.slice(1)).toEqual(Object.keys(threats));
    expect(told.length).toBeGreaterThan(20);
  });
});

describe('a rule', () => {
  const errorsOf = (...tests: string[]): string[] =>
    errorsIn({ A: tests }, (file) => (file === 'a.spec.ts' ? ['a › b', 'a › c', 'd › c'] : undefined));

  it('is proven by tests that are there', () => {
    expect(errorsOf('a.spec.ts › a › b', 'a.spec.ts › b', 'a.spec.ts › d › c')).toEqual([]);
  });

  it.each([
    ['has no test', [], '“A” has no test'],
    ['names a file that is not there', ['b.spec.ts › b'], '“A”: there is no file of tests b.spec.ts'],
    ['names a test that is not there', ['a.spec.ts › a › x'], '“A”: no test in a.spec.ts is “a › x”'],
    ['names a part of a title', ['a.spec.ts › › b'], '“A”: no test in a.spec.ts is “› b”'],
    ['leaves open which test', ['a.spec.ts › c'], '“A”: more than one test in a.spec.ts is “c”'],
  ])('that %s is an error', (_, tests, error) => {
    expect(errorsOf(...tests)).toEqual([error]);
  });
});

describe('titles of tests', () => {
  it('are read from groups, tables and templates, and from functions that make tests', () => {
    const text = `
      const withBrowser = found ? describe : describe.skip;
      withBrowser('a', () => {
        it('b', () => { helper('no test'); test.api.post('/path'); });
        it.each([['x', 1]])('c %s', () => {});
        describe.each(LIST)('d $name', () => { it(\`e \${count} f\`, () => {}); });
        it.each\`a | b\`('g', () => {});
      });
      export function describeAll() { it('h', () => {}); }`;
    expect(testTitlesOf('a.spec.ts', text)).toEqual(['a › b', 'a › c %s', 'a › d $name › e ${count} f', 'a › g', 'h']);
  });

  it.each(["it.skip('b', () => {})", "it.todo('b')", "describe.skip('a', () => { it('b', () => {}); })", "xit('b')"])(
    'are none of what is not run: %s',
    (text) => {
      expect(testTitlesOf('a.spec.ts', text)).toEqual([]);
    },
  );
});
