import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteWriter, type ColumnSource, parquetWrite, parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import { RecordCheck } from '../record-check.js';
import { Remarks } from '../load-item.js';
import { findInputs, type ReadOptions } from './input.js';
import { readInputs } from './read-inputs.js';
import type { RecordKind } from '../../common/record-kind.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-inputs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The valid records of a file, or the reasons why a line is refused. */
async function read(kind: RecordKind, name: string, content: string | Buffer, options: ReadOptions = {}) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const check = new RecordCheck(kind);
  const results: unknown[] = [];
  for await (const portion of readInputs(kind, await findInputs([path]), new Remarks(), options))
    for (const { value, reasons } of portion)
      results.push(reasons ?? check.check(value).record ?? check.check(value).reasons);
  return results;
}

describe('an input without records', () => {
  it.each([
    ['empty.csv', ''],
    ['header.csv', 'product_id,title\r\n'],
    ['blank.ndjson', '\n \n'],
    ['list.json', '[]'],
  ])('is refused unless that is allowed: %s', async (name, content) => {
    await expect(read('products', name, content)).rejects.toThrow(
      `${name} has no records. Add --allow-empty where that is right.`,
    );
    expect(await read('products', name, content, { allowEmpty: true })).toEqual([]);
  });
});

describe('readInputs', () => {
  it('takes a table of tabs in UTF-16, as spreadsheets save Unicode text', async () => {
    const bytes = Buffer.from('\uFEFFroom_id\ttitle\ttotal_viewer_count\r\n1\t直播 😀\t15.5k\r\n', 'utf16le');
    expect(await read('lives', 'a.csv', bytes, { delimiter: '\t', encoding: 'utf-16le', units: true })).toEqual([
      { room_id: '1', title: '直播 😀', total_viewer_count: 15500 },
    ]);
    await expect(read('lives', 'a.csv', bytes)).rejects.toThrow('It is UTF-16; load it with --encoding utf-16.');
  });

  it('refuses lines with bytes that are not of the encoding, and reads on', async () => {
    const bytes = Buffer.from('room_id,title\n1,a\x81\n2,b\n', 'latin1');
    expect(await read('lives', 'a.csv', bytes, { encoding: 'windows-1252' })).toEqual([
      ['The line has bytes that --encoding does not take for characters.'],
      { room_id: '2', title: 'b' },
    ]);
  });

  it('takes utf-8 for the encoding that it is, and names the option where a header has another', async () => {
    const text = Buffer.from('\ufeffroom_id,title\n1,a\ufffd\n');
    expect(await read('lives', 'a.csv', text, { encoding: 'utf-8' })).toEqual([{ room_id: '1', title: 'a\ufffd' }]);
    const bytes = Buffer.from('room_id,title,\xb1\xea,\xcc\xe2\n1,a,b,c\n', 'latin1');
    await expect(read('lives', 'a.csv', bytes)).rejects.toThrow(
      /: the header is not valid UTF-8; --encoding names the encoding of the file\.$/,
    );
  });

  it('guesses nothing without options', async () => {
    const bytes = Buffer.from('room_id,title,total_gmv\n1,T\xfcr,1\n2,a,"1,5"\n', 'latin1');
    expect(await read('lives', 'a.csv', bytes)).toEqual([
      ['The line is not valid UTF-8; --encoding names the encoding of the file.'],
      ['total_gmv is "1,5"; it must be a number within ±10,000,000,000,000, or null.'],
    ]);
  });
});

describe('a number with more digits than a number keeps', () => {
  it('is refused with its digits, not rounded', async () => {
    const sales = 'id,units_sold,gmv\na,9007199254740993,1\nb,1,999999999999.00001\nc,1000000000,1.50000000000000000\n';
    const [units, gmv, taken] = await read('sales', 'a.csv', sales);
    expect([units, gmv]).toEqual([
      expect.arrayContaining([expect.stringMatching(/^units_sold is "9007199254740993"; it must be a whole number/)]),
      expect.arrayContaining([
        expect.stringMatching(
          /^gmv is "999999999999\.00001"; it must be a number within ±1,000,000,000,000 with at most 4/,
        ),
      ]),
    ]);
    expect(taken).not.toContainEqual(expect.stringMatching(/^(?:units_sold|gmv)/));
  });
});

