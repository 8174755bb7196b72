import type { CreatorLoad } from '../../src/records/creator.record.js';
import type { ProductLoad } from '../../src/records/product.record.js';
import { Random } from '../../src/seed/random.js';
import { Seed } from '../../src/seed/seed.js';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { LoadGenerator, quantile } from '../support/load-generator.js';
import { grouped, load, print, uidAt } from './facts-suite.js';

/** Of creators and of products, each; `SUGGEST_RECORDS` for fewer. */
const RECORDS = Number(process.env.SUGGEST_RECORDS ?? 1_000_000);
const PRODUCTS_OF_SHOP = 20;
const MOST_P99_MS = 20;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 20_000;

const seed = new Seed({ scale: 1, until: '2026-06-30' });
const people = [...seed.creators()];
const shops = [...new Map([...seed.products()].map(({ shop }) => [shop?.seller_id, shop?.name ?? ''])).values()];

/** A first and a last part of two names of the seed, in the scripts that those have. */
function mixed(random: Random, names: readonly string[]): string {
  const [one, other] = [
    random.pick(names).split(/[\s._]/u)[0],
    random
      .pick(names)
      .split(/[\s._]/u)
      .at(-1),
  ];
  return `${one} ${other}`;
}
const nicknames = people.flatMap(({ nickname }) => nickname ?? []);
const handles = people.flatMap(({ unique_id }) => unique_id ?? []);

function* creators(): Generator<CreatorLoad> {
  const random = new Random('suggested creators', 1);
  for (let at = 0; at < RECORDS; at++) {
    yield {
      uid: uidAt(at),
      unique_id: `${mixed(random, handles).replace(' ', '.')}${at}`,
      nickname: mixed(random, nicknames),
      follower_count: random.heavyTail(1, 100_000_000),
    };
  }
}

function* products(): Generator<ProductLoad> {
  for (let at = 0; at < RECORDS; at++) {
    const random = new Random('suggested shops', Math.floor(at / PRODUCTS_OF_SHOP));
    const seller_id = Random.id(7495, 'shop', Math.floor(at / PRODUCTS_OF_SHOP));
    const shop = { seller_id, name: mixed(random, shops), total_units_sold: random.heavyTail(1, 10_000_000) };
    yield { product_id: Random.id(1729, 'product', at), title: 'A thing', shop };
  }
}

/** The first letters of a name, one in four with two of them swapped. */
function typed(random: Random, names: readonly string[]): string {
  const letters = [...random.pick(names)].slice(0, random.whole(1, 10));
  const at = random.whole(1, 8);
  if (random.chance(0.25) && letters.length > at + 1) letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '');
  return letters.join('');
}

describe('suggestions over a million creators and a million products', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ name: 'suggestions', config: { pageCacheBytes: 0 } });
    await load(test, [
      { kind: 'creators', records: creators() },
      { kind: 'products', records: products() },
    ]);
  });
  afterAll(() => test?.close());

  it.each([
    ['/creator/v1/suggest', [...nicknames, ...handles]],
    ['/product/v1/suggest', shops],
  ] as const)('%s answers within 20 ms at one connection, nothing cached (p99)', async (path, names) => {
    const random = new Random(path, 26);
    const generator = new LoadGenerator(test.url, test.token, () => ({
      path,
      body: JSON.stringify({ keywords: typed(random, names) }),
    }));
    await generator.closed(1, WARM_UP_MS);
    const { accepted, refused, other } = await generator.closed(1, MEASURED_MS);
    generator.close();
    const [p50, p99] = [quantile(accepted, 0.5), quantile(accepted, 0.99)];
    print(
      `${path} over ${grouped(RECORDS)} records: ${grouped(accepted.length)} answers, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
    expect([refused, other]).toEqual([[], []]);
    expect(p99).toBeLessThan(MOST_P99_MS);
  });
});
