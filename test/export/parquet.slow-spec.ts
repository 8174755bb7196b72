import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { recordWriter } from '../../src/http/export/record-writer.js';
import { LiveRecord } from '../../src/live/live.record.js';
import { execute, findParquetEnvironment } from '../../tools/testing/python-package.js';
import { testApp } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';
import { exportAll, recordsIn } from './export-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const environment = await findParquetEnvironment();
const describeWithPython = environment === undefined ? describe.skip : describe;
const READERS = ['pyarrow', 'pandas', 'Polars', 'DuckDB'];

const MONTH = { filter: { date_info: { type: 'month', value: '2026-06' } } };
const DAYS = { from: '2026-06-01', to: '2026-06-30' };
const ALL_VIDEOS = { filter: { create_time_range: { min: 0 } } };
const EXPORTS: readonly (readonly [path: string, body: object])[] = [
  ['/video/v1/export', ALL_VIDEOS],
  ['/product/v1/export', {}],
  ['/live/v1/export', {}],
  ['/creator/v1/export', {}],
  ...['creator/v1/rank/topEcommerce', 'creator/v1/rank/topGrowth'].map((name) => [`/${name}/export`, MONTH] as const),
  ...['product', 'shop', 'category', 'video', 'live'].map(
    (subject) => [`/${subject}/v1/rank/topSelling/export`, MONTH] as const,
  ),
  ...['day', 'channel', 'category', 'region'].map(
    (by) => ['/sales/v1/breakdown/export', { by, compare: true, ...DAYS }] as const,
  ),
];

const ODD_TEXTS = ['', ' ', '\u0000', 'null', '0012', '"', 'a\r\nb', 'é 直播 😀', '=1', 'x'.repeat(100_000)];
const ODD_NUMBERS = [0, -0, 1, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
const ODD_AMOUNTS = [0, 9.99, -0.0001, 1e-7, 123456789012.3456, 1.7976931348623157e308, 5e-324];

describeWithPython('exports in Parquet', () => {
  const folder = temporaryFolder('parquet-exports');
  const service = testApp(() => ({ name: 'parquet-exports', indices: seededIndices() }));

  it('are read by four other programs as the same values as in NDJSON', async () => {
    const rows: Record<string, number> = {};
    for (const [at, [path, body]] of EXPORTS.entries()) {
      const name = `${String(at).padStart(2, '0')}${path.replaceAll('/', '-')}`;
      const ndjson = await exportAll(service, path, { ...body, limit: 5000 });
      const parquet = await exportAll(service, path, { ...body, limit: 5000, format: 'parquet' });
      expect([path, ndjson.status, parquet.status]).toEqual([path, 200, 200]);
      await writeFile(join(folder, `${name}.ndjson`), ndjson.bytes);
      await writeFile(join(folder, `${name}.parquet`), parquet.bytes);
      rows[name] = recordsIn(ndjson).length;
      expect([path, rows[name]]).not.toEqual([path, 0]);
    }
    for (const [name, count] of Object.entries({ few: 7, many: 4321, none: 0 })) {
      const records = Array.from({ length: count }, (_, row) => ({
        room_id: `${2n ** 60n + BigInt(row)}`,
        title: row % 3 === 0 ? null : ODD_TEXTS[row % ODD_TEXTS.length],
        total_viewer_count: row % 5 === 0 ? null : ODD_NUMBERS[row % ODD_NUMBERS.length],
        total_gmv: row % 7 === 0 ? null : ODD_AMOUNTS[row % ODD_AMOUNTS.length],
        cover: null,
      }));
      const fields = ['room_id', 'title', 'total_viewer_count', 'total_gmv', 'cover'];
      const writer = recordWriter(LiveRecord, { format: 'parquet', fields });
      const parts = [writer.write(records), writer.end?.() ?? ''].map((part) => Buffer.from(part));
      await writeFile(join(folder, `odd-${name}.parquet`), Buffer.concat(parts));
      const lines = records.map((record) => `${JSON.stringify(record)}\n`);
      await writeFile(join(folder, `odd-${name}.ndjson`), lines.join(''));
      rows[`odd-${name}`] = count;
    }
    const script = join(PROJECT_DIR, 'test', 'support', 'read-parquet.py');
    const { stdout } = await execute(join(environment as string, 'python'), [script, folder]);
    const read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly name: string; readonly values: number });
    const expected = Object.entries(rows).flatMap(([name, count]) =>
      READERS.map((reader) => expect.objectContaining({ name, reader, rows: count, different: [] }) as object),
    );
    expect(read).toEqual(expected);
    expect(read.reduce((sum, { values }) => sum + values, 0)).toBeGreaterThan(500_000);
  });
});
