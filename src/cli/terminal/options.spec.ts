import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { readDelimiter, readEncoding, READING_OPTIONS, readLifetime } from './options.js';
import { RecordCheck } from '../../loading/record-check.js';
import { findInputs, type ReadOptions, type RecordFormat } from '../../loading/reading/input.js';
import { readInputs } from '../../loading/reading/read-inputs.js';
import { Remarks } from '../../loading/load-item.js';
import type { RecordKind } from '../../common/record-kind.js';

describe('readLifetime', () => {
  it.each([
    ['45s', 45],
    ['90m', 5400],
    ['12h', 43_200],
    ['30d', 2_592_000],
    ['2w', 1_209_600],
  ])('reads %s as %d seconds', (text, seconds) => {
    expect(readLifetime(text)).toBe(seconds);
  });

  it.each(['', '30', 'd', '0d', '-1d', '1.5h', '30 d', '30y', '2026-12-31', '999999999w'])('refuses "%s"', (text) => {
    expect(() => readLifetime(text)).toThrow(InvalidArgumentError);
  });
});

describe('readDelimiter', () => {
  it.each([
    [';', ';'],
    ['tab', '\t'],
    ['|', '|'],
  ])('reads %s', (text, delimiter) => expect(readDelimiter(text)).toBe(delimiter));

  it.each(['', '"', ';;', '\n', 'tabs'])('refuses %j', (text) => {
    expect(() => readDelimiter(text)).toThrow('It must be one character, such as ;, or tab.');
  });
});

describe('readEncoding', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['utf-16', 'utf-16le'],
    ['cp1252', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['GBK', 'gbk'],
  ])('reads %s as %s', (text, encoding) => expect(readEncoding(text)).toBe(encoding));

  it('refuses a name that is not known with names that are', () => {
    expect(() => readEncoding('windows-12520')).toThrow('It must be utf-8, utf-16, windows-1250 to windows-1258');
  });
});

let folder: string;
const workingFolder = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-options-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(workingFolder);
  rmSync(folder, { recursive: true });
});

/** The options of a command line, without those that are not about reading. */
function parse(line: string): { readonly args: string[]; readonly options: ReadOptions & { format?: RecordFormat } } {
  const command = new Command('load').argument('<kind>').argument('<path...>').exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  for (const option of READING_OPTIONS) command.addOption(option);
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  command.parse(words, { from: 'user' });
  const options = command.opts<ReadOptions & { map?: ReadOptions }>();
  return { args: command.args, options: { ...options.map, ...options } };
}

async function load(line: string): Promise<{ readonly records: unknown[]; readonly remarks: string[] }> {
  const { args, options } = parse(line);
  const [kind, ...paths] = args as [RecordKind, ...string[]];
  const check = new RecordCheck(kind);
  const remarks = new Remarks();
  const records: unknown[] = [];
  const inputs = await findInputs(paths, options.format);
  for await (const portion of readInputs(kind, inputs, remarks, options))
    for (const { value, reasons } of portion) {
      const checked = reasons === undefined ? check.check(value) : { reasons };
      records.push(checked.record ?? checked.reasons);
    }
  return { records, remarks: remarks.describe() };
}

