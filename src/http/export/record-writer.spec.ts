import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { LiveRecord } from '../../live/live.record.js';
import { ProductRecord } from '../../product/product.record.js';
import { BreakdownRecord } from '../../sales/breakdown.record.js';
import { TopGrowthRecord } from '../../rankings/rankings.record.js';
import { VideoRecord } from '../../video/video.record.js';
import { type ExportFormat, recordWriter } from './record-writer.js';

const LIVES = [
  { room_id: '1', title: 'a "b", c\r\nd 手机', total_gmv: -1.5, uid: '9007199254740993' },
  { room_id: '2', title: null, total_gmv: null, uid: null },
];

function written(format: ExportFormat, fields: readonly string[] = [], excel = false): string {
  const writer = recordWriter(LiveRecord, { format, fields, excel });
  return `${writer.head}${String(writer.write(LIVES))}`;
}

describe('NDJSON', () => {
  it('keeps null, also in the place of an object', () => {
    const { write } = recordWriter(TopGrowthRecord, {
      format: 'ndjson',
      fields: ['uid', 'creator.unique_id', 'creator.category.name'],
    });
    const records = [
      { rank: 1, uid: '1', creator: null },
      { rank: 2, uid: '2', creator: { unique_id: null, nickname: 'n', category: null } },
    ];
    expect(write(records)).toBe(
      '{"creator":null,"uid":"1"}\n{"creator":{"unique_id":null,"category":null},"uid":"2"}\n',
    );
  });
});

describe('CSV', () => {
  it('has a header, quotes what needs it, and ends lines with CRLF', () => {
    expect(written('csv', ['room_id', 'title', 'total_gmv'])).toBe(
      'room_id,title,total_gmv\r\n1,"a ""b"", c\r\nd 手机",-1.5\r\n2,,\r\n',
    );
  });

  it('keeps the digits of ids in spreadsheets, and tells them that it is UTF-8', () => {
    expect(written('csv', ['uid', 'room_id'], true)).toBe(
      '\uFEFFuid,room_id\r\n"=""9007199254740993""","=""1"""\r\n,"=""2"""\r\n',
    );
  });

  it('has a line for a record whose only field is empty', () => {
    expect(parse(written('csv', ['title']), { skip_empty_lines: true })).toEqual([
      ['title'],
      ['a "b", c\r\nd 手机'],
      [''],
    ]);
  });

  it('is within quotation marks when it breaks off', () => {
    const writer = recordWriter(LiveRecord, { format: 'csv', fields: [] });
    expect(() => parse(`${writer.head}${String(writer.write(LIVES))}${writer.brokenOff({})}`)).toThrow(
      'Quote Not Closed',
    );
  });
});

describe('Parquet', () => {
  const file = (records: readonly object[], record: new () => object, fields: readonly string[] = []) => {
    const writer = recordWriter(record, { format: 'parquet', fields });
    const parts: Uint8Array[] = [];
    for (let at = 0; at < records.length; at += 20) parts.push(writer.write(records.slice(at, at + 20)) as Uint8Array);
    return { parts, writer };
  };
  const bufferOf = (parts: readonly Uint8Array[]): ArrayBuffer => Uint8Array.from(Buffer.concat(parts)).buffer;
  const ended = ({ parts, writer }: ReturnType<typeof file>): ArrayBuffer =>
    bufferOf([...parts, writer.end?.() ?? new Uint8Array()]);

  it('has the values of the records, ids as text and whole numbers digit for digit', async () => {
    const fields = ['room_id', 'title', 'total_gmv', 'follower_count', 'uid'];
    const lives = [
      { ...LIVES[0], follower_count: Number.MAX_SAFE_INTEGER },
      { ...LIVES[1], title: '', total_gmv: 0.1 + 0.2 },
    ];
    expect(await parquetReadObjects({ file: ended(file(lives, LiveRecord, fields)) })).toEqual([
      {
        uid: '9007199254740993',
        follower_count: BigInt(Number.MAX_SAFE_INTEGER),
        room_id: '1',
        title: 'a "b", c\r\nd 手机',
        total_gmv: -1.5,
      },
      { uid: null, follower_count: null, room_id: '2', title: '', total_gmv: 0.1 + 0.2 },
    ]);
  });

  it('names fields in objects by their paths, null in the place of an object too', async () => {
    const rows = [
      { rank: 1, creator: { unique_id: 'a' } },
      { rank: 2, creator: null },
    ];
    expect(
      await parquetReadObjects({ file: ended(file(rows, TopGrowthRecord, ['creator.unique_id', 'rank'])) }),
    ).toEqual([
      { rank: 1n, 'creator.unique_id': 'a' },
      { rank: 2n, 'creator.unique_id': null },
    ]);
  });

  it('writes a list as JSON', async () => {
    const video = { video_id: '1', product_info: [{ product_id: '9007199254740993', title: '手机' }] };
    expect(await parquetReadObjects({ file: ended(file([video], VideoRecord, ['video_id', 'product_info'])) })).toEqual(
      [{ video_id: '1', product_info: JSON.stringify(video.product_info) }],
    );
  });

  it('has times as timestamps of UTC, and days as dates', async () => {
    const [live] = await parquetReadObjects({
      file: ended(file([{ start_time: 1_781_234_567, end_time: null }], LiveRecord, ['start_time', 'end_time'])),
    });
    expect(live).toEqual({ start_time: new Date('2026-06-12T03:22:47Z'), end_time: null });
    const [product] = await parquetReadObjects({
      file: ended(file([{ ctime: '2026-05-04 09:30:00' }], ProductRecord, ['ctime'])),
    });
    expect(product).toEqual({ ctime: new Date('2026-05-04T09:30:00Z') });
    const days = ended(file([{ date: '2026-06-30', last_date: null }], BreakdownRecord, ['date', 'last_date']));
    expect(await parquetReadObjects({ file: days })).toEqual([{ date: new Date('2026-06-30'), last_date: null }]);
    const types = parquetMetadata(days).schema.map(({ converted_type }) => converted_type);
    expect(types).toEqual([undefined, 'DATE', 'DATE']);
  });

  it('is written in row groups, as the rows come', async () => {
    const lives = Array.from({ length: 12_001 }, (_, at) => ({ room_id: String(at), duration: at }));
    const written = file(lives, LiveRecord);
    expect(written.parts.filter(({ length }) => length > 0)).toHaveLength(7);
    const buffer = ended(written);
    expect(parquetMetadata(buffer).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      2000, 2000, 2000, 2000, 2000, 2000, 1,
    ]);
    const rows = await parquetReadObjects({ file: buffer, columns: ['room_id', 'duration'] });
    expect(rows).toEqual(lives.map(({ room_id, duration }) => ({ room_id, duration: BigInt(duration) })));
  });

  it('is refused when it breaks off', () => {
    const { parts, writer } = file(LIVES, LiveRecord);
    const broken = bufferOf([...parts, Buffer.from(writer.brokenOff({ code: 40001 }))]);
    expect(() => parquetMetadata(broken)).toThrow('parquet file invalid (footer != PAR1)');
  });
});
