import { readFileSync } from 'node:fs';
import { faultsIn, readRows, titlesBelow } from './conformance-table.js';
import { testTitlesOf } from './test-titles.js';

const rows = readRows(readFileSync('docs/conformance.md', 'utf8'));
const titlesOf = titlesBelow('.');

describe('docs/conformance.md', () => {
  it('names for every rule tests that are there', () => {
    const faults = faultsIn(rows, titlesOf);
    const unproven = new Set(faults.map((fault) => fault.split(':')[0]));
    process.stderr.write(`Conformance: ${rows.length} rules, ${rows.length - unproven.size} proven\n`);
    expect(faults).toEqual([]);
    expect(rows.length).toBeGreaterThan(200);
  });

  it('says how many rules it lists', () => {
    expect(readFileSync('docs/conformance.md', 'utf8')).toContain(`${rows.length} rules`);
  });
});

describe('a row', () => {
  const row = (number: number, proofs: string): string => `| ${number} | a rule | a section | ${proofs} |`;
  const faultsOf = (...lines: string[]): string[] =>
    faultsIn(readRows(lines.join('\n')), (file) => (file === 'a.spec.ts' ? ['a › b', 'a › c', 'd › c'] : undefined));

  it('is proven by a test that is there', () => {
    expect(faultsOf(row(1, '`a.spec.ts` a › b'), row(2, '`a.spec.ts` b<br>`a.spec.ts` d › c'))).toEqual([]);
  });

  it.each([
    ['has no test', '', 'Row 1 has no test'],
    ['names a file that is not there', '`b.spec.ts` b', 'Row 1: there is no file of tests b.spec.ts'],
    ['names a test that is not there', '`a.spec.ts` a › x', 'Row 1: no test in a.spec.ts is “a › x”'],
    ['names a part of a title', '`a.spec.ts` › b', 'Row 1: no test in a.spec.ts is “› b”'],
    ['leaves open which test', '`a.spec.ts` c', 'Row 1: more than one test in a.spec.ts is “c”'],
  ])('that %s is at fault', (_, proofs, fault) => {
    expect(faultsOf(row(1, proofs))).toEqual([fault]);
  });

  it('out of turn is at fault', () => {
    expect(faultsOf(row(2, '`a.spec.ts` b'))).toEqual(['Row 2 stands at place 1']);
  });

  it('that can’t be read is refused', () => {
    expect(() => readRows('| 1 | a rule | `a.spec.ts` b |')).toThrow('Row 1 must have');
    expect(() => readRows(row(1, 'a test'))).toThrow('This is no proof: a test');
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
