import { Random } from '../../dev/seed/random.js';
import { shiftDay } from '../../src/common/period/period.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { expectError } from '../support/api-client.js';
import { testApp, type TestApp } from '../support/app.js';
import { drawWorld, loadFacts, NOTABLE_DAYS, withContents } from '../support/fact-world.js';
import {
  type AskedType,
  DATE_TYPES,
  expectedTopEcommerce,
  type FactWorld,
  type NotSale,
  periodAt,
  sortItem,
} from '../support/oracle/rankings.oracle.js';
import { expectedSelling, FILTERS, namingFilter, SUBJECTS } from '../support/oracle/selling.oracle.js';
import { expectRanked, type RankedPage } from '../support/rankings-suite.js';

/** A sale that takes rows out: one or several of its values, alone or in a list with those of another one. */
function drawNot(random: Random, world: FactWorld): NotSale {
  const [sale, other] = [random.pick([...world.sales.values()]), random.pick([...world.sales.values()])];
  const valuesOf = ({ product_id, uid, product_category_id }: typeof sale) => {
    const { shop, category } = world.products.get(product_id) ?? {};
    return {
      ...{ product_id, uid, l1_category_id: product_category_id, seller_id: shop?.seller_id ?? undefined },
      ...{ l2_category_id: category?.l2?.id ?? undefined, l3_category_id: category?.l3?.id ?? undefined },
    };
  };
  const [own, others] = [valuesOf(sale), valuesOf(other)] as Readonly<Record<string, string | number | undefined>>[];
  const names = Object.keys(own ?? {}).filter((name) => own?.[name] !== undefined && random.chance(0.35));
  return Object.fromEntries(
    (names.length > 0 ? names : ['uid']).map((name) => {
      const values = [...new Set([own?.[name], others?.[name]])].filter((value) => value !== undefined);
      return [name, random.chance(0.5) ? (own?.[name] ?? '') : values];
    }),
  );
}

async function expectAsComputed(
  app: TestApp,
  world: FactWorld,
  asked: number,
  drawDays: (random: Random) => readonly [AskedType, string],
) {
  const ask = (path: string, body: object) => app.api.ask<RankedPage>(path, body);
  const seen = { rows: 0, out: 0, moved: 0, named: 0 };
  for (let index = 0; index < asked; index += 1) {
    const random = new Random('not', index);
    const [type, value] = drawDays(random);
    const not = drawNot(random, world);
    const subject = random.pick([...SUBJECTS, 'creator' as const]);
    const isAscending = random.chance(0.3);
    const levels = subject === 'category' && random.chance(0.5) ? { level: random.whole(2, 3) } : {};
    const own =
      subject === 'creator'
        ? random.pick([{}, { region: 'US' }, { ecommerce_type: 1 }])
        : random.pick(FILTERS[subject]);
    const changes = random.pick([
      {},
      {},
      { is_new: random.chance(0.5) },
      { growth_rate_range: { min: -200, max: 200 } },
    ]);
    const filter = { ...own, ...levels, ...changes };
    // Places by the figure follow filters by changes, which the oracle applies after them.
    const orders =
      'is_new' in changes || 'growth_rate_range' in changes ? [] : [['usd_gmv_change'], ['rank_change:asc']];
    const order = subject === 'creator' ? undefined : random.pick([undefined, ['units_sold'], ...orders]);
    const listOf = (asked: object): readonly object[] =>
      subject === 'creator'
        ? expectedTopEcommerce(world, type, value, asked, isAscending)
        : expectedSelling(world, subject, type, value, asked, order);
    const expected = listOf({ ...filter, not });
    const path = subject === 'creator' ? '/creator/v1/rank/topEcommerce' : `/${subject}/v1/rank/topSelling`;
    const main = 'ecommerce_type' in own ? 'video_usd_gmv' : 'creator_usd_gmv';
    const orderby =
      subject === 'creator' ? [{ field: main, order: isAscending ? 'asc' : 'desc' }] : order?.map(sortItem);
    const body = { filter: { ...filter, not, date_info: { type, value } }, orderby };
    const { list } = await expectRanked(ask, path, body, expected);
    if (random.chance(0.15))
      expect({ path, body, list: recordsIn(await exportAll(app, `${path}/export`, body)) }).toEqual({
        path,
        body,
        list: expected,
      });
    if (subject !== 'creator' && !levels.level && expected.length > 1 && list[1]?.['category'] !== null) {
      const ids = namingFilter(subject, list.slice(1, 2));
      const one = (await ask(path, { ...body, filter: { ...body.filter, ...ids } })).list;
      if (!Object.keys(ids).some((name) => name in own))
        expect({ path, body, one }).toEqual({ path, body, one: list.slice(1, 2) });
      seen.named += 1;
    }
    seen.rows += list.length;
    seen.out += listOf(filter).length - expected.length;
    seen.moved += list.filter((row) => row['previous_rank'] !== null).length;
  }
  return seen;
}

describe('rankings without the rows that have a sale', () => {
  const random = new Random('without', 98);
  const drawn = withContents(drawWorld(random, 40, 30), random);
  const products = [...drawn.products].map(([id, product]) => {
    const [l2, l3] = [random.pick([911_001, 911_002]), random.pick([912_001, 912_002, null])];
    const category = { ...product.category, l2: { id: l2, name: null }, l3: { id: l3, name: null } };
    return [id, { ...product, category }] as const;
  });
  const world: FactWorld = { ...drawn, products: new Map(products) };
  const app = testApp(() => ({ name: 'not', load: loadFacts(world), config: { indexShards: 3 } }));

  it('are as computed, with the period before, its own ids, pages and exports', async () => {
    const seen = await expectAsComputed(app, world, 200, (random) => {
      const [type, day] = [random.pick(DATE_TYPES), random.pick(NOTABLE_DAYS)];
      return random.chance(0.4)
        ? ['range', `${day}~${shiftDay(day, random.pick([6, 91]))}`]
        : [type, periodAt(type, day)];
    });
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
  });

  it('need a name, and take none that sales do not have', async () => {
    const date_info = { type: 'month', value: '2026-01' };
    const refused = async (not: object, path: string, rule: string, message: string) => {
      const answer = await app.api.post('/product/v1/rank/topSelling', { filter: { date_info, not } });
      expectError(answer, 400, 10_001, [{ path, rule, message }]);
    };
    const names = 'product_id, seller_id, uid, l1_category_id, l2_category_id, l3_category_id';
    await refused({}, 'filter.not', 'empty', `filter.not must have at least one of ${names}, but is {}.`);
    const message = `filter.not.region is not a field here; the fields are ${names}.`;
    await refused({ region: 'US' }, 'filter.not.region', 'unknown', message);
    await refused({ uid: '@grace' }, 'filter.not.uid', 'handle', expect.stringContaining('takes a UID') as never);
  });
});
