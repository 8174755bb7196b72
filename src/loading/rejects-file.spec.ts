import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  it('has every line, in order, and warns of no listeners', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    const path = join(folder, 'rejects.ndjson');
    const rejects = new RejectsFile(path, Infinity);
    expect(existsSync(path)).toBe(false);
    for (let line = 1; line <= 2000; line += 1) rejects.add(origin(line), ['Bad.']);
    rejects.close();
    await new Promise(setImmediate);
    process.off('warning', warned);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((text) => (JSON.parse(text) as { line: number }).line)).toEqual(
      Array.from({ length: 2000 }, (_, index) => index + 1),
    );
    expect(warnings).toEqual([]);
  });

  it('says why it can’t be written', () => {
    const rejects = new RejectsFile(join(folder, 'missing', 'rejects.ndjson'), Infinity);
    expect(() => rejects.add(origin(1), ['Bad.'])).toThrow(/^The rejects file .* can’t be written: ENOENT/);
    expect(rejects.count).toBe(0);
  });
});
