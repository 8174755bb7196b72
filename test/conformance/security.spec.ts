import { readFileSync } from 'node:fs';
import { faultsIn, readRows, titlesBelow } from './conformance-table.js';

describe('docs/security.md', () => {
  it('names for every threat tests that are there', () => {
    const rows = readRows(readFileSync('docs/security.md', 'utf8'));
    expect(faultsIn(rows, titlesBelow('.'))).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
  });
});
