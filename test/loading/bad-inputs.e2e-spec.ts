import { gzipSync } from 'node:zlib';
import { LONGEST_LINE_BYTES } from '../../src/loading/reading/input.js';
import { inScope } from '../../src/common/request-scope.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import type { IndexWatch } from '../../src/freshness/data-cache.js';
import { NewestData } from '../../src/search/state/newest-data.js';
import { scopeOf, watchOf } from '../support/requests.js';
import { loadSuite } from './load-suite.js';

const line = (record: object): string => `${JSON.stringify(record)}\n`;

describe('inputs that are not as they should be', () => {
  const suite = loadSuite('load-inputs');

  const ids = async (): Promise<string[]> => [...(await suite.contents('lives')).keys()].sort();
  const replaceBy = (...names: string[]): Promise<unknown> =>
    suite.load(
      'lives',
      [
        suite.records(
          'base.ndjson',
          names.map((room_id) => ({ room_id })),
        ),
      ],
      { mode: 'replace' },
    );

  it('lists every bad line with file, number and reasons, and loads the others', async () => {
    const content = Buffer.concat([
      Buffer.from('\uFEFF{"room_id":"a"}\r\n'),
      Buffer.from('{"room_id":7498123456789012345}\r\n\r\n'),
      Buffer.from('{"room_id":"x","title":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}\n{"room_id":"y"\n'),
      Buffer.from('{"title":1,"start_time":1781234567000}\n'),
      Buffer.from(`{"room_id":"long","title":"${'x'.repeat(20_000_000)}"}\n`),
      Buffer.from('{"room_id":"b"}'),
    ]);
    const file = suite.file('mixed.ndjson', content);
    const { summary, rejects } = await suite.load('lives', [file], { mode: 'replace' });
    expect(summary).toEqual({ read: 7, loaded: 3, updated: 0, unchanged: 0, superseded: 0, rejected: 4 });
    expect(await ids()).toEqual(['7498123456789012345', 'a', 'b']);
    expect(rejects.map((reject) => [reject.file, reject.line])).toEqual([4, 5, 6, 7].map((number) => [file, number]));
    expect(rejects[0]?.reasons).toEqual([
      'The line is not valid UTF-8 (at byte 25); --encoding names the encoding of the file.',
    ]);
    expect(rejects[1]?.reasons[0]).toMatch(/^The line is not JSON: /);
    expect([...(rejects[2]?.reasons ?? [])].sort()).toEqual([
      'room_id is required.',
      'start_time is 1781234567000, which looks like milliseconds; it must be Unix seconds.',
      'title is 1; it must be a string, or null.',
    ]);
    expect(rejects[2]?.text).toBe('{"title":1,"start_time":1781234567000}');
    expect(rejects[3]?.reasons).toEqual([
      `The line has 20,000,029 bytes; at most ${LONGEST_LINE_BYTES.toLocaleString('en-US')} are read. A list in an object is read with --records, such as data.list.`,
    ]);
  });

  it('refuses files that are packed with zstd, also in a folder, and names the command that loads them', async () => {
    await replaceBy('old');
    suite.file('packed/1.ndjson', line({ room_id: 'n' }));
    const packed = suite.file('packed/2.csv.zst', '');
    const refusal = `${packed} is packed with zstd; load it with: zstd -dc ${packed} | npm run load -- KIND - --format csv`;
    for (const path of [packed, `${suite.folder}/packed`]) {
      await expect(suite.load('lives', [path])).rejects.toThrow(refusal);
    }
    expect(await ids()).toEqual(['old']);
  });

  it('reads .gz, CSV and whole folders, in the order of their names', async () => {
    const folder = suite.folder;
    suite.file('in/1.ndjson.gz', gzipSync(line({ room_id: 'g', title: 'old' })));
    suite.file('in/2.jsonl', line({ room_id: 'z1' }) + line({ room_id: 'z2' }));
    suite.file('in/deeper/3.csv', 'room_id,title\ng,"from, CSV"\nc,\n');
    suite.file('in/notes.txt', 'no data');
    const { summary } = await suite.load('lives', [`${folder}/in`], { mode: 'replace' });
    expect(summary).toMatchObject({ read: 5, loaded: 4, superseded: 1 });
    expect([...(await suite.titles('lives'))].sort()).toEqual([
      ['c', null],
      ['g', 'from, CSV'],
      ['z1', null],
      ['z2', null],
    ]);
  });

  it('loads a list in an object, counts what it converts, and takes no moment after tomorrow for the newest', async () => {
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    const lives = [
      { room_id: '1', start_time: String(tomorrow), product_count: '7' },
      { room_id: '2', start_time: 4_102_444_800 },
      { room_id: '3', start_time: 5 },
    ];
    const file = suite.file('list.json', JSON.stringify({ page: { items: lives } }, null, 1));
    const { summary, notes } = await suite.load('lives', [file], {
      mode: 'replace',
      reading: { records: ['page', 'items'] },
    });
    expect(summary).toMatchObject({ read: 3, loaded: 3, rejected: 0 });
    expect(notes).toEqual([
      `Texts were read as numbers: 2, such as start_time "${tomorrow}" as ${tomorrow} (${file}:4).`,
      `Values of start_time are after tomorrow and never count as the newest: 1, such as 4102444800 (${file}:9).`,
    ]);
    const reads = new ClusterReads(suite.client);
    const onIndex: IndexWatch['onIndex'] = (kind, read) => read(suite.names.alias(kind));
    const watch = { ...watchOf(() => 1), onIndex };
    const newest = new NewestData(suite.client, reads, { requestTimeoutMs: 10_000 }, watch);
    expect(await inScope(scopeOf(), () => newest.moments())).toEqual({
      videos: null,
      products: null,
      lives: tomorrow,
      rates: null,
      sales: null,
      creator_days: null,
    });
  });

  it('changes nothing when a replacement breaks off within a damaged file', async () => {
    await replaceBy('old');
    const packed = gzipSync(Array.from({ length: 5000 }, (_, index) => line({ room_id: `n${index}` })).join(''));
    const file = suite.file('cut.ndjson.gz', packed.subarray(0, packed.length - 20));
    const failing = suite.load('lives', [file], { mode: 'replace' });
    await expect(failing).rejects.toThrow(/cut\.ndjson\.gz can’t be read beyond line \d+: unexpected end of file/);
    expect(await ids()).toEqual(['old']);
    expect(Object.values(await suite.physical('lives')).flat()).toEqual([suite.names.alias('lives')]);
  });

  it('keeps what a merge read before a file breaks off, and says that it did not end', async () => {
    await replaceBy('old');
    const stored = Array.from({ length: 2500 }, (_, index) => `a${index}`);
    const whole = suite.records(
      'a.ndjson',
      stored.map((room_id) => ({ room_id })),
    );
    const packed = gzipSync(line({ room_id: 'z1' }) + line({ room_id: 'z2' }));
    const file = suite.file('cut.ndjson.gz', packed.subarray(0, packed.length - 2));
    await expect(suite.load('lives', [whole, file])).rejects.toThrow(/cut\.ndjson\.gz can’t be read beyond line/);
    expect(await ids()).toContain('a0');
    const { notes } = await suite.load('lives', [whole, suite.file('cut.ndjson.gz', packed)]);
    expect(notes[0]).toMatch(/^An earlier load of the same inputs, started .*, was interrupted. This load starts over/);
    expect(await ids()).toEqual([...stored, 'old', 'z1', 'z2'].sort());
    const again = await suite.load('lives', [whole, file]);
    expect(again.notes).toEqual([]);
  });

  it('gives up when more lines are rejected than allowed: at the limit it goes on, one above it stops', async () => {
    await replaceBy('old');
    const file = suite.file('bad.ndjson', `${line({ room_id: 'n' })}1\n2\n`);
    await expect(suite.load('lives', [file], { mode: 'replace', maxRejects: 1 })).rejects.toThrow(
      /^More than 1 lines were rejected; the last one is .*bad\.ndjson:3: The line is 2; it must be an object\./,
    );
    expect(await ids()).toEqual(['old']);
    await suite.load('lives', [file], { mode: 'replace', maxRejects: 2 });
    expect(await ids()).toEqual(['n']);
  });

  it('says what is wrong with a path', async () => {
    await expect(suite.load('lives', [`${suite.folder}/none.ndjson`])).rejects.toThrow(
      /^There is no .*none\.ndjson\.$/,
    );
    suite.file('empty/notes.txt', '');
    await expect(suite.load('lives', [`${suite.folder}/empty`])).rejects.toThrow(/empty has no \.ndjson, /);
    const file = suite.records('a.ndjson', [{ room_id: 'a' }]);
    await expect(suite.load('lives', [file, file])).rejects.toThrow(/a\.ndjson is given twice\.$/);
  });
});