describe('the files of docs/data.md', () => {
  const [, page = ''] = readFileSync('docs/data.md', 'utf8').split('## Three files as people have them');
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, text = '']) => ({
    language,
    text,
  }));
  /** Writes the files of the section whose command loads this kind, and loads them by the command. */
  const loadSection = (kind: RecordKind, encoding: BufferEncoding = 'utf8') => {
    const at = blocks.findIndex(({ language, text }) => language === 'sh' && text.includes(` ${kind} `));
    const [, line = ''] = blocks[at]?.text.trim().split('npm run load -- ') ?? [];
    const [data = '', mapping = ''] = /\S+\.(?:json|csv)|\S+\.yml/g[Symbol.match](line) ?? [];
    const isMapped = mapping.endsWith('.yml');
    const content = blocks[at - (isMapped ? 2 : 1)]?.text ?? '';
    writeFileSync(data, Buffer.from(encoding === 'latin1' ? content.replaceAll('–', '\x96') : content, encoding));
    if (isMapped) writeFileSync(mapping, blocks[at - 1]?.text ?? '');
    return load(line);
  };

  it('loads a scraper’s videos', async () => {
    const { records, remarks } = await loadSection('videos');
    expect(records).toEqual([
      {
        video_id: '7491823746501928374',
        desc: 'My new lamp 💡',
        publish_time: 1781234567,
        is_ad: 0,
        region: 'US',
        play_count: 1_200_000,
        comment_count: 1024,
        duration: 21,
        uid: '6839201746501928374',
        creator: { uid: '6839201746501928374', unique_id: 'lampfan', follower_count: 15_500 },
      },
    ]);
    expect(remarks).toEqual([
      'Columns were left out, because no field takes them: 1, such as "hashtags" (videos.json:2).',
      'Values were read as flags: 1, such as is_ad false as 0 (videos.json:2).',
      'Texts were read as numbers: 3, such as comment_count "1,024" as 1024 (videos.json:2).',
    ]);
  });

  it('loads a shop’s product sheet', async () => {
    const { records, remarks } = await loadSection('products', 'latin1');
    expect(records).toEqual([
      { product_id: '1729384756', title: 'Öl – 5 l', floor_price: 1234.5, day7_units_sold: 1500, shop: { name: null } },
      {
        product_id: '1729384757',
        title: 'Tür "Nord"',
        floor_price: 9.99,
        day7_units_sold: null,
        shop: { name: 'Bär & Söhne' },
      },
    ]);
    expect(remarks).toEqual([
      'Columns were left out, because no field takes them: 2, such as "" (artikel.csv:2).',
      'Texts were read as numbers: 3, such as floor_price "1.234,50" as 1234.5 (artikel.csv:2).',
      'Values were loaded as unknown: 1, such as shop.name "-" (artikel.csv:2).',
    ]);
  });

  it('loads a marketplace’s order lines as facts', async () => {
    const { records } = await loadSection('sales');
    const fact = { uid: '6839201746501928374', product_id: '1729384756', product_category_id: 600001 };
    expect(records).toEqual([
      {
        ...fact,
        id: '5774-1',
        date: '2026-03-14',
        channel: 'video',
        content_id: '7491823746501928374',
        units_sold: 2,
        gmv: 1259.98,
        usd_gmv: 1259.98,
      },
      {
        ...fact,
        id: '5774-1R',
        date: '2026-03-16',
        channel: 'live',
        content_id: '7498123456789012345',
        units_sold: -1,
        gmv: -629.99,
        usd_gmv: -629.99,
      },
    ]);
  });
});

describe('--zone and --header-line', () => {
  it.each(['Asia/Shanghai', 'america/new_york', 'UTC', 'Etc/GMT+5'])('--zone takes %s', (zone) => {
    expect(parse(`lives a.csv --zone ${zone}`).options.zone?.toLowerCase()).toBe(zone.toLowerCase());
  });

  it.each(['CST', 'EST', 'PST8PDT', 'IST', 'cst', 'Japan', 'Asia/Nowhere'])('--zone refuses %s', (zone) => {
    expect(() => parse(`lives a.csv --zone ${zone}`)).toThrow(
      'It must be a time zone of the IANA database, such as Asia/Shanghai, America/Chicago or UTC, and no abbreviation.',
    );
  });

  it('--header-line leaves the lines above out, in a mapping file too', async () => {
    writeFileSync('a.csv', 'Lives of May\n\nRoom,Name\n1,a\n');
    writeFileSync('m.yml', 'columns: {room_id: Room, title: Name}\nheader-line: 3');
    expect((await load('lives a.csv --map m.yml')).records).toEqual([{ room_id: '1', title: 'a' }]);
    expect(() => parse('lives a.csv --header-line 0')).toThrow('It must be ');
  });
});

