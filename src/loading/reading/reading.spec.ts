import { gzipSync } from 'node:zlib';
import { loadSchema } from '../load-kind.js';
import { csvColumns } from '../../common/fields/csv-columns.js';
import { decompress, withoutByteOrderMark } from './decompress.js';
import { JsonReader } from './json-reader.js';
import { readLines, LONGEST_LINE_BYTES, readNdjson } from './read-ndjson.js';
import { readCsv } from './read-csv.js';
import type { ReadRecord } from './input.js';

async function* inChunks(bytes: Buffer | string, size = 7): AsyncGenerator<Buffer> {
  const whole = Buffer.from(bytes);
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

async function collect<Item>(portions: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const portion of portions) items.push(...portion);
  return items;
}

const ndjson = (bytes: Buffer | string, size?: number): Promise<ReadRecord[]> =>
  collect(readNdjson('a', inChunks(bytes, size), new JsonReader(loadSchema('videos'))));

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

describe('withoutByteOrderMark', () => {
  it.each([
    ['\uFEFFa\uFEFFb', 'a\uFEFFb'],
    ['ab', 'ab'],
    ['a', 'a'],
    ['', ''],
  ])('leaves it out at the beginning alone: %j', async (bytes, expected) => {
    const parts: Buffer[] = [];
    for await (const part of withoutByteOrderMark(inChunks(bytes, 2))) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe(expected);
  });
});

