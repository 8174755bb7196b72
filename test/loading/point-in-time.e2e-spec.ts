import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { PointInTime } from '../../src/elastic/client/point-in-time.js';
import { elasticsearchUrl } from '../support/app.js';

interface Item {
  key: string;
  date: string;
  amount: number;
}

const elasticsearch = createElasticClient({ url: elasticsearchUrl() });
const index = `test-point-in-time-${randomBytes(4).toString('hex')}`;
const open = () => PointInTime.open(elasticsearch, index, (work) => work());
const items = Array.from({ length: 28_000 }, (_, at): Item => {
  const date = new Date(Date.UTC(2026, 0, 1 + (at % 3))).toISOString().slice(0, 10);
  return { key: `k${(at * 7919) % 11_003}`, date, amount: at };
});

beforeAll(async () => {
  const properties = {
    key: { type: 'keyword' },
    date: { type: 'date', format: 'strict_date' },
    amount: { type: 'long' },
  } as const;
  await elasticsearch.indices.create({ index, settings: { refresh_interval: '-1' }, mappings: { properties } });
  for (let at = 0; at < items.length; at += 5000) {
    const operations = items.slice(at, at + 5000).flatMap((item) => [{ index: {} }, item]);
    expect((await elasticsearch.bulk({ index, operations })).errors).toBe(false);
  }
});
afterAll(async () => {
  await elasticsearch.indices.delete({ index, ignore_unavailable: true });
  await elasticsearch.close();
});

const byAmount = (a: Item, b: Item): number => a.amount - b.amount;

describe('a point in time', () => {
  it('gives every document once, across pages, and nothing that was written later', async () => {
    const scan = await open();
    await elasticsearch.index({
      index,
      document: { key: 'k0', date: '2026-01-01', amount: -1 },
      id: 'late',
      refresh: true,
    });
    const read: Item[] = [];
    const sizes: number[] = [];
    for await (const page of scan.scan<Item>()) {
      sizes.push(page.length);
      read.push(...page.map(({ _source }) => _source));
    }
    await scan.close();
    await elasticsearch.delete({ index, id: 'late', refresh: true });
    expect(sizes).toEqual([10_000, 10_000, 8000]);
    expect(read.sort(byAmount)).toEqual(items);
  });

  it('gives large documents in pages of at most 4 MiB, and one that is larger by itself', async () => {
    const large = `${index}-large`;
    const properties = { text: { type: 'keyword', index: false, doc_values: false } } as const;
    await elasticsearch.indices.create({ index: large, mappings: { properties } });
    const lengths = Array.from({ length: 240 }, (_, at) => (at === 120 ? 5 * 1024 * 1024 : 40_000));
    for (let at = 0; at < lengths.length; at += 80) {
      const operations = lengths.slice(at, at + 80).flatMap((length) => [{ index: {} }, { text: 'x'.repeat(length) }]);
      expect((await elasticsearch.bulk({ index: large, operations })).errors).toBe(false);
    }
    const scan = await PointInTime.open(elasticsearch, large, (work) => work());
    const ids = new Set<string>();
    const tooLarge: number[] = [];
    for await (const page of scan.scan()) {
      for (const { _id } of page) ids.add(_id);
      if (JSON.stringify(page).length > 4 * 1024 * 1024) tooLarge.push(page.length);
    }
    await scan.close();
    await elasticsearch.indices.delete({ index: large });
    expect([ids.size, tooLarge]).toEqual([240, [1]]);
  });

  it('asks once for more than 4 MiB when documents are alike', async () => {
    const alike = `${index}-alike`;
    const properties = { text: { type: 'keyword', index: false, doc_values: false } } as const;
    await elasticsearch.indices.create({ index: alike, mappings: { properties } });
    const operations = Array.from({ length: 8000 }, () => [{ index: {} }, { text: '値'.repeat(140) }]).flat();
    for (let at = 0; at < 5; at += 1)
      expect((await elasticsearch.bulk({ index: alike, operations })).errors).toBe(false);
    const scan = await PointInTime.open(elasticsearch, alike, (work) => work());
    const search = jest.spyOn(elasticsearch, 'search');
    const sizes: number[] = [];
    for await (const page of scan.scan()) sizes.push(page.length);
    const searches = search.mock.calls.length;
    search.mockRestore();
    await scan.close();
    await elasticsearch.indices.delete({ index: alike });
    expect(sizes.reduce((sum, size) => sum + size)).toBe(40_000);
    expect(searches).toBe(sizes.length + 1);
    // 4 MiB hold 7,400 of them.
    expect(sizes.slice(1, -1).every((size) => size > 5000 && size < 7400)).toBe(true);
  });

  it('gives more distinct values than one page holds, each once', async () => {
    const scan = await open();
    const found: string[] = [];
    for await (const page of scan.groups('key', ['date'])) {
      for (const { key, date } of page)
        found.push(`${String(key)} ${new Date(Number(date)).toISOString().slice(0, 10)}`);
    }
    await scan.close();
    const expected = new Set(items.map(({ key, date }) => `${key} ${date}`));
    expect(expected.size).toBeGreaterThan(25_000);
    expect(found).toHaveLength(expected.size);
    expect(new Set(found)).toEqual(expected);
  });

  it('says so when Elasticsearch has lost it', async () => {
    const scan = await open();
    await elasticsearch.indices.delete({ index });
    await expect(scan.scan().next()).rejects.toThrow(/can’t be read on/);
    await scan.close();
  });
});
