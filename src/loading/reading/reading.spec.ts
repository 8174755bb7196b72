import { gzipSync } from 'node:zlib';
import { nearestName } from '../../common/nearest-name.js';
import { loadSchema } from '../load-kind.js';
import { csvColumns } from '../../fields/csv-columns.js';
import { decode, decompress } from './decode.js';
import { jsonReader } from './cut-json.js';
import { readLines, readNdjson } from './read-ndjson.js';
import { readCsv } from './read-csv.js';
import { Remarks } from '../load-item.js';
import { type ReadOptions, type ReadRecord, type RecordFormat } from './input.js';
import { convertValues, Mapping } from './mapping.js';

async function* inChunks(bytes: Buffer | string, size = 7): AsyncGenerator<Buffer> {
  const whole = Buffer.from(bytes);
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

async function collect<Item>(portions: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const portion of portions) items.push(...portion);
  return items;
}

async function converted(
  format: RecordFormat,
  kind: 'lives' | 'videos',
  portions: AsyncIterable<readonly ReadRecord[]>,
): Promise<ReadRecord[]> {
  const records = await collect(portions);
  for (const record of records) convertValues(record, format, loadSchema(kind), new Remarks(), {});
  return records;
}

const ndjson = (bytes: Buffer | string, size?: number, records?: readonly string[]): Promise<ReadRecord[]> =>
  converted('ndjson', 'videos', readNdjson('a', inChunks(bytes, size), jsonReader(loadSchema('videos')), records));

describe('readLines', () => {
  const text = 'one\r\ntwo\n\nfour';

  it.each([1, 2, 5, 100])('cuts at LF and CRLF whatever the chunks are: %i bytes', async (size) => {
    const lines = await collect(readLines(inChunks(text, size), 100));
    expect(lines.map(({ number, bytes }) => [number, bytes?.toString()])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, ''],
      [4, 'four'],
    ]);
  });

  it('passes over a line that is too long and goes on behind it', async () => {
    const lines = await collect(readLines(inChunks(`a\n${'x'.repeat(50)}\nb\n`, 8), 20));
    expect(lines.map(({ number, bytes, length }) => [number, bytes?.toString(), length])).toEqual([
      [1, 'a', 1],
      [2, undefined, 50],
      [3, 'b', 1],
    ]);
  });
});

describe('decode', () => {
  it.each([
    ['\uFEFFa\uFEFFb', 'a\uFEFFb'],
    ['ab', 'ab'],
    ['a', 'a'],
    ['', ''],
  ])('leaves a byte order mark out only at the beginning: %j', async (bytes, expected) => {
    const parts: Buffer[] = [];
    for await (const part of decode(inChunks(bytes, 2))) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe(expected);
  });

  const decoded = async (hex: string, size: number, encoding?: string): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of decode(inChunks(Buffer.from(hex, 'hex'), size), encoding)) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  it.each([
    ['utf-16le', 'fffe41003dd800de4200', 'A😀B'],
    ['utf-16le', 'feff0041d83dde000042', 'A😀B'],
    ['utf-16le', '41003dd800de4200', 'A😀B'],
    ['utf-16be', '0041d83dde000042', 'A😀B'],
    ['windows-1252', '809293fc81', '€’“ü\ufffe'],
    ['windows-1251', 'cff0e8', 'При'],
    ['gb18030', 'cad6bbfa9439fc36', '手机😀'],
    ['shift_jis', '8e9f', '次'],
    ['utf-16le', 'fdff4100', '\ufffdA'],
    ['utf-16le', '41003dd84200', 'A\ufffeB'],
    ['utf-16be', 'fffd0041', '\ufffdA'],
    ['gb18030', '418431a437cad6', 'A\ufffd手'],
    ['gb18030', '41ff42', 'A\ufffeB'],
  ])('decodes %s, in chunks of any size: %s', async (encoding, hex, text) => {
    for (const size of [1, 2, 3, 100]) expect(await decoded(hex, size, encoding)).toBe(text);
  });

  it.each(['fffe7b0022007200', 'feff007b00220072'])('names the option for UTF-16: %s', async (hex) => {
    await expect(decoded(hex, 1)).rejects.toThrow('It is UTF-16; load it with --encoding utf-16.');
  });
});

