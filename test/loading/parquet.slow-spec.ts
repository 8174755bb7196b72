import { join } from 'node:path';
import { Remarks } from '../../src/loading/load-item.js';
import type { RecordKind } from '../../src/common/record-kind.js';
import { findInputs, type ReadOptions, type ReadRecord } from '../../src/loading/reading/input.js';
import { readInputs } from '../../src/loading/reading/read-inputs.js';
import { RecordCheck } from '../../src/loading/record-check.js';
import { readParquet } from '../../src/loading/reading/read-parquet.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findParquetEnvironment } from '../../tools/testing/python-package.js';
import { isSame } from '../support/same-values.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const environment = await findParquetEnvironment();
const withPython = environment === undefined ? it.skip : it;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

interface WrittenFile {
  readonly file: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Files as warehouses and data frames write them, each for a fault that it once met. */
const RECORDS = `
import sys, duckdb, numpy as np, pandas as pd, polars as pl, pyarrow as pa, pyarrow.parquet as pq
from decimal import Decimal

folder = sys.argv[1] + "/"
ids = [1799000000222448189, 1799000000222448191, 1799000000222448192]
info = pa.list_(pa.struct([("product_id", pa.decimal128(38, 10)), ("gmv", pa.decimal128(9, 2))]))
pq.write_table(pa.table({
    "video_id": pa.array(map(Decimal, ids), pa.decimal128(38, 0)),
    "publish_time": pa.array([1780211393123456] * 3, pa.timestamp("us")),
    "gmv": pa.array([1.2345, 2.5, None]),
    "interact_rate": pa.array([9.99, 0.1, None], pa.float32()),
    "product_info": pa.array([[{"product_id": Decimal(ids[0]), "gmv": Decimal("1.25")}], [], None], info),
}), folder + "warehouse.parquet", compression="zstd")

text = pa.array(["a".encode(), b"caf\\xe9", "é".encode()], pa.binary())
lists = ['[{"product_id": 1799000000222448189}]', '[{"product_id": 1', None]
pq.write_table(pa.table({
    "video_id": ["1", "2", "3"],
    "publish_time": pa.array([1, 2, 3]),
    "desc": pa.Array.from_buffers(pa.string(), 3, text.buffers()),
    "product_info": lists,
}), folder + "cells.parquet")
pl.DataFrame({"video_id": ["1", "2", "3", "4"], "publish_time": [1, 2, 3, 4], "gmv": [1.5, float("nan"), float("-inf"), None]}).write_parquet(folder + "nan.parquet")

sales = pd.DataFrame({"id": ["a", "b", "c"], "date": pd.to_datetime(["2026-05-31"] * 3), "units_sold": [0, 1, 2], "rank": [5, 2, 9]})
sales.drop(columns="rank").iloc[[1, 2, 0]].to_parquet(folder + "sorted.parquet")
sales.drop(columns="rank").set_index("id").to_parquet(folder + "by-id.parquet")
sales.set_index("rank").to_parquet(folder + "by-rank.parquet")
sales.to_parquet(folder + "mapped.parquet")
pq.write_table(pa.table({
    "id": ["a", "b"],
    "date": pa.array([1780211393123] * 2, pa.timestamp("ms")),
    "units_sold": pa.array([2**53 + 1, 7]),
    "gmv": pa.array([Decimal("1.5"), Decimal("999999999999.00001")], pa.decimal128(38, 10)),
}), folder + "digits.parquet")
pq.write_table(pa.table({"id": ["a"], "date": pa.array([2**31 - 1], pa.int32()).cast(pa.date32())}), folder + "late.parquet")
duckdb.execute(f"COPY (SELECT 'a' AS id, interval 1 day AS units_sold, time '10:00' AS gmv) TO '{folder}types.parquet'")
`;

describe('Parquet of other programs', () => {
  const folder = temporaryFolder('parquet');

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

  withPython('is loaded with its digits, zones and lines as they are, or refused by line', async () => {
    await execute(join(environment as string, 'python'), ['-c', RECORDS, folder]);
    const load = async (kind: RecordKind, file: string, options: ReadOptions = {}) => {
      const remarks = new Remarks();
      const check = new RecordCheck(kind, true);
      const results: unknown[] = [];
      const inputs = await findInputs([join(folder, file)]);
      for await (const portion of readInputs(kind, inputs, remarks, options))
        for (const { value, reasons } of portion) results.push(reasons ?? check.check(value).reasons ?? value);
      return { results, notes: remarks.describe().map((note) => note.replace(`${folder}/`, '')) };
    };
    const warehouse = await load('videos', 'warehouse.parquet', { zone: 'Asia/Shanghai' });
    expect(warehouse.results).toEqual([
      {
        video_id: '1799000000222448189',
        publish_time: 1780182593,
        gmv: 1.2345,
        interact_rate: 9.99,
        product_info: [{ product_id: '1799000000222448189', gmv: 1.25 }],
      },
      { video_id: '1799000000222448191', publish_time: 1780182593, gmv: 2.5, interact_rate: 0.1, product_info: [] },
      {
        video_id: '1799000000222448192',
        publish_time: 1780182593,
        gmv: null,
        interact_rate: null,
        product_info: null,
      },
    ]);
    const reasons = ['publish_time is "2026-05-31T07:09:53.123456"; it must be Unix seconds.'];
    expect((await load('videos', 'warehouse.parquet')).results).toEqual([reasons, reasons, reasons]);

    expect((await load('videos', 'cells.parquet')).results).toEqual([
      { video_id: '1', publish_time: 1, desc: 'a', product_info: [{ product_id: '1799000000222448189' }] },
      ['desc is not valid UTF-8, as texts in Parquet are.'],
      { video_id: '3', publish_time: 3, desc: 'é', product_info: null },
    ]);
    const refused = (number: string) => [`gmv is ${number}, no number; --null-values ${number} loads it as unknown.`];
    const [first, , , last] = [1.5, NaN, -Infinity, null].map((gmv, at) => ({
      video_id: String(at + 1),
      publish_time: at + 1,
      gmv,
    }));
    expect((await load('videos', 'nan.parquet')).results).toEqual([first, refused('NaN'), refused('-Infinity'), last]);
    expect((await load('videos', 'nan.parquet', { nullValues: ['NaN'] })).results[1]).toEqual({
      video_id: '2',
      publish_time: 2,
      gmv: null,
    });

    const sales = ['a', 'b', 'c'].map((id, units_sold) => ({ id, date: '2026-05-31', units_sold }));
    const leftOut = (name: string) =>
      expect.stringMatching(`Columns were left out, because no field takes them: 1, such as "${name}"`) as string;
    const sorted = await load('sales', 'sorted.parquet');
    expect(sorted.results).toEqual([sales[1], sales[2], sales[0]]);
    expect(sorted.notes).toContainEqual(leftOut('__index_level_0__'));
    const byId = await load('sales', 'by-id.parquet');
    expect(byId.results).toEqual(sales.map(({ id, ...others }) => ({ ...others, id })));
    expect(byId.notes).not.toContainEqual(leftOut('id'));
    const byRank = await load('sales', 'by-rank.parquet');
    expect([byRank.results, byRank.notes]).toEqual([sales, expect.arrayContaining([leftOut('rank')])]);
    const timed = 'date is "2026-05-31T07:09:53.123"; it must be a day that exists, written as YYYY-MM-DD.';
    expect((await load('sales', 'digits.parquet')).results).toEqual([
      [timed, expect.stringMatching(/^units_sold is "9007199254740993"; it must be a whole number/)],
      [
        timed,
        expect.stringMatching(
          /^gmv is "999999999999\.00001"; it must be a number within ±1,000,000,000,000 with at most 4/,
        ),
      ],
    ]);
    expect((await load('sales', 'late.parquet')).results).toEqual([['date is not a moment that exists.']]);
    expect((await load('sales', 'types.parquet')).results).toEqual([
      ['units_sold is of the type INTERVAL, which no field takes.', 'gmv is of the type TIME, which no field takes.'],
    ]);
    const [unmapped] = (await load('sales', 'mapped.parquet')).results;
    expect(unmapped).toEqual([
      'rank is not a field of sales. --map takes fields under other names and leaves the others out.',
    ]);
    const mapped = await load('sales', 'mapped.parquet', { mapping: { columns: { id: 'id' } } });
    expect([mapped.results, mapped.notes]).toEqual([sales, expect.arrayContaining([leftOut('rank')])]);
  });
});
