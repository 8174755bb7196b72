import { setTimeout as sleep } from 'node:timers/promises';
import { Seed } from '../../dev/seed/seed.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import { loadSuiteOf } from '../../test/loading/load-suite.js';
import { testApp } from '../../test/support/app.js';

const PRODUCTS = 15_000;
const CHANGED = 10_000;
const ROUNDS = 3;
const CLIENTS = 8;
/** The figures that an update changes together, so that a reader sees both or none. */
const VERSIONS = [1, 2, 3, 4];
const LEAST_SPEED = 0.5;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

interface Stored {
  readonly record: string;
  readonly [field: string]: unknown;
}

/** Everything but what the two columns change. */
const untouched = ({ record, ...document }: Stored): string => {
  const fields = { ...document, floor_price: 0, usd_price: 0, day7_units_sold: 0 };
  const stays = Object.entries(JSON.parse(record) as object).filter(
    ([name]) => !['floor_price', 'usd_price', 'price', 'price_info', 'day7_units_sold'].includes(name),
  );
  return JSON.stringify([fields, stays]);
};

describe(`updates of ${CHANGED} of ${PRODUCTS} products`, () => {
  const service = testApp(() => ({ name: 'updates-proof' }));
  const suite = loadSuiteOf(service);
  let products: ProductLoad[];

  beforeAll(async () => {
    const all = new Seed({ scale: 0.05, until: '2026-06-30' }).products();
    products = [...all].slice(0, PRODUCTS).map((product, at) => ({ ...product, product_id: String(10_000_000 + at) }));
    while (products.length < PRODUCTS)
      products.push({
        ...(products[products.length % 700] as ProductLoad),
        product_id: String(10_000_000 + products.length),
      });
    await suite.load('products', [suite.records('all.ndjson', products)], { mode: 'replace' });
  });

  const priced = (version: number): ProductLoad[] =>
    products.slice(0, CHANGED).map((product) => ({ ...product, floor_price: version, day7_units_sold: version }));
  const columns = (version: number): string =>
    suite.file(
      `update-${version}.csv`,
      `product_id,floor_price,day7_units_sold\n${products
        .slice(0, CHANGED)
        .map(({ product_id }) => `${product_id},${version},${version}\n`)
        .join('')}`,
    );
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };

  it('are at least half as fast as a merge of whole records, and change nothing else', async () => {
    const before = await suite.contents<Stored>('products');
    const [merges, updates]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      const whole = suite.records('whole.ndjson', priced(100 + round));
      const merge = await timed(() => suite.load('products', [whole]));
      const part = columns(200 + round);
      const update = await timed(async () => {
        const { summary } = await suite.load('products', [part], { mode: 'update' });
        expect(summary).toMatchObject({ read: CHANGED, updated: CHANGED, rejected: 0 });
      });
      // The first round warms up.
      if (round === 0) continue;
      merges.push(merge);
      updates.push(update);
    }
    const speed = median(merges) / median(updates);
    const rate = (times: readonly number[]): number => Math.round((CHANGED / median(times)) * 1000);
    print(`merge ${rate(merges)}/s, update ${rate(updates)}/s: ${speed.toFixed(2)} of the speed`);
    const after = await suite.contents<Stored>('products');
    expect(after.size).toBe(PRODUCTS);
    let equal = 0;
    for (const [id, document] of after) {
      const at = Number(id) - 10_000_000;
      const old = before.get(id) as Stored;
      if (at >= CHANGED) expect(JSON.stringify(document)).toBe(JSON.stringify(old));
      else expect([document.floor_price, document.day7_units_sold]).toEqual([200 + ROUNDS, 200 + ROUNDS]);
      expect(untouched(document)).toBe(untouched(old));
      equal += 1;
    }
    print(`${equal} products have their other fields byte for byte`);
    expect(speed).toBeGreaterThanOrEqual(LEAST_SPEED);
  });

  it('and deletions never show a client something wrong or older', async () => {
    await suite.load('products', [suite.records('zero.ndjson', priced(0))]);
    let isOver = false;
    let answers = 0;
    let failed = 0;
    let wrong = 0;
    let older = 0;
    const client = async (number: number): Promise<void> => {
      const seen = new Map<string, number>();
      while (!isOver) {
        const ids = Array.from({ length: 20 }, (_, at) =>
          String(10_000_000 + ((answers * 31 + number * 977 + at * 499) % CHANGED)),
        );
        const { status, body } = await service.api.post<{
          total: number;
          list: { product_id: string; title: string; floor_price: number; day7_units_sold: number }[];
        }>('/product/v1/search', { filter: { product_id: ids }, pagesize: 100 });
        if (status !== 200) {
          failed += 1;
          continue;
        }
        answers += 1;
        const found = new Map(body.data.list.map((product) => [product.product_id, product]));
        for (const id of new Set(ids)) {
          const product = found.get(id);
          // A deleted product is newer than every version.
          const version = product === undefined ? Infinity : product.floor_price;
          const title = products[Number(id) - 10_000_000]?.title ?? null;
          if (product !== undefined && (product.day7_units_sold !== version || product.title !== title)) wrong += 1;
          if (product === undefined && Number(id) % 2 === 1) wrong += 1;
          if (version < (seen.get(id) ?? 0)) older += 1;
          seen.set(id, version);
        }
        await sleep(5);
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
    for (const version of VERSIONS) await suite.load('products', [columns(version)], { mode: 'update' });
    const even = products.slice(0, CHANGED).filter(({ product_id }) => Number(product_id) % 2 === 0);
    const { summary } = await suite.load('products', [suite.records('delete.ndjson', even)], { mode: 'delete' });
    const { body } = await service.api.post<{ total: number }>('/product/v1/search', {});
    isOver = true;
    await Promise.all(clients);
    print(`${answers} answers to ${CLIENTS} clients: ${failed} failed, ${wrong} wrong, ${older} older`);
    expect(summary).toEqual({ read: even.length, deleted: even.length, not_found: 0, superseded: 0, rejected: 0 });
    expect(body.data.total).toBe(PRODUCTS - even.length);
    expect(answers).toBeGreaterThan(50);
    expect([failed, wrong, older]).toEqual([0, 0, 0]);
  });
});
