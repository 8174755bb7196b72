import { Random } from '../../dev/seed/random.js';
import { testApp } from '../support/app.js';
import { drawCreator, drawProduct, drawSale, emptyWorld, FactWriter, loadFacts } from '../support/fact-world.js';
import { announce } from '../support/rankings-suite.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

const random = new Random('periods without facts', 60);
const CATEGORY = 910_001;
const world = emptyWorld();

/** A sale of 100 USD by the one creator, by video. */
const saleOn = (date: string, product_id = 'p1') => ({
  ...drawSale(`${product_id} on ${date}`, date, 'seller', random),
  channel: 'video' as const,
  product_id,
  product_category_id: CATEGORY,
  units_sold: 1,
  usd_gmv: 100,
});

const SUBJECTS = [
  ['creator', { uid: 'seller' }, 'creator_usd_gmv'],
  ['product', { product_id: 'p1' }, 'usd_gmv'],
  ['shop', { seller_id: 'shop' }, 'usd_gmv'],
  ['category', { l1_category_id: CATEGORY }, 'usd_gmv'],
] as const;

const TOP_SELLING = ['product', 'shop', 'category', 'video'].map((of) => `/${of}/v1/rank/topSelling`);

interface Ranked {
  readonly total: number;
  readonly complete: boolean;
  readonly previous_complete: boolean;
  readonly list: readonly { readonly is_new: number | null; readonly usd_gmv_change?: number | null }[];
}

describe('a period without a row', () => {
  world.creators.set('seller', drawCreator('seller', random));
  world.products.set('p1', { ...drawProduct('p1', random), shop: { seller_id: 'shop', name: 'Shop' } });
  for (const date of ['2026-07-05', '2026-07-08']) world.sales.set(date, saleOn(date));
  for (let day = 1; day <= 12; day += 1) {
    const date = `2026-07-${String(day).padStart(2, '0')}`;
    world.creatorDays.set(date, { date, uid: 'seller', follower_count: 100 + day, video_count: null });
  }
  const test = testApp(() => ({ name: 'periods-without-facts', load: loadFacts(world) }));
  const facts = new FactWriter(test, world);

  async function july(
    [subject, id, figure]: (typeof SUBJECTS)[number] | readonly [string, object, string],
    days: readonly number[],
  ): Promise<unknown[]> {
    const span = { date_type: 'day', from: '2026-07-01', to: '2026-07-12' };
    const { body } = await test.api.post<{ list: Record<string, unknown>[] }>(`/${subject}/v1/history`, {
      ...id,
      ...span,
    });
    return days.map((day) => body.data.list[day - 1]?.[figure]);
  }

  async function rank(path: string, value: string, type = 'day'): Promise<Ranked> {
    return test.api.ask<Ranked>(path, { filter: { date_info: { type, value } } });
  }

  it.each(SUBJECTS)('is a known 0 of a %s between days with facts, and unknown outside of them', async (...subject) => {
    expect(await july(subject, [4, 5, 6, 7, 8, 9])).toEqual([null, 100, 0, 0, 100, null]);
  });

  it.each(TOP_SELLING)('is complete for %s between days with facts, and the rows after it are new', async (path) => {
    expect(await rank(path, '2026-07-07')).toMatchObject({ total: 0, complete: true, previous_complete: true });
    expect(await rank(path, '2026-07-08')).toMatchObject({
      complete: true,
      previous_complete: true,
      list: [{ is_new: 1, usd_gmv_change: 100 }],
    });
    expect(await rank(path, '2026-07-05')).toMatchObject({ previous_complete: false, list: [{ is_new: null }] });
    expect(await rank(path, '2026-07-09')).toMatchObject({ total: 0, complete: false, previous_complete: true });
  });

  it('is known as soon as facts or the product are loaded', async () => {
    for (const date of ['2026-07-07', '2026-07-10', '2026-07-11']) await facts.putSale(saleOn(date, 'p2'));
    await announce(test);
    expect(await july(SUBJECTS[1], [6, 7, 8, 9, 10, 11, 12])).toEqual([0, 0, 100, 0, 0, 0, null]);
    expect(await july(SUBJECTS[3], [6, 7, 8, 9, 10, 11, 12])).toEqual([0, 100, 100, 0, 100, 100, null]);
    expect(await rank(TOP_SELLING[0] as string, '2026-07-07')).toMatchObject({ total: 0, complete: true });
    const asked = ['product', { product_id: 'p2' }, 'usd_gmv'] as const;
    expect(await july(asked, [6, 7, 8])).toEqual([undefined, undefined, undefined]);
    await facts.putProduct({ ...drawProduct('p2', random), shop: { seller_id: 'shop', name: 'Shop' } });
    await announce(test);
    expect(await july(asked, [6, 7, 8])).toEqual([0, 100, 0]);
    expect(await july(SUBJECTS[2], [6, 7, 8])).toEqual([0, 100, 100]);
  });
});

const seed = sharedSeed();

const largest = <Value extends number | string>(values: Iterable<Value | null | undefined>): Value | null =>
  [...values].reduce<Value | null>(
    (best, one) => (one !== null && one !== undefined && (best === null || one > best) ? one : best),
    null,
  );

describe('the newest data', () => {
  const test = testApp(() => ({ name: 'newest', indices: seededIndices() }));

  it('is told by the periods operation and by /health/ready', async () => {
    const newest = {
      videos: largest([...seed.videos()].map((video) => video.publish_time)),
      products: largest([...seed.products()].map((product) => product.launch_time)),
      lives: largest([...seed.lives()].map((live) => live.start_time)),
      sales: largest([...seed.sales()].map((sale) => sale.date)),
      rates: '2026-06-30',
      creator_days: largest([...seed.creatorDays()].map((day) => day.date)),
    };
    expect(Object.values(newest)).not.toContain(null);
    const { body } = await test.api.post<{ newest: object }>('/creator/v1/rank/periods');
    expect(body.data.newest).toEqual(newest);
    const ready = (await (await test.api.fetch('/health/ready')).json()) as { newest: object };
    expect(ready.newest).toEqual(newest);
  });
});