describe('readNdjson', () => {
  it('names the line and the byte at which it is not UTF-8, and reads on', async () => {
    const bad = Buffer.concat([Buffer.from('{"a":1}\n{"b":"é'), Buffer.from([0xff]), Buffer.from('"}\n{"c":3}')]);
    const records = await ndjson(bad);
    expect(records.map(({ origin, value, reasons }) => [origin.line, value, reasons])).toEqual([
      [1, { a: 1 }, undefined],
      [2, undefined, ['The line is not valid UTF-8 (at byte 9).']],
      [3, { c: 3 }, undefined],
    ]);
  });

  it.each([
    ['a cut character', [0xe2, 0x82]],
    ['a cut character that begins like the mark of a bad one', [0xef, 0xbf]],
  ])('names the byte of %s after a real U+FFFD', async (_, cut) => {
    const [record] = await ndjson(Buffer.concat([Buffer.from('{"b":"\ufffd'), Buffer.from(cut), Buffer.from('"}')]));
    expect(record?.reasons).toEqual(['The line is not valid UTF-8 (at byte 10).']);
  });

  it('says what is not JSON', async () => {
    const [record] = await ndjson('{"a":}');
    expect(record?.reasons?.[0]).toMatch(/^The line is not JSON: .*\.$/);
  });

  it('refuses a line of 20 MB with its length', async () => {
    const records = await ndjson(`{"desc":"${'x'.repeat(20_000_000)}"}\n{}`, 65_536);
    expect(records.map(({ origin, reasons }) => [origin.line, reasons])).toEqual([
      [1, [`The line has 20,000,011 bytes; at most ${LONGEST_LINE_BYTES.toLocaleString('en-US')} are read.`]],
      [2, undefined],
    ]);
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

  it('takes blanks and an apostrophe around ids away, at every depth', async () => {
    const [record] = await ndjson(
      `{"video_id":" 7491 ","uid":"'7","desc":" d ","creator":{"uid":9007199254740993},"product_info":[{"product_id":"\\t8"}]}`,
    );
    expect(record?.value).toEqual({
      video_id: '7491',
      uid: '7',
      desc: ' d ',
      creator: { uid: '9007199254740993' },
      product_info: [{ product_id: '8' }],
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
    ['an answer on one line', JSON.stringify(answer)],
    ['a pretty-printed answer', `\r\n${JSON.stringify(answer, null, 2)}\n`.trimStart()],
    ['a list on one line', JSON.stringify(answer.data.list)],
    ['a pretty-printed list', JSON.stringify(answer.data.list, null, '\t')],
  ])('takes the records out of %s', async (_, text) => {
    const records = await ndjson(text);
    expect(records.map(({ origin, value }) => [origin.line, origin.text, value])).toEqual(
      answer.data.list.map((record) => [1, JSON.stringify(record), record]),
    );
  });

  it('takes the numeric ids of a list digit for digit', async () => {
    const records = await ndjson('[{"video_id":1},{"video_id":9007199254740993}]');
    expect(records.map(({ value }) => value)).toEqual([{ video_id: '1' }, { video_id: '9007199254740993' }]);
  });

  it('reads no record out of an answer without hits', async () => {
    expect(await ndjson(JSON.stringify({ ...answer, data: { total: 0, list: [] } }))).toEqual([]);
  });

  it('refuses a pretty-printed text that is cut off as one, and one that is too long at once', async () => {
    const [record, ...others] = await ndjson(JSON.stringify(answer, null, 2).slice(0, -2));
    expect(record?.reasons?.[0]).toMatch(/^The line is not JSON: /);
    expect(others).toEqual([]);
    await expect(ndjson(`[\n${'{},\n'.repeat(3_000_000)}`, 65_536)).rejects.toThrow(
      'a is one JSON text of more than 10,485,760 bytes; write one record a line.',
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
  const csv = (text: string, size?: number): Promise<ReadRecord[]> =>
    collect(readCsv('a.csv', inChunks(text, size), csvColumns(loadSchema('lives'))));

  it('reads cells by the type of their field, quotes and line ends in them, and leaves empty ones out', async () => {
    const rows = await csv(
      'room_id,title,duration,total_gmv,product_category_ids\r\n7498123456789012345,"a, ""b""\nc",60,,1;2\r\n',
    );
    expect(rows.map(({ value }) => value)).toEqual([
      { room_id: '7498123456789012345', title: 'a, "b"\nc', duration: 60, product_category_ids: [1, 2] },
    ]);
  });

  it('names fields of objects by their path, and takes lists of objects as JSON', async () => {
    const text = 'video_id,creator.category.id,product_info\n1,5,"[{""product_id"":""8""}]"\n';
    const rows = await collect(readCsv('a.csv', inChunks(text), csvColumns(loadSchema('videos'))));
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
    ['7.34948E+18', '7.34948E+18'],
  ])('reads the id of the cell %s', async (cell, id) => {
    const [row] = await csv(`room_id\n${cell}\n`);
    expect(row?.value).toEqual({ room_id: id });
  });

  it('leaves a whole number with an exponent as text, for the check to refuse', async () => {
    const [row] = await csv('room_id,follower_count,total_gmv\n1,1.2E+06,1.2E+06\n');
    expect(row?.value).toEqual({ room_id: '1', follower_count: '1.2E+06', total_gmv: 1_200_000 });
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
    ['\t', 'tabs'],
    ['|', '"|"'],
  ])('refuses the file when another delimiter separates its cells: %j', async (delimiter, shown) => {
    await expect(csv(`room_id${delimiter}title\n1${delimiter}a\n`)).rejects.toThrow(
      `a.csv: the header is separated by ${shown}; separate the cells by commas.`,
    );
  });

  it.each([1, 7, 1000])('names the line on which a quote was opened that is never closed (%i bytes)', async (size) => {
    await expect(csv('room_id,title\r\n1,"a\r\nb"\r\n\r\n2,"b\r\n3,c\r\n4,d\r\n', size)).rejects.toThrow(
      'a.csv: the quote on line 5 is never closed; the rest can’t be read.',
    );
  });

  it('names the line of a quote that is not closed within the largest record', async () => {
    const text = `room_id,title\n1,a\n2,"b\n${'3,cccc\n'.repeat(2_000_000)}`;
    await expect(csv(text, 65_536)).rejects.toThrow(
      'a.csv: a record has more than 10,485,760 bytes; is the quote on line 3 never closed?',
    );
  });

  it.each([1, 7, 1000])('refuses records with a bad quote by its line, and reads on (%i bytes)', async (size) => {
    const rows = await csv('room_id,title\n1,"a" b\n2,b\n3,c"d"\n4,"e\n5,"f"\n6,g\n7,"h"\n', size);
    expect(rows.map(({ origin, value, reasons }) => reasons ?? [origin.line, value])).toEqual(
      expect.arrayContaining([
        ['The cell quoted on line 2 goes on after its closing quote; write a quote inside a cell twice.'],
        [3, { room_id: '2', title: 'b' }],
        ['The quote on line 4 stands inside a cell; quote the whole cell, and write a quote in it twice.'],
        ['The cell quoted on line 5 goes on after its closing quote on line 6; write a quote inside a cell twice.'],
        [7, { room_id: '6', title: 'g' }],
        [8, { room_id: '7', title: 'h' }],
      ]),
    );
    expect(rows).toHaveLength(6);
    expect(rows.flatMap(({ origin, reasons }) => (reasons ? [origin.line] : []))).toEqual([2, 4, 5]);
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

  it('fails when gzip breaks off', async () => {
    const packed = gzipSync('one\n'.repeat(1000));
    await expect(unpack(packed.subarray(0, packed.length - 10))).rejects.toThrow('unexpected end of file');
  });

  it.each([
    ['zstd -dc FILE | npm run load -- KIND -', '28b52ffd04584100'],
    ['bzip2', '425a68393141592653'],
    ['xz', 'fd377a585a000004'],
    ['a zip archive', '504b030414000000'],
    ['UTF-16', 'fffe7b0022007200'],
    ['UTF-16', 'feff007b00220072'],
  ])('names %s, which is not read', async (name, hex) => {
    await expect(unpack(Buffer.from(hex, 'hex'))).rejects.toThrow(name);
  });

  it('fails when packed data is damaged', async () => {
    const packed = gzipSync('one\n'.repeat(1000));
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 0xff;
    await expect(unpack(packed)).rejects.toThrow('incorrect data check');
  });
});
