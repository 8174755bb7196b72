import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadKind } from '../load-kind.js';
import { RecordCheck } from '../record-check.js';
import { Remarks } from '../remarks.js';
import { findInputs, type ReadOptions } from './input.js';
import { readInputs } from './read-inputs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-inputs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The valid records of a file, or the reasons why a line is refused. */
async function read(kind: LoadKind, name: string, content: string | Buffer, options: ReadOptions = {}) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const check = new RecordCheck(kind);
  const results: unknown[] = [];
  const { signal } = new AbortController();
  for await (const portion of readInputs(
    kind,
    await findInputs([path]),
    () => undefined,
    signal,
    new Remarks(),
    options,
  ))
    for (const { value, reasons } of portion)
      results.push(reasons ?? check.check(value).record ?? check.check(value).reasons);
  return results;
}

describe('readInputs', () => {
  it('takes a sheet with semicolons, decimal commas and windows-1252 by its options', async () => {
    const sheet =
      'product_id;title;floor_price;day7_units_sold;shop.name\r\n1;Öl – 5 l;1.234,50;1.500;-\r\n2;Tür;"9,99";;Bär\r\n';
    const bytes = Buffer.from(sheet.replace('–', '\x96'), 'latin1');
    const options = { delimiter: ';', decimal: ',', encoding: 'windows-1252', nullValues: ['-'] } as const;
    expect(await read('products', 'a.csv', bytes, options)).toEqual([
      { product_id: '1', title: 'Öl – 5 l', floor_price: 1234.5, day7_units_sold: 1500, shop: { name: null } },
      { product_id: '2', title: 'Tür', floor_price: 9.99, day7_units_sold: null, shop: { name: 'Bär' } },
    ]);
  });

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

  it('guesses nothing without options', async () => {
    const bytes = Buffer.from('room_id,title,total_gmv\n1,T\xfcr,1\n2,a,"1,5"\n', 'latin1');
    expect(await read('lives', 'a.csv', bytes)).toEqual([
      ['The line is not valid UTF-8; --encoding names the encoding of the file.'],
      ['total_gmv is "1,5"; it must be a number, or null. --decimal , reads it as 1.5.'],
    ]);
  });
});
