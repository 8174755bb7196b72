import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { Remarks } from '../load-item.js';
import type { ReadOptions } from './input.js';
import { readParquet } from './read-parquet.js';

/** Files of apache/parquet-testing, in base64. */
const HADOOP_LZ4 = [
  'UEFSMRUEFSAVNEwVBBUEAAAAAAAQAAAAEvABwHr8XgAAAADBevxeAAAAABUAFQYVGCwVCBUEFQgVCBwYCMF6/F4AAAAAGAjAevxeAAAAABYAKA',
  'jBevxeAAAAABgIwHr8XgAAAAAAAAAAAAADAAAABDABAwwVBBUcFS5MFQQVBAAAAAAADgAAAA/gAwAAAGFiYwMAAABkZWYVABUGFRgsFQgVBBUI',
  'FQgcNgAoA2RlZhgDYWJjAAAAAAAAAwAAAAQwAQMKFQQVMBU8TBUGFQQAAAAAABgAAAAWEQABAEBFQM3MAQCgHkAAAAAAABBFQBUAFRQVJiwVCB',
  'UEFQYVCBwYCAAAAAAAEEVAGAjNzMzMzMweQBYAKAgAAAAAABBFQBgIzczMzMzMHkAAAAAAAAAKAAAAC6ACAAAAAw8CA2QAFQIZTEgAFQYAFQQl',
  'ABgCYzAAFQwlABgCYzEAFQolAhgDdjExABYIGRwZPCYIHBUEGSUIBBkYAmMwFQoWCBa6ARbgASYIPBgIwXr8XgAAAAAYCMB6/F4AAAAAFgAoCM',
  'F6/F4AAAAAGAjAevxeAAAAAAAZLBUEFQQVAgAVABUEFQIAAAAm6AEcFQwZJQgEGRgCYzEVChYIFnoWngEm6AE8NgAoA2RlZhgDYWJjABksFQQV',
  'BBUCABUAFQQVAgAAACaGAxwVChk1CAQGGRgDdjExFQoWCBbYARb2ASaGAzwYCAAAAAAAEEVAGAjNzMzMzMweQBYAKAgAAAAAABBFQBgIzczMzM',
  'zMHkAAGSwVBBUEFQIAFQAVBBUCAAAAFowEFggAKEpwYXJxdWV0LW1yIHZlcnNpb24gMS4xMC4xIChidWlsZCBhODlkZjhmOTkzMmI2ZWY2NjMz',
  'ZDA2MDY5ZTUwYzliNzk3MGJlYmQxKRk8HAAAHAAAHAAAAHgBAABQQVIx',
].join('');
const LISTS_OF_AVRO = [
  'UEFSMRUAFTwVPBXeoI6GAxwVCBUAFQYVBgAAAwAAAAOYAAMAAAADqgABAAAAAgAAAAMAAAAEAAAAGRECGRgEAQAAABkYBAQAAAAVAhkWABk2Ag',
  'IEGTYAAAgAGRwWCBVqFgAAABUCGUxICW15X3JlY29yZBUCADUAGAFhFQIVBkw8AAAANQQYBWFycmF5FQIVBkw8AAAAFQIlBBgFYXJyYXkAFgIZ',
  'HBkcJggcFQIZJQYAGTgBYQVhcnJheQVhcnJheRUAFggWahZqJgg8GAQEAAAAGAQBAAAAFgAoBAQAAAAYBAEAAAAAGRwVABUAFQIAPCk2AgIEGT',
  'YAAAgAABa0ARUUFnIVQgAWahYCJggWahQAABksGBNwYXJxdWV0LmF2cm8uc2NoZW1hGHt7InR5cGUiOiJyZWNvcmQiLCJuYW1lIjoibXlfcmVj',
  'b3JkIiwiZmllbGRzIjpbeyJuYW1lIjoiYSIsInR5cGUiOnsidHlwZSI6ImFycmF5IiwiaXRlbXMiOnsidHlwZSI6ImFycmF5IiwiaXRlbXMiOi',
  'JpbnQifX19XX0AGBF3cml0ZXIubW9kZWwubmFtZRgEYXZybwAYSnBhcnF1ZXQtbXIgdmVyc2lvbiAxLjE0LjMgKGJ1aWxkIGI1ZTM3NmEyY2Fl',
  'ZTc2N2ExMWU3NWI3ODM1MTJiMTRjZjhjYTkwZWMpGRwcAAAArwEAAFBBUjE=',
].join('');
const NO_BYTES_IN_SNAPPY = [
  'UEFSMRUGFQQVBFwVAhUCFQIVABUEFQAAAAMAGREBGRgAGRgAFQIZFgIAGRwWCBUuFgAAABUCGSxIDHNwYXJrX3NjaGVtYRUCABUIJQIYBXZhbH',
  'VlABYCGRwZHCYIHBUIGRUAGRgFdmFsdWUVAhYCFi4WLiYIPDYCABkcFQYVABUCAAAWVBUUFjYVHgAWLhYCJggWLhQAABksGBhvcmcuYXBhY2hl',
  'LnNwYXJrLnZlcnNpb24YBTMuNS41ABgpb3JnLmFwYWNoZS5zcGFyay5zcWwucGFycXVldC5yb3cubWV0YWRhdGEYWnsidHlwZSI6InN0cnVjdC',
  'IsImZpZWxkcyI6W3sibmFtZSI6InZhbHVlIiwidHlwZSI6ImZsb2F0IiwibnVsbGFibGUiOnRydWUsIm1ldGFkYXRhIjp7fX1dfQAYSnBhcnF1',
  'ZXQtbXIgdmVyc2lvbiAxLjEzLjEgKGJ1aWxkIGRiNDE4MzEwOWQ1YjczNGVjNTkzMGQ4NzBjZGFlMTYxZTQwOGRkYmEpGRwcAAAAYQEAAFBBUj',
  'E=',
].join('');

