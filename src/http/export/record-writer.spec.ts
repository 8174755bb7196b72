import { parse } from 'csv-parse/sync';
import { LiveRecord } from '../../live/live.record.js';
import { TopGrowthRecord } from '../../rankings/records/creator-rankings.record.js';
import type { ExportFormat } from './record-writer.js';
import { pathsOf } from '../../common/fields/field-paths.js';
import { recordWriter } from './record-writer.js';

const LIVES = [
  { room_id: '1', title: 'a "b", c\r\nd 手机', total_gmv: -1.5, uid: '9007199254740993' },
  { room_id: '2', title: null, total_gmv: null, uid: null },
];
const ENCODED = LIVES.map((live) => JSON.stringify(live));

function written(format: ExportFormat, fields: readonly string[] = [], excel = false): string {
  const writer = recordWriter(LiveRecord, { format, fields, excel });
  return writer.head + writer.write(ENCODED);
}

describe('NDJSON', () => {
  it('is the records as they are, one a line', () => {
    expect(written('ndjson')).toBe(LIVES.map((live) => `${JSON.stringify(live)}\n`).join(''));
  });

  it('holds the fields asked for in the order of the record', () => {
    expect(written('ndjson', ['room_id', 'uid'])).toBe(
      '{"uid":"9007199254740993","room_id":"1"}\n{"uid":null,"room_id":"2"}\n',
    );
  });

  it('keeps null, also in the place of an object', () => {
    const { write } = recordWriter(TopGrowthRecord, {
      format: 'ndjson',
      fields: ['uid', 'creator.unique_id', 'creator.category.name'],
    });
    const records = [
      { rank: 1, uid: '1', creator: null },
      { rank: 2, uid: '2', creator: { unique_id: null, nickname: 'n', category: null } },
    ];
    expect(write(records.map((record) => JSON.stringify(record)))).toBe(
      '{"creator":null,"uid":"1"}\n{"creator":{"unique_id":null,"category":null},"uid":"2"}\n',
    );
  });

  it('ends with the reason when it breaks off', () => {
    const { brokenOff } = recordWriter(LiveRecord, { format: 'ndjson', fields: [] });
    expect(brokenOff({ code: 40001, message: 'm', request_id: 'r' })).toBe(
      '{"code":40001,"message":"m","request_id":"r"}\n',
    );
  });
});

describe('CSV', () => {
  it('has a header, quotes what needs it, and ends lines with CRLF', () => {
    expect(written('csv', ['room_id', 'title', 'total_gmv'])).toBe(
      'room_id,title,total_gmv\r\n1,"a ""b"", c\r\nd 手机",-1.5\r\n2,,\r\n',
    );
  });

  it('has a column for each field that is no object', () => {
    const [header] = parse(written('csv'));
    expect(header).toContain('total_viewer_count');
    expect(header).toHaveLength(18);
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
    expect(() => parse(writer.head + writer.write(ENCODED) + writer.brokenOff({}))).toThrow('Quote Not Closed');
  });
});

it('the paths of fields are those of the columns and of the objects they are in', () => {
  expect(pathsOf(TopGrowthRecord).slice(0, 10)).toEqual([
    'creator',
    'creator.uid',
    'creator.unique_id',
    'creator.nickname',
    'creator.avatar',
    'creator.region',
    'creator.category',
    'creator.category.id',
    'creator.category.name',
    'creator.follower_count',
  ]);
});
