import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findLinkEnvironment } from '../../tools/testing/python-package.js';
import { testApp } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';
import { exportAll, recordsIn } from './export-client.js';

const environment = await findLinkEnvironment();
const describeWithPython = environment === undefined ? describe.skip : describe;
const REQUEST = { fields: ['product_id', 'title', 'price', 'day7_units_sold'], limit: 2500 };
const FORMS = ['csv', 'ndjson', 'parquet'];

interface Read {
  readonly reader: string;
  readonly form: string;
  readonly rows: readonly Readonly<Record<string, string | null>>[];
}

describeWithPython('links to exports', () => {
  const service = testApp(() => ({ name: 'fetched-links', indices: seededIndices() }));

  it('are read by DuckDB and pandas as the rows of the export', async () => {
    const urls = await Promise.all(
      FORMS.map(async (format) => {
        const made = { operation: 'exportProducts', request: { ...REQUEST, format } };
        return (await service.api.ask<{ url: string }>('/v1/links', made)).url;
      }),
    );
    const expected = recordsIn(await exportAll(service, '/product/v1/export', REQUEST));
    expect(expected.length).toBeGreaterThan(500);
    const script = join(PROJECT_DIR, 'test', 'support', 'read-links.py');
    const options = { maxBuffer: 2 ** 28 };
    const { stdout } = await execute(join(environment as string, 'python'), [script, ...urls], options);
    const read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Read);
    expect(read.map(({ reader, form }) => `${reader} ${form}`)).toEqual(
      FORMS.flatMap((form) => [`DuckDB ${form}`, `pandas ${form}`]),
    );
    for (const { reader, form, rows } of read) {
      expect([reader, form, rows.length]).toEqual([reader, form, expected.length]);
      for (const [at, { product_id, title, price, day7_units_sold }] of rows.entries()) {
        const record = expected[at] as Record<string, string | number | null>;
        expect([product_id, title, price]).toEqual([record.product_id, record.title, record.price]);
        expect((day7_units_sold ?? null) === null ? null : Number(day7_units_sold)).toBe(record.day7_units_sold);
      }
    }
  });
});