describe('readParquet', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-parquet-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function read(bytes: Buffer | ColumnSource[], options: ReadOptions = {}, codec?: 'LZO') {
    const path = join(folder, 'a.parquet');
    const compressors = { LZO: (plain: Uint8Array) => plain };
    const written = (columnData: ColumnSource[]): Buffer =>
      Buffer.from(parquetWriteBuffer({ columnData, ...(codec && { codec, compressors }) }));
    writeFileSync(path, Array.isArray(bytes) ? written(bytes) : bytes);
    const results: unknown[] = [];
    const parse = (text: string): readonly unknown[] => {
      const value = JSON.parse(text) as unknown;
      return Array.isArray(value) ? value : [value];
    };
    const taken = new Map([
      ['id', 'id'],
      ['list', 'list'],
    ] as const);
    for await (const portion of readParquet(path, taken, parse, new Remarks(), options))
      for (const { origin, value, reasons } of portion) results.push(reasons ? [origin.text, ...reasons] : value);
    return results;
  }

  it('unpacks LZ4 in the frames of Hadoop', async () => {
    expect(await read(Buffer.from(HADOOP_LZ4, 'base64'))).toEqual([
      { c0: 1593604800, c1: 'abc', v11: 42 },
      { c0: 1593604800, c1: 'def', v11: 7.7 },
      { c0: 1593604801, c1: 'abc', v11: 42.125 },
      { c0: 1593604801, c1: 'def', v11: 7.7 },
    ]);
  });

  it('reads lists without a group around their items, as Avro writes them', async () => {
    expect(await read(Buffer.from(LISTS_OF_AVRO, 'base64'))).toEqual([
      {
        a: [
          [1, 2],
          [3, 4],
        ],
      },
    ]);
  });

  it('reads a page of nulls that has no bytes', async () => {
    expect(await read(Buffer.from(NO_BYTES_IN_SNAPPY, 'base64'))).toEqual([{ value: null }]);
  });

  it('refuses a codec by its name, and says which are read', async () => {
    const columns: ColumnSource[] = [{ name: 'id', data: ['1', '1', '1'], type: 'STRING' }];
    await expect(read(columns, {}, 'LZO')).rejects.toThrow(
      'it is packed with LZO. Write it with ZSTD, Snappy, gzip, Brotli or LZ4',
    );
  });

  it('refuses a column that appears twice, or in another one', async () => {
    const column = (name: string): ColumnSource => ({ name, data: [1], type: 'INT32' });
    await expect(read([column('a'), column('a')])).rejects.toThrow('a.parquet: the column a appears twice');
    await expect(read([column('a.b'), column('a')])).rejects.toThrow('a.parquet: the column a appears twice, or has');
  });

  it('changes no prototype by the name of a column', async () => {
    await read([{ name: '__proto__.changed', data: [1], type: 'INT32' }]);
    expect(Reflect.get({}, 'changed')).toBeUndefined();
  });

  it('refuses only the row whose cell is not valid', async () => {
    const column: ColumnSource = { name: 'number', data: [1.5, NaN, -Infinity, null], type: 'DOUBLE' };
    expect(await read([column])).toEqual([
      { number: 1.5 },
      ['{"number":"NaN"}', 'number is NaN, no number; --null-values NaN loads it as unknown.'],
      ['{"number":"-Infinity"}', 'number is -Infinity, no number; --null-values -Infinity loads it as unknown.'],
      { number: null },
    ]);
    expect((await read([column], { nullValues: ['NaN'] }))[1]).toEqual({ number: 'NaN' });
    const lists = ['[1,2]', '[1', ' []', null];
    expect(await read([{ name: 'list', data: lists, type: 'STRING' }])).toEqual([
      { list: [1, 2] },
      { list: '[1' },
      { list: ' []' },
      { list: null },
    ]);
  });

  it('has the shortest decimals of a 32-bit float, and no digits of a rounded whole number', async () => {
    const floats = [9.99, 0.1, 1e-7, 16777215, 16777216, 3.4028234663852886e38];
    const numbers = (await read([{ name: 'float', data: floats, type: 'FLOAT' }])) as { float: unknown }[];
    expect(numbers.map(({ float }) => float)).toEqual([9.99, 0.1, 1e-7, 16777215, '1.6777216e+7', '3.4028235e+38']);
    const doubles = (await read([
      { name: 'float', data: [2 ** 53, 2 ** 53 - 1, 0.1 + 0.2], type: 'DOUBLE' },
    ])) as typeof numbers;
    expect(doubles.map(({ float }) => float)).toEqual(['9.007199254740992e+15', 2 ** 53 - 1, 0.1 + 0.2]);
  });
});