describe('readNdjson', () => {
  it.each([
    ['a cut character', [0xe2, 0x82], 10],
    ['what follows a cut character that begins like the mark of a bad one', [0xef, 0xbf], 12],
  ])('names the byte of %s after a real U+FFFD', async (_, cut, at) => {
    const [record] = await ndjson(Buffer.concat([Buffer.from('{"b":"\ufffd'), Buffer.from(cut), Buffer.from('"}')]));
    expect(record?.reasons).toEqual([
      `The line is not valid UTF-8 (at byte ${at}); --encoding names the encoding of the file.`,
    ]);
  });

  it('refuses a line with a record that is too large, also in a list, and reads on', async () => {
    const nested = (levels: number): string => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);
    const wide = (values: number): string => JSON.stringify({ a: Array.from({ length: values - 1 }, (_, at) => at) });
    const reasons = ['The line nests deeper than 32 levels, or a record in it has more than 10,000 values.'];
    const texts = ['{}', nested(32), nested(34), nested(5000), wide(10_000), wide(10_001), `[${nested(32)},{}]`, '{}'];
    expect((await ndjson(texts.join('\n'), 1000)).map((record) => record.reasons)).toEqual([
      ...[undefined, undefined, reasons, reasons, undefined, reasons, undefined, undefined, undefined],
    ]);
    expect((await ndjson(`{}\n[{},${nested(5000)}]`, 1000)).at(-1)?.reasons).toEqual(reasons);
    const items = await ndjson(`[{},${nested(5000)},{}]`, 1000);
    expect(items.map((record) => record.reasons)).toEqual([undefined, reasons, undefined]);
  });

  it('takes ids that are whole numbers digit for digit, at every depth, and leaves other numbers alone', async () => {
    const line =
      '{"video_id":7491823746501928374,"play_count":5,"creator":{"uid":9007199254740993},' +
      '"product_info":[{"product_id":18446744073709551616},{"product_id":"8","gmv":1.5}]}';
    const [record] = await ndjson(line);
    expect(record?.value).toEqual({
      video_id: '7491823746501928374',
      play_count: 5,
      creator: { uid: '9007199254740993' },
      product_info: [{ product_id: '18446744073709551616' }, { product_id: '8', gmv: 1.5 }],
    });
  });

  it('lets the last of equal keys count, in ids too', async () => {
    const [record] = await ndjson('{"video_id":1,"video_id":9007199254740993,"desc":"a","desc":"b"}');
    expect(record?.value).toEqual({ video_id: '9007199254740993', desc: 'b' });
  });

  it('refuses a file that ends as an export that broke off', async () => {
    const reason = '{"code":40001,"message":"The service is ending.","request_id":"r-1"}';
    await expect(ndjson(`{"video_id":1}\n${reason}\n`)).rejects.toThrow(
      'a is an export that was interrupted at line 2: The service is ending. Export it again.',
    );
    expect(await ndjson(`{"code":1,"message":"m","request_id":"r","video_id":1}`)).toHaveLength(1);
  });

  const answer = {
    code: 0,
    data: { total: 2, list: [{ video_id: '1' }, { video_id: '2', creator: { uid: '3' } }] },
    message: '',
    timestamp: 1795375538,
    request_id: 'f4d05edc-f654-46bb-b1cf-864e00463461',
  };

  it.each([
    ['an answer on one line', JSON.stringify(answer), [1, 1]],
    ['a pretty-printed answer', `\r\n${JSON.stringify(answer, null, 2)}\n`, [7, 10]],
    ['a list on one line', JSON.stringify(answer.data.list), [1, 1]],
    ['a pretty-printed list', JSON.stringify(answer.data.list, null, '\t'), [2, 5]],
    [
      'a pretty-printed list with carriage returns',
      JSON.stringify(answer.data.list, null, '\t').replaceAll('\n', '\r\n'),
      [2, 5],
    ],
    ['lists one after another', '[{"video_id":"1"}]\n[{"video_id":"2","creator":{"uid":"3"}}, ]', [1, 2]],
    ['records one after another', '{\n"video_id":"1"}\n{"video_id":"2","creator":\n{"uid":"3"}}', [1, 3]],
  ])('takes the records out of %s', async (_, text, lines) => {
    for (const size of [1, 7, 1000]) {
      const records = await ndjson(text, size);
      expect(records.map(({ origin, value }) => [origin.line, JSON.parse(origin.text) as object, value])).toEqual(
        answer.data.list.map((record, index) => [lines[index], record, record]),
      );
    }
  });

  it.each([
    ['items', '{"list":[1],"items":[{"video_id":7491823746501928374},{"video_id":2}],"data":{"list":[{}]}}'],
    [
      'data.list',
      '{"x":{"data":{"list":[{}]}},"data":{"a":"list","list":[{"video_id":7491823746501928374},{"video_id":2}]}}',
    ],
    ['a b.0', '{"a b":{"0":[{"video_id":7491823746501928374}\n,\n{"video_id":2}]},"a":[[]]}'],
    ['rows', '{"rows":[{"video_id":7491823746501928374}]}\n\n{"rows":[{"video_id":2}],"rows":[{}]}'],
    ['rows', '{"t":"\\"rows\\":[{\\\\","rows":[{"video_id":7491823746501928374},{"video_id":2}]}'],
  ])('takes the records of the list at %s', async (path, text) => {
    for (const size of [1, 2, 7, 1000]) {
      const records = await ndjson(text, size, path.split('.'));
      expect(records.map(({ value }) => value)).toEqual([{ video_id: '7491823746501928374' }, { video_id: '2' }]);
    }
  });

  it.each([
    ['{"data":[{"video_id":1}]}', 'a: there is no list at data.list in the text that ends on line 1'],
    ['[{"data":{"list":[{}]}}]', 'a: there is no list at data.list in the text that ends on line 1'],
    ['{"data":{"list":{}}}', 'a: there is no list at data.list in the text that ends on line 1'],
    ['5', 'a: line 1 has text outside of objects and lists'],
    ['{"data":\n{"list":[}]}', 'a: the brackets do not match on line 2'],
  ])('refuses %s when it takes the list at data.list', async (text, reason) => {
    await expect(ndjson(text, 7, ['data', 'list'])).rejects.toThrow(reason);
  });

  it('reads a list that is longer than the longest record, and keeps no more than a record of it', async () => {
    const count = 6000;
    async function* chunks(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"data":{"list":[');
      for (let id = 1; id <= count; id += 1)
        yield Buffer.from(`${id === 1 ? '' : ','}{"video_id":${id},"desc":"${'x'.repeat(2000)}"}`);
      yield Buffer.from(']}}');
    }
    let records = 0;
    let largest = 0;
    const reader = jsonReader(loadSchema('videos'));
    for await (const portion of readNdjson('a', chunks(), reader, ['data', 'list'])) {
      records += portion.length;
      largest = Math.max(largest, portion.length);
    }
    expect([records, largest]).toEqual([count, 1]);
  });

  it('names the line and the text of a record in a list that is not JSON, and reads on', async () => {
    const records = await ndjson('[{"video_id":1},\n{"video_id":},\n{"video_id":3}]');
    expect(records.map(({ origin }) => [origin.line, origin.text])).toEqual([
      [1, '{"video_id":1}'],
      [2, '{"video_id":}'],
      [3, '{"video_id":3}'],
    ]);
    expect(records[1]?.reasons?.[0]).toMatch(/^The line is not JSON: /);
  });

  it('reads no record out of an answer without hits', async () => {
    expect(await ndjson(JSON.stringify({ ...answer, data: { total: 0, list: [] } }))).toEqual([]);
  });

  it('refuses a JSON text that ends early, and a record in it that is too long', async () => {
    await expect(ndjson(JSON.stringify(answer, null, 2).slice(0, -2))).rejects.toThrow(
      'a: the JSON text ends early, within the text on line 19.',
    );
    await expect(ndjson(`[\n{"desc":"${'x'.repeat(11_000_000)}"}]`, 65_536)).rejects.toThrow(
      'a: the record on line 2 has more than 10,485,760 bytes; --records names the list in an object; the rest can’t be read.',
    );
  });

  it.each(['1.5', '1.0', '7.34948E+12', '-1e3'])(
    'leaves an id that is a number but not written as a whole one to the check: %s',
    async (number) => {
      const [record] = await ndjson(`{"video_id":${number},"uid": ${number} }`);
      expect(record?.value).toEqual({ video_id: Number(number), uid: Number(number) });
    },
  );

  it('changes no text that looks like an id, nor a field of another name that ends like one', async () => {
    const value = { desc: '"video_id":9007199254740993,"uid":5}', '"uid': 5, my_uid: 5, title: '\\' };
    const [record] = await ndjson(JSON.stringify({ ...value, uid: -70 }));
    expect(record?.value).toEqual({ ...value, uid: '-70' });
  });

  it('names the position of a fault in the line as it was written, behind numeric ids too', async () => {
    for (const line of ['{"uid":9007199254740993,"video_id":1,"a":}', '{"uid":007}', '{"uid":1,"video_id":-}']) {
      const fault = (() => {
        try {
          return JSON.parse(line) as string;
        } catch (error) {
          return (error as Error).message;
        }
      })();
      const [record] = await ndjson(line);
      expect(record?.reasons).toEqual([`The line is not JSON: ${fault}.`]);
    }
  });
});

describe('readCsv', () => {
  const csv = (
    text: string,
    size?: number,
    remarks = new Remarks(),
    given: Pick<ReadOptions, 'headerLine'> = {},
    mapping?: Mapping,
  ): Promise<ReadRecord[]> =>
    converted(
      'csv',
      'lives',
      readCsv('a.csv', inChunks(text, size), csvColumns(loadSchema('lives')), remarks, given, mapping),
    );

  it('reads cells by the type of their field, quotes and line ends in them, and empty ones as null', async () => {
    const rows = await csv(
      'room_id,title,duration,total_gmv,product_category_ids\r\n7498123456789012345,"a, ""b""\nc",60,,1;2\r\n',
    );
    expect(rows.map(({ value }) => value)).toEqual([
      {
        room_id: '7498123456789012345',
        title: 'a, "b"\nc',
        duration: 60,
        total_gmv: null,
        product_category_ids: [1, 2],
      },
    ]);
  });

  it('names fields of objects by their path, and takes lists of objects as JSON', async () => {
    const text = 'video_id,creator.category.id,product_info\n1,5,"[{""product_id"":""8""}]"\n';
    const rows = await converted(
      'csv',
      'videos',
      readCsv('a.csv', inChunks(text), csvColumns(loadSchema('videos')), new Remarks()),
    );
    expect(rows[0]?.value).toEqual({
      video_id: '1',
      creator: { category: { id: 5 } },
      product_info: [{ product_id: '8' }],
    });
  });

  it('refuses a row with too many or too few cells by its line, and reads on', async () => {
    const rows = await csv('room_id,title\n1,a,b\n2\n3,c\n');
    expect(rows.map(({ origin, reasons }) => [origin.line, reasons])).toEqual([
      [2, ['The line has 3 cells; the header has 2.']],
      [3, ['The line has 1 cells; the header has 2.']],
      [4, undefined],
    ]);
  });

  it('suggests the field inside an object for a column, and no name that is empty', () => {
    expect(nearestName('shop', ['product_id', 'shop.name'])).toBe('shop.name');
    expect(nearestName('seller_id', ['product_id', 'shop.seller_id'])).toBe('shop.seller_id');
    expect(nearestName('Nr', ['', 'Preis'])).toBeUndefined();
  });

  it('names every column that is no field, the position of one without a name, and the fields', async () => {
    await expect(csv('room_id,titel,,zzz,\n1,a,b,c,d\n')).rejects.toThrow(
      'a.csv: the header is not valid: "titel" is not a field; did you mean title, column 3 has no name, ' +
        '"zzz" is not a field, column 5 has no name. The fields are uid, nickname, ',
    );
  });

  it.each([
    ['"[100000,200000]"', [100000, 200000]],
    ['100000;200000', [100000, 200000]],
    ['[]', []],
    ['100000', [100000]],
    ['[1', '[1'],
  ])('reads a list of whole numbers from the cell %s', async (cell, list) => {
    const [row] = await csv(`room_id,product_category_ids\n1,${cell}\n`);
    expect(row?.value).toEqual({ room_id: '1', product_category_ids: list });
  });

  it.each([
    ['7491823746501928374', '7491823746501928374'],
    ["'7491823746501928374", '7491823746501928374'],
    [' 7491823746501928374 ', '7491823746501928374'],
    ['" =""7491823746501928374"""', '7491823746501928374'],
    ['="7491823746501928374"', '7491823746501928374'],
    ['7.34948E+18', '7.34948E+18'],
  ])('reads the id of the cell %s', async (cell, id) => {
    const [row] = await csv(`room_id\n${cell}\n`);
    expect(row?.value).toEqual({ room_id: id });
  });

  it('leaves a whole number with an exponent as text, for the check to refuse', async () => {
    const [row] = await csv('room_id,follower_count,total_gmv\n1,1.2E+06,1.2E+06\n');
    expect(row?.value).toEqual({ room_id: '1', follower_count: '1.2E+06', total_gmv: 1_200_000 });
  });

  it.each([
    ['sep=,\nroom_id,title\n1,a\n', 3],
    ['sep=;\r\nroom_id;title\r\n1;a\r\n', 3],
    ['"sep=\t"\nroom_id\ttitle\n1\ta\n', 3],
    ['sep=;\rroom_id;title\r1;a\r', 3],
  ])('takes the delimiter that the first line names: %j', async (text, line) => {
    for (const size of [1, 7, 1000]) {
      const rows = await csv(text, size);
      expect(rows.map(({ origin, value }) => [origin.line, value])).toEqual([[line, { room_id: '1', title: 'a' }]]);
    }
  });

  it('takes the mark before text away, and reads formulas of text as ids', async () => {
    const rows = await csv(`room_id,title,uid\r\n"=""9007199254740993""",'=1,'-7\r\n2,','s\r\n`);
    expect(rows.map(({ value }) => value)).toEqual([
      { room_id: '9007199254740993', title: '=1', uid: '-7' },
      { room_id: '2', title: '', uid: 's' },
    ]);
  });

  it.each([
    [';', '";"'],
    ['\t', 'tab'],
    ['|', '"|"'],
  ])('refuses the file when another delimiter separates its cells: %j', async (delimiter, shown) => {
    await expect(csv(`room_id${delimiter}title\n1${delimiter}a\n`)).rejects.toThrow(
      `a.csv: the cells of the header are separated otherwise; try --delimiter ${shown}.`,
    );
  });

  it.each([1, 7, 1000])('names the line on which a quote was opened that is never closed (%i bytes)', async (size) => {
    await expect(csv('room_id,title\r\n1,"a\r\nb"\r\n\r\n2,"b\r\n3,c\r\n4,d\r\n', size)).rejects.toThrow(
      'a.csv: the quote on line 5 is never closed; the rest can’t be read.',
    );
  });

  it.each([1, 7, 1000])('counts CRLF within a cell as one line end (%i bytes)', async (size) => {
    const rows = await csv('room_id,title\r\n1,"a\r\nb\r\nc"\r\n\r\n2,d\r\n3,"e" f\r\n', size);
    expect(rows.map(({ origin, reasons }) => [origin.line, reasons])).toEqual([
      [4, undefined],
      [6, undefined],
      [7, ['The cell quoted on line 7 goes on after its closing quote; write a quote inside a cell twice.']],
    ]);
  });

  it('names the line of a quote that is not closed within the largest record', async () => {
    const text = `room_id,title\n1,a\n2,"b\n${'3,cccc\n'.repeat(2_000_000)}`;
    await expect(csv(text, 65_536)).rejects.toThrow(
      'a.csv: a record has more than 10,485,760 bytes; is the quote on line 3 never closed?',
    );
  });

  it.each([1, 3, 1000])('reads rows whose line ends differ from that of the header (%i bytes)', async (size) => {
    const expected = [
      { room_id: '1', title: 'a' },
      { room_id: '2', title: 'b' },
    ];
    for (const text of ['room_id,title\n1,a\r\n2,b\r\n', 'room_id,title\r\n1,a\n2,b\n', 'room_id,title\r1,a\r\n2,b'])
      expect((await csv(text, size)).map(({ value }) => value)).toEqual(expected);
  });

  it('takes a second header, of a joined file, for a header, also with its columns in another order', async () => {
    const remarks = new Remarks();
    const rows = await csv(
      'room_id,title\n1,a\n\ufeffroom_id,title\n2,b\ntitle,room_id\nc,3\n4,title\n',
      1000,
      remarks,
    );
    expect(rows.map(({ origin, value }) => [origin.line, value])).toEqual([
      [2, { room_id: '1', title: 'a' }],
      [4, { room_id: '2', title: 'b' }],
      [6, { room_id: '3', title: 'c' }],
      [7, { room_id: 'title', title: '4' }],
    ]);
    expect(remarks.describe()).toEqual([
      'Lines repeat the header and were left out: 2, such as room_id,title (a.csv:3).',
    ]);
  });

  it.each([1, 7, 1000])(
    'takes quotes inside a cell as they are, unless the cell begins with one (%i bytes)',
    async (size) => {
      const rows = await csv('room_id,title\n="1",TV 55" wide\n2,8" x 10"\n3,a"\n4,"b"\n5, "c"\n', size);
      expect(rows.map(({ value }) => value)).toEqual([
        { room_id: '1', title: 'TV 55" wide' },
        { room_id: '2', title: '8" x 10"' },
        { room_id: '3', title: 'a"' },
        { room_id: '4', title: 'b' },
        { room_id: '5', title: ' "c"' },
      ]);
    },
  );

  it('names the line of a header that has lines above it, and takes it there', async () => {
    const text = 'Report "May"\r\n"a" b\r\n\r\nfrom 1 May\r\nroom_id,title\r\n1,a\r\n"2","b\r\nc"\r\n3,d\r\n';
    const hint = 'If there are lines above the header, --header-line says on which line it is.';
    await expect(csv(text)).rejects.toThrow(hint);
    for (const size of [1, 7, 1000]) {
      const rows = await csv(text, size, new Remarks(), { headerLine: 5 });
      expect(rows.map(({ origin, value, reasons }) => reasons ?? [origin.line, value])).toEqual([
        [6, { room_id: '1', title: 'a' }],
        [8, { room_id: '2', title: 'b\r\nc' }],
        [9, { room_id: '3', title: 'd' }],
      ]);
    }
    await expect(csv(text, 7, new Remarks(), { headerLine: 4 })).rejects.toThrow('"from 1 May" is not a field');
    const mapping = new Mapping('lives', { columns: { room_id: 'Room', title: 'Name' } });
    await expect(csv('Sales\nRoom,Name\n1,a\n', 7, new Remarks(), {}, mapping)).rejects.toThrow(hint);
  });

  it('takes a second header in another case for a header, where the names differ in more than case', async () => {
    const remarks = new Remarks();
    const rows = await csv('room_id,title\n1,a\nTitle,ROOM_ID\nb,2\n', 1000, remarks);
    expect(rows.map(({ value }) => value)).toEqual([
      { room_id: '1', title: 'a' },
      { room_id: '2', title: 'b' },
    ]);
    expect(remarks.describe()).toEqual([
      'Lines repeat the header and were left out: 1, such as title,room_id (a.csv:3).',
    ]);
    const mapping = new Mapping('lives', { columns: { room_id: 'Name', title: 'name' } });
    const mapped = await csv('Name,name\nNAME,NAME\nname,Name\nb,2\n', 1000, new Remarks(), {}, mapping);
    expect(mapped.map(({ value }) => value)).toEqual([
      { Name: 'NAME', name: 'NAME' },
      { name: 'b', Name: '2' },
    ]);
  });

  it('keeps a cell of a list as text that nests too deep', async () => {
    const [deep, flat] = await csv(`room_id,product_category_ids\n1,${'['.repeat(5000)}${']'.repeat(5000)}\n2,[[1]]\n`);
    expect(deep?.value).toEqual({ room_id: '1', product_category_ids: '['.repeat(5000) + ']'.repeat(5000) });
    expect(flat?.value).toEqual({ room_id: '2', product_category_ids: [[1]] });
  });

  it.each([1, 7, 1000])('refuses records with a bad quote by its line, and reads on (%i bytes)', async (size) => {
    const rows = await csv('room_id,title\n1,"a" b\n2,b\n3,c"d"\n4,"e\n5,"f"\n6,g\n7,"h"\n', size);
    expect(rows.map(({ origin, value, reasons }) => reasons ?? [origin.line, value])).toEqual(
      expect.arrayContaining([
        ['The cell quoted on line 2 goes on after its closing quote; write a quote inside a cell twice.'],
        [3, { room_id: '2', title: 'b' }],
        [4, { room_id: '3', title: 'c"d"' }],
        ['The cell quoted on line 5 goes on after its closing quote on line 6; write a quote inside a cell twice.'],
        [7, { room_id: '6', title: 'g' }],
        [8, { room_id: '7', title: 'h' }],
      ]),
    );
    expect(rows).toHaveLength(6);
    expect(rows.flatMap(({ origin, reasons }) => (reasons ? [origin.line] : []))).toEqual([2, 5]);
  });
});

describe('decompress', () => {
  const unpack = async (bytes: Buffer): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of decompress(inChunks(bytes, 3))) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  it('tells gzip, several members of it, and plain bytes by what is in them', async () => {
    expect(await unpack(Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]))).toBe('one\ntwo\n');
    expect(await unpack(Buffer.from('plain'))).toBe('plain');
    expect(await unpack(Buffer.alloc(0))).toBe('');
  });

  it.each([
    ['zstd -dc FILE | npm run load -- KIND -', '28b52ffd04584100'],
    ['bzip2', '425a68393141592653'],
    ['xz', 'fd377a585a000004'],
    ['a zip archive', '504b030414000000'],
  ])('names %s, which is not read', async (name, hex) => {
    await expect(unpack(Buffer.from(hex, 'hex'))).rejects.toThrow(name);
  });

  it('fails when packed data is damaged', async () => {
    const packed = gzipSync('one\n'.repeat(1000));
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 0xff;
    await expect(unpack(packed)).rejects.toThrow('incorrect data check');
  });
});
