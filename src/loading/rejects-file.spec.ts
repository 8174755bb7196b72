import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RejectsFile } from './rejects-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-rejects-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const origin = (line: number) => ({ file: 'a.ndjson', line, text: 'x'.repeat(5000) });

describe('a rejects file', () => {
  it('says why it can’t be written', () => {
    const rejects = new RejectsFile(join(folder, 'missing', 'rejects.ndjson'), Infinity);
    expect(() => rejects.add(origin(1), ['Bad.'])).toThrow(/^The rejects file .* can’t be written: ENOENT/);
    expect(rejects.count).toBe(0);
  });
});
