import { RECORD_KINDS, type RecordKind } from '../../src/common/record-kind.js';
import { columnsOf, idOf } from '../../src/loading/load-kind.js';
import { loadSuite } from './load-suite.js';

const nested = (levels: number): string => '{"a":['.repeat(levels) + ']}'.repeat(levels);
const joined = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();
const BLANKS = ' '.repeat(170);

/** A lock that is not renewed for this long may be taken over. */
const LEASE_MS = 6000;
const LONGEST_REASON = 1100;

/** JSON that no field takes. */
const REFUSED: readonly string[] = [
  nested(20),
  nested(5000),
  '["\\ud800"]',
  '"half \\ud83d"',
  '{"\\ud800":1}',
  `{${joined(20_000, (at) => `"key${at}":${at}`)}}`,
];

/** JSON that only few fields take. */
const ODD: readonly string[] = [
  'true',
  '1e999',
  '-1e999',
  '-0',
  '5e-324',
  '9'.repeat(40_000),
  `0.${'1'.repeat(40_000)}`,
  JSON.stringify(`1<${BLANKS}+`),
  JSON.stringify(`$${BLANKS}'1 ${BLANKS}K`),
  JSON.stringify(`2026-01-01${BLANKS}12:00${BLANKS}x`),
  JSON.stringify(' '.repeat(40_000)),
  JSON.stringify(`${'1,'.repeat(20_000)}x`),
  JSON.stringify('\0\u001e\u001f\u2028\ufeff\uffff'),
  JSON.stringify('%'.repeat(40_000)),
  JSON.stringify('𝕏'.repeat(40_000)),
  `[${joined(20_000, () => '[]')}]`,
  `[${joined(20_000, () => '{"product_id":"\\u0000"}')}]`,
  '{"__proto__":{"id":1},"constructor":null,"toString":1,"id":1e400}',
  '[null,[null],{"":null}]',
];

/** Lines that are no records of any kind. */
const LINES: readonly string[] = [
  '['.repeat(100_000),
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `[{},${nested(5000)}]`,
  nested(100_000),
  `{${joined(100_000, (at) => `"k${at}":1`)}}`,
  `{${joined(100_000, () => '"id":1')}}`,
  `"${'x'.repeat(1_000_000)}"`,
  `{"${'\\u0000'.repeat(100_000)}":1}`,
  '"\\ud800"',
  '9'.repeat(100_000),
  '\0\0\0',
  '{"data":{"list":{"data":{"list":[]}}}}',
  '{"":{"":{"":[{"":null}]}}}',
  'nul',
  '\ufeff\ufeff{}',
];

const GOOD: Readonly<Record<RecordKind, (at: number) => object>> = {
  products: (at) => ({ product_id: `${at}`, title: 'a' }),
  videos: (at) => ({ video_id: `${at}`, publish_time: 1, desc: 'a' }),
  lives: (at) => ({ room_id: `${at}`, title: 'a' }),
  creators: (at) => ({ uid: `${at}`, nickname: 'a' }),
  sales: (at) => ({
    ...{ id: `${at}`, date: '2026-06-30', uid: '1', channel: 'video', content_id: '2', product_id: '3' },
    ...{ product_category_id: 10000, units_sold: 1, gmv: 1, usd_gmv: 1 },
  }),
  'creator-days': (at) => ({ date: '2026-06-30', uid: `${at}`, follower_count: 5 }),
  rates: (at) => ({ date: new Date(at * 86_400_000).toISOString().slice(0, 10), currency: 'VND', usd: '0.000039' }),
  synonyms: (at) => ({ id: `${at}`, words: ['trainers', 'sneakers'] }),
  'product-categories': (at) => ({ id: at + 1, level: 1, name: { EN_US: 'a' } }),
  'creator-categories': (at) => ({ id: at + 1, level: 1, name: { EN_US: 'a' } }),
};

/** A good record as JSON with other JSON at a path. */
function lineWith(record: object, path: string, json: string): string {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? json : `{"${rest.join('":{"')}":${json}${'}'.repeat(rest.length)}`;
  return JSON.stringify({ ...record, [name]: '@' }).replace('"@"', () => inner);
}

/** Begins to measure the longest turn of the event loop, in milliseconds of the processor: other processes add none. */
function watchTurns(): () => number {
  const usedMs = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  let [before, longest] = [usedMs(), 0];
  const look = (): void => {
    const now = usedMs();
    [before, longest] = [now, Math.max(longest, now - before)];
  };
  const timer = setInterval(look, 10);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

describe('lines that nobody means well', () => {
  const suite = loadSuite('load-hostile');

  it.each(RECORD_KINDS)('are rejected or stored one by one, and the good %s around them are stored', async (kind) => {
    const isTree = kind.endsWith('-categories');
    const paths = columnsOf(kind).map(({ path }) => path);
    let count = 0;
    const good: string[] = [];
    const lines: string[] = [];
    const addGood = (): void => {
      const record = GOOD[kind]((count += 1));
      good.push(idOf(kind, record));
      lines.push(JSON.stringify(record));
    };
    const refused: number[] = [];
    const addBad = (line: string): void => void refused.push(lines.push(line));
    addGood();
    for (const line of LINES) addBad(line);
    addGood();
    for (const path of paths) {
      for (const json of REFUSED) addBad(lineWith(GOOD[kind]((count += 1)), path, json));
      // A category that is taken must fit into the tree.
      if (!isTree) for (const json of ODD) lines.push(lineWith(GOOD[kind]((count += 1)), path, json));
      addGood();
    }
    const longestTurn = watchTurns();
    const { summary, rejects, notes } = await suite.load(kind, [suite.file(`${kind}.ndjson`, `${lines.join('\n')}\n`)]);
    expect(longestTurn()).toBeLessThan(LEASE_MS);
    expect(summary).toMatchObject({ read: lines.length, rejected: rejects.length });
    const contents = await suite.contents(kind);
    expect(good.filter((id) => !contents.has(id))).toEqual([]);
    const rejected = new Set(rejects.map(({ line }) => line));
    expect(refused.filter((line) => !rejected.has(line))).toEqual([]);
    const texts = [...rejects.flatMap(({ reasons }) => reasons), ...notes];
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(LONGEST_REASON);
    expect(texts.filter((text) => text.includes('The line can’t be read'))).toEqual([]);
  });

  it('may be a list of many that are no records, on one line', async () => {
    const line = `[${joined(50_000, () => '1')}]`;
    const { summary } = await suite.load('lives', [
      suite.file('many.ndjson', `{"room_id":"first"}\n${line}\n{"room_id":"last"}\n`),
    ]);
    expect(summary).toMatchObject({ read: 50_002, loaded: 2, rejected: 50_000 });
  });
});
