import { Random } from '../../dev/seed/random.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type RankingAnswer, TOP_ECOMMERCE, TOP_GROWTH, walk } from '../support/rankings-suite.js';
import { expectError } from '../support/envelope.js';
import { drawWorld, FactWriter } from '../support/fact-world.js';
import {
  DATE_TYPES,
  type ExpectedRow,
  expectedTopEcommerce,
  expectedTopGrowth,
  periodsWithFacts,
} from '../support/oracle/rankings.oracle.js';

const random = new Random('ranks', 26);
const world = drawWorld(random, 60, 60);
const uids = [...world.creators.keys()];
const MOST_TIES = { type: 'month', value: '2025-12' } as const;

describe('the rank of a creator', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({
      name: 'ranks',
      load: (elasticsearch, names) => new FactWriter(elasticsearch, names, world).writeAll(),
    });
  });
  afterAll(() => test?.close());

  /** Holds the rows of a few creators against all rows that the facts give without `uid`. */
  async function expectPlaces(path: string, filter: object, all: readonly ExpectedRow[]): Promise<number> {
    const uid = Array.from({ length: random.whole(1, 20) }, () => random.pick([...uids, 'nobody']));
    const expected = all.filter((row) => uid.includes(row.uid));
    const rows = await walk(test.api, path, { ...filter, uid: random.chance(0.5) ? uid : uid.toReversed() }, 7);
    expect({ path, filter, uid, rows }).toEqual({ path, filter, uid, rows: expected });
    return rows.length;
  }

  it('is its place among all that match the other filters, ties by uid, in every period', async () => {
    let found = 0;
    for (const type of DATE_TYPES) {
      for (const value of periodsWithFacts(type, [...world.sales.values(), ...world.creatorDays.values()])) {
        const date_info = { type, value };
        const [region, ecommerce_type] = [random.pick(['US', 'GB', undefined]), random.pick([1, 2, undefined])];
        const product_category_id = random.pick([910_001, undefined]);
        const filter = {
          ...(region !== undefined && { region }),
          ...(ecommerce_type !== undefined && { ecommerce_type }),
          ...(product_category_id !== undefined && { product_category_id }),
        };
        const growth = region === undefined ? {} : { region };
        for (let draw = 0; draw < 3; draw++) {
          const sellers = expectedTopEcommerce(world, type, value, filter);
          found += await expectPlaces(TOP_ECOMMERCE, { date_info, ...filter }, sellers);
          found += await expectPlaces(
            TOP_GROWTH,
            { date_info, ...growth },
            expectedTopGrowth(world, type, value, growth),
          );
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('goes on from page to page', async () => {
    const ranks = async (page: number) => {
      const body = { filter: { date_info: MOST_TIES }, page, pagesize: 3 };
      const answer = await test.api.post<RankingAnswer>(TOP_ECOMMERCE, body);
      return answer.body.data.list.map((row) => row.rank);
    };
    expect([await ranks(1), await ranks(2)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it('is told of one creator, of a number digit for digit, and of nobody not at all', async () => {
    const type = 'month';
    const [found] = periodsWithFacts(type, world.sales.values()).flatMap((value) =>
      expectedTopEcommerce(world, type, value)
        .filter(({ uid }) => uid.length > 18)
        .map((row) => ({ value, row })),
    );
    const text = `{"filter":{"uid":${found?.row.uid},"date_info":{"type":"month","value":"${found?.value}"}}}`;
    const { body } = await test.api.send<RankingAnswer>(TOP_ECOMMERCE, { text });
    expect(body.data).toMatchObject({ total: 1, list: [found?.row] });
    const filter = { uid: 'nobody', date_info: MOST_TIES };
    const none = await test.api.post<RankingAnswer>(TOP_GROWTH, { filter });
    expect(none.body.data).toMatchObject({ total: 0, list: [] });
  });

  it.each([
    [{ uid: [] }, { path: 'filter.uid', rule: 'empty' }],
    [{ uid: Array(101).fill('1') }, { path: 'filter.uid', rule: 'max_items', limit: 100 }],
    [{ uid: ['1', true] }, { path: 'filter.uid[1]', rule: 'type' }],
    [{ uids: ['1'] }, { path: 'filter.uids', rule: 'unknown', did_you_mean: 'uid' }],
  ])('is refused for %j', async (filter, fault) => {
    for (const path of [TOP_ECOMMERCE, TOP_GROWTH]) {
      expectError(await test.api.post(path, { filter: { ...filter, date_info: MOST_TIES } }), 400, 10001, [fault]);
    }
  });
});
