import { Random } from '../../dev/seed/random.js';
import { Seed } from '../../dev/seed/seed.js';
import { table } from '../../src/cli/terminal/output.js';
import { testApp } from '../../test/support/app.js';
import { loadRecords } from '../../test/support/load-records.js';
import { quantile } from './load-generator.js';

const PAGES = 60;
const ROUNDS = 3;
/** Fewer would measure the compilers of both processes. */
const WARM_UPS = 15;
/** At most so many times a plain `match` with `fuzziness: AUTO`, on a quiet machine (docs/performance.md, "Pages"). */
const MOST = { misspelt: 2.7, known: 2 };

describe('a page of two words that were not asked before', () => {
  const products = [...new Seed({ scale: 1, until: '2026-06-30' }).products()];
  const pairs = [
    ...new Set(products.flatMap(({ title }) => title?.toLowerCase().match(/\b[a-z]{5,}\s[a-z]{5,}\b/)?.[0] ?? [])),
  ];
  const random = new Random('keywords', 1);
  const test = testApp(() => ({ name: 'keywords', load: loadRecords({ products }) }));
  beforeAll(async () => {
    await test.elasticsearch.indices.forcemerge({ index: test.names.alias('products'), max_num_segments: 1 });
  });

  /** Another letter in the middle of the second word, so that no entry of a word is kept. */
  const misspelt = (pair: string): string => {
    const at = pair.length - 3;
    return `${pair.slice(0, at)}${String.fromCharCode(97 + random.whole(0, 25))}${pair.slice(at + 1)}`;
  };

  async function timed(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  }

  const serve = async (keywords: string): Promise<void> => {
    const { status } = await test.api.post('/product/v1/search', { keywords, pagesize: 10 });
    expect(status).toBe(200);
  };
  const plain = (query: string): Promise<unknown> =>
    test.elasticsearch.search({
      index: test.names.alias('products'),
      query: { match: { text: { query, fuzziness: 'AUTO' } } },
      size: 10,
      track_total_hits: true,
      _source: ['record'],
    });

  it('takes little more than a fuzzy match', async () => {
    let next = 0;
    const pages = (ofPair: (pair: string) => string): string[] =>
      Array.from({ length: PAGES }, () => ofPair(pairs[(next += 7) % pairs.length] as string));
    const kinds = [
      ['misspelt', misspelt],
      ['known', (pair: string) => pair],
    ] as const;
    for (let round = 0; round < WARM_UPS; round += 1)
      for (const [, ofPair] of kinds) for (const text of pages(ofPair)) await Promise.all([serve(text), plain(text)]);
    const rows: string[][] = [];
    const missed: string[] = [];
    for (const [kind, ofPair] of kinds) {
      const times: [ours: number, match: number][] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        for (const text of pages(ofPair)) times.push([await timed(() => serve(text)), await timed(() => plain(text))]);
      const [ours, match] = [0, 1].map((at) =>
        quantile(
          times.map((pair) => pair[at] as number),
          0.5,
        ),
      ) as [number, number];
      rows.push([kind, ours.toFixed(1), match.toFixed(1), (ours / match).toFixed(2)]);
      if (ours / match > MOST[kind]) missed.push(kind);
    }
    process.stdout.write(`${table(['p50 in ms', 'service', 'match', 'ratio'], rows)}\n\n`);
    expect(missed).toEqual([]);
  });
});