describe('Parquet', () => {
  const parquet = (columns: ColumnSource[]): Buffer => Buffer.from(parquetWriteBuffer({ columnData: columns }));

  it('is read with all digits of ids, decimals, days, moments, lists and null', async () => {
    const bytes = parquet([
      { name: 'video_id', data: [7491823746501928374n, 5n], type: 'INT64' },
      { name: 'desc', data: ["'=a", null], type: 'STRING' },
      { name: 'publish_time', data: [new Date('2026-11-05T14:30:00Z'), new Date(7000)], type: 'TIMESTAMP' },
      { name: 'comment_count', data: [9007199254740991n, 0n], type: 'INT64' },
      { name: 'gmv', data: [1.1, -0.5], type: 'DOUBLE' },
      { name: 'creator.uid', data: [7349480000000000123n, 1n], type: 'INT64' },
      { name: 'product_info', data: ['[{"product_id":"8"}]', null], type: 'STRING' },
    ]);
    expect(await read('videos', 'a.parquet', bytes)).toEqual([
      {
        video_id: '7491823746501928374',
        desc: "'=a",
        publish_time: 1793889000,
        comment_count: 9007199254740991,
        gmv: 1.1,
        creator: { uid: '7349480000000000123' },
        product_info: [{ product_id: '8' }],
      },
      {
        video_id: '5',
        desc: null,
        publish_time: 7,
        comment_count: 0,
        gmv: -0.5,
        creator: { uid: '1' },
        product_info: null,
      },
    ]);
  });

  it('takes the moments of an export back as each field has them', async () => {
    const moment = new Date('2026-05-04T09:30:00Z');
    const product = parquet([
      { name: 'product_id', data: ['1'], type: 'STRING' },
      { name: 'ctime', data: [moment], type: 'TIMESTAMP' },
    ]);
    expect(await read('products', 'a.parquet', product)).toEqual([{ product_id: '1', ctime: '2026-05-04 09:30:00' }]);
    const live = parquet([
      { name: 'room_id', data: ['1'], type: 'STRING' },
      { name: 'start_time', data: [moment], type: 'TIMESTAMP' },
    ]);
    expect(await read('lives', 'b.parquet', live)).toEqual([{ room_id: '1', start_time: moment.getTime() / 1000 }]);
  });

  it('keeps the digits of decimals, reads nested names, and takes columns by a mapping', async () => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 3 },
      { name: 'nr', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'preis', type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 4, repetition_type: 'REQUIRED' },
      { name: 'shop', num_children: 1, repetition_type: 'REQUIRED' },
      { name: 'seller', type: 'INT64', repetition_type: 'REQUIRED' },
    ];
    const writer = new ByteWriter();
    await parquetWrite({
      writer,
      schema,
      columnData: [
        { name: 'nr', data: ['1', '2'] },
        { name: 'preis', data: [1.0035, 4.35] },
        { name: 'shop', data: [{ seller: 7349480000000000123n }, { seller: 2n }] },
      ],
    });
    const columns = { product_id: 'nr', floor_price: 'preis', 'shop.seller_id': 'shop.seller' };
    expect(await read('products', 'a.parquet', Buffer.from(writer.getBytes()), { mapping: { columns } })).toEqual([
      { product_id: '1', floor_price: 1.0035, shop: { seller_id: '7349480000000000123' } },
      { product_id: '2', floor_price: 4.35, shop: { seller_id: '2' } },
    ]);
  });

  it('refuses an id that is a rounded number, and a day that is none', async () => {
    const bytes = parquet([
      { name: 'product_id', data: [7349480000000000000, 5], type: 'DOUBLE' },
      { name: 'off_shelves', data: [1, 0], type: 'INT32' },
    ]);
    const [refused, taken] = await read('products', 'a.parquet', bytes);
    expect(refused).toEqual([expect.stringMatching(/^product_id is "7\.34948e\+18"; it must be an id/)]);
    expect(taken).toEqual({ product_id: '5', off_shelves: 0 });
  });

  it('is named where it was taken for text, as other files that are no text', async () => {
    const bytes = parquet([{ name: 'room_id', data: ['1'], type: 'STRING' }]);
    await expect(read('lives', 'a.ndjson', bytes)).rejects.toThrow(
      'It is Parquet; load the file with --format parquet.',
    );
    await expect(read('lives', 'a.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toThrow(
      'It is an Excel workbook',
    );
    await expect(read('lives', 'a.parquet', Buffer.from('no parquet at all'))).rejects.toThrow(
      'can’t be read beyond line 0',
    );
    await expect(findInputs(['-'], 'parquet')).rejects.toThrow('Parquet is read from files');
  });
});