describe('--map', () => {
  const csv = (content: string) => writeFileSync('a.csv', content);
  const yaml = (content: string) => writeFileSync('m.yml', content);

  it('takes columns in another case and leaves columns without a name out', async () => {
    csv(',Room_ID,TITLE\n0,1,a\n');
    await expect(load('lives a.csv')).rejects.toThrow(
      /^a\.csv: the header is not valid: column 1 has no name, "Room_ID" is not a field; did you mean room_id, .* --map takes columns under other names, and leaves out those of no field\. If there are lines above the header, --header-line /,
    );
    expect((await load('lives a.csv --map room_id=Room_ID,title=TITLE')).records).toEqual([
      { room_id: '1', title: 'a' },
    ]);
  });

  it('names an option for a file whose only fault is a column without a name', async () => {
    csv(',room_id\n0,1\n');
    await expect(load('lives a.csv')).rejects.toThrow(
      '--map takes columns under other names, and leaves out those of no field.',
    );
    expect((await load('lives a.csv --map room_id=room_id')).records).toEqual([{ room_id: '1' }]);
  });

  it('leaves a column out that is named like a field with another column or a constant', async () => {
    csv('room_id,title,Name,uid\n1,a,b,7\n');
    yaml('columns: {title: Name}\nconstants: {uid: 9007199254740993, creator_category_id: 5, unique_id: "5"}');
    expect((await load('lives a.csv --map m.yml')).records).toEqual([
      { room_id: '1', title: 'b', uid: '9007199254740993', creator_category_id: 5, unique_id: '5' },
    ]);
  });

  it('counts mapped names that no record in JSON has', async () => {
    writeFileSync('a.json', '{"id":1,"name":"a"}\n{"id":2}\n');
    const { records, remarks } = await load('lives a.json --map room_id=id,title=name,uid=user.id');
    expect(records).toEqual([{ room_id: '1', title: 'a' }, { room_id: '2' }]);
    expect(remarks).toEqual(['Columns of --map are in no record: 1, such as "user.id" (a.json:2).']);
  });

  it('keeps the digits of ids under other names', async () => {
    writeFileSync('a.json', '{"room (id)":7491823746501928374,"user":{"the.id":9007199254740993},"n":5}\n');
    const { records, remarks } = await load('lives a.json --map "room_id=room (id),uid=user.the.id,duration=n"');
    expect(records).toEqual([{ room_id: '7491823746501928374', duration: 5 }]);
    expect(remarks).toEqual(['Columns of --map are in no record: 1, such as "user.the.id" (a.json:1).']);
  });

  it.each([
    ['titel=a', '--map: "titel" is not a field of lives; did you mean title. The fields are uid, nickname,'],
    ['title=Preis', 'a.csv: --map: there is no column "Preis". The columns are room_id, name.'],
    ['title=nam', 'a.csv: --map: there is no column "nam"; did you mean name.'],
    ['title=a,title=b', 'title is given twice, a and b; leave one out.'],
    ['title', '"title" is neither a pair such as title=Name nor a .yml file.'],
    ['none.yml', 'It can’t be read: ENOENT: no such file or directory'],
  ])('refuses %s', async (mapping, reason) => {
    csv('room_id,name\n1,a\n');
    await expect((async () => load(`lives a.csv --map ${mapping}`))()).rejects.toThrow(reason);
  });

  it.each([
    ['columns: {title: a, title: b}', 'It can’t be read: Map keys must be unique'],
    ['constants: {creator: a}', '--map: "creator" is not a field of lives'],
    ['columns: {title: name}\nconstants: {title: a}', '--map: title has a column and a constant; leave one out.'],
    ['constants: {duration: long}', '--map: a constant is not valid: duration is "long"; it must be a whole number'],
    [
      'column: {title: name}',
      'It has "column"; did you mean columns; known are columns, constants, values, format, records,',
    ],
    ['encoding: utf-99', 'It must be utf-8, utf-16,'],
    ['decimal: ;', 'Allowed choices are ., ,.'],
    ['units: often', 'Its units must be true or false.'],
    ['- title', 'It has no columns.'],
  ])('refuses the file %s', async (content, reason) => {
    csv('room_id,name\n1,a\n');
    yaml(content);
    await expect((async () => load('lives a.csv --map m.yml'))()).rejects.toThrow(reason);
  });
});
