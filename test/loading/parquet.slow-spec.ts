import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Remarks } from '../../src/loading/load-item.js';
import type { ReadRecord } from '../../src/loading/reading/input.js';
import { readParquet } from '../../src/loading/reading/read-parquet.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findParquetEnvironment } from '../../tools/testing/python-package.js';
import { isSame } from '../support/same-values.js';

const environment = await findParquetEnvironment();
const withPython = environment === undefined ? it.skip : it;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

interface WrittenFile {
  readonly file: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

describe('Parquet of other programs', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commerce-analytics-parquet-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function readAll(file: string): Promise<ReadRecord[]> {
    const records: ReadRecord[] = [];
    const read = (text: string): readonly unknown[] => [JSON.parse(text)];
    for await (const portion of readParquet(join(folder, file), new Map(), read, new Remarks(), {}))
      records.push(...portion);
    return records;
  }

  withPython('is read as pyarrow reads it, value for value: types, codecs, encodings, nulls, nesting', async () => {
    const script = join(PROJECT_DIR, 'test', 'support', 'write-parquet.py');
    const options = { maxBuffer: MOST_OUTPUT_BYTES };
    const { stdout } = await execute(join(environment as string, 'python'), [script, folder], options);
    const files = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as WrittenFile);
    expect(files.length).toBeGreaterThan(150);
    const different: unknown[] = [];
    for (const { file, rows } of files) {
      const records = await readAll(file);
      const at = rows.findIndex((row, index) => !isSame(records[index]?.value ?? null, row));
      if (at >= 0 || records.length !== rows.length)
        different.push({ file, rows: [records.length, rows.length], at, ours: records[at], others: rows[at] });
    }
    expect(different).toEqual([]);
  });
});
