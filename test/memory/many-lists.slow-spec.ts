import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVE_PARAMETERS } from '../../dev/local-cluster/api-process.js';

const SCRIPT = join(import.meta.dirname, 'make-lists.mjs');

async function made(rows: number, lists: number): Promise<unknown> {
  const options = SERVE_PARAMETERS.filter((parameter) => parameter.startsWith('--'));
  const { stdout } = await promisify(execFile)(process.execPath, [...options, SCRIPT, String(rows), String(lists)]);
  return (JSON.parse(stdout) as { readonly made: unknown }).made;
}

describe('large lists at the same time, next to full caches', () => {
  it('are made in turn', async () => {
    expect(await made(500_000, 4)).toEqual([500_000, 500_000, 500_000, 500_000]);
    expect(await made(60_000, 8)).toEqual(Array(8).fill(60_000));
  });

  it('are refused by name where the heap does not hold one', async () => {
    expect(await made(1_000_000, 2)).toEqual(['too_many_rows', 'too_many_rows']);
  });
});
