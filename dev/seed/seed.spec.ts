import { createHash } from 'node:crypto';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { CURRENCIES, currencyOf, formatPrice, type Region, REGION_CODES, REGIONS } from '../../src/common/regions.js';
import SIZES from './data/sizes.json' with { type: 'json' };
import { Seed } from './seed.js';
import { SEED_DEFAULTS } from './seed-world.js';
import { DEPARTMENTS, featuresOf } from './goods/goods.js';
import { nounOf, SEED_LANGUAGES, textsOf } from './languages.js';
import { THEMES } from './names.js';

const small = new Seed({ scale: 0.02, until: '2026-06-30' });
const products = [...small.products()];
const videos = [...small.videos()];
const lives = [...small.lives()];
const creators = [...small.creators()];
const sales = [...small.sales()];
const creatorDays = [...small.creatorDays()];

const digest = (records: Iterable<unknown>): string => {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
};
const values = <T, V>(records: readonly T[], read: (record: T) => V): Set<V> => new Set(records.map(read));
const sumBy = <T>(records: readonly T[], read: (record: T) => number): number =>
  Math.round(records.reduce((total, record) => total + read(record) * 10_000, 0)) / 10_000;

describe('the seed', () => {
  it('makes the same bytes for the same options, and others for another end', () => {
    const again = new Seed({ scale: 0.02, until: '2026-06-30' });
    expect(digest(again.creatorDays())).toBe(digest(creatorDays));
    expect(digest(again.sales())).toBe(digest(sales));
    expect(digest(again.lives())).toBe(digest(lives));
    expect(digest(again.videos())).toBe(digest(videos));
    expect(digest(again.creators())).toBe(digest(creators));
    expect(digest(again.products())).toBe(digest(products));
    expect(digest(new Seed({ scale: 0.02, until: '2026-05-31' }).sales())).not.toBe(digest(sales));
  });

  it('ends on its last day, which is 2026-06-30 unless another is asked for', () => {
    expect(SEED_DEFAULTS).toEqual({ scale: 1, until: '2026-06-30' });
    const lastOf = (facts: Iterable<{ date: string }>): string | undefined =>
      [...values([...facts], ({ date }) => date)].sort().at(-1);
    expect([lastOf(sales), lastOf(creatorDays)]).toEqual(['2026-06-30', '2026-06-30']);
    const earlier = new Seed({ scale: 0.02, until: '2026-05-31' });
    expect([lastOf(earlier.sales()), lastOf(earlier.creatorDays())]).toEqual(['2026-05-31', '2026-05-31']);
  });

  it('has a rate of every currency for each day from 2026 on, at which the sales are converted', () => {
    const rates = [...small.rates()];
    expect(rates).toHaveLength(CURRENCIES.length * 181);
    expect([rates[0]?.date, rates.at(-1)?.date]).toEqual(['2026-01-01', '2026-06-30']);
    const usdOf = new Map(rates.map(({ currency, usd }) => [currency, Number(usd)]));
    const regionOf = new Map(creators.map(({ uid, region }) => [uid, region]));
    const off = sales.filter(({ uid, gmv, usd_gmv }) => {
      const rate = usdOf.get(currencyOf(regionOf.get(uid) ?? null) as never) ?? NaN;
      return !(Math.abs(gmv * rate - usd_gmv) <= 0.00006);
    });
    expect(off).toEqual([]);
  });

  it('gives every record an id of 19 digits of its own', () => {
    for (const ids of [
      products.map(({ product_id }) => product_id),
      videos.map(({ video_id }) => video_id),
      lives.map(({ room_id }) => room_id),
      creators.map(({ uid }) => uid),
    ]) {
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => /^\d{19}$/.test(id))).toBe(true);
    }
    expect(values(sales, ({ id }) => id).size).toBe(sales.length);
  });

  it('holds every value of every filter, however small', () => {
    const both = new Set([0, 1]);
    expect(values(products, ({ region }) => region)).toEqual(new Set(REGION_CODES));
    expect(values(creators, ({ region }) => region)).toEqual(new Set(REGION_CODES));
    expect(values(products, ({ category }) => category?.l1?.id)).toEqual(
      new Set(BUILT_IN_TREES['product-categories'].children(null).map(({ id }) => id)),
    );
    for (const flag of [
      'off_shelves',
      'is_cross_border',
      'is_free_shipping',
      'is_sshop',
      'is_fully_managed',
      'is_new_listed',
      'is_local_warehouse',
      'is_top_selling',
    ] as const) {
      expect([flag, values(products, (product) => product[flag])]).toEqual([flag, both]);
    }
    expect(values(products, ({ promotion_channel }) => promotion_channel)).toEqual(new Set([1, 2, 3]));
    expect(values(products, ({ shop_type }) => shop_type)).toEqual(new Set([1, 2]));
    expect(values(videos, ({ is_ecommerce }) => is_ecommerce)).toEqual(both);
    expect(values(videos, ({ is_ad }) => is_ad)).toEqual(both);
    expect(values(lives, ({ live_type }) => live_type)).toEqual(new Set([1, 2]));
    expect(values(creators, ({ account_type }) => account_type)).toEqual(new Set([1, 2]));
    expect(values(sales, ({ channel }) => channel)).toEqual(new Set(['video', 'live']));
    for (const unknown of ['product_rating', 'commission_rate', 'creator_count'] as const) {
      expect([unknown, products.some((product) => product[unknown] === null)]).toEqual([unknown, true]);
    }
    expect(creators.some(({ follower_count }) => follower_count === null)).toBe(true);
    expect(sales.some(({ units_sold }) => units_sold < 0)).toBe(true);
  });

  it('shows products in videos that exist, as they are', () => {
    const byId = new Map(products.map((product) => [product.product_id, product]));
    for (const { product_info } of videos) {
      for (const shown of product_info ?? []) {
        const product = byId.get(shown.product_id ?? '');
        const region = product?.region as Region;
        expect(shown).toMatchObject({
          title: product?.title,
          region,
          cover: product?.cover,
          currency: REGIONS[region].currency,
          price: formatPrice(product?.floor_price ?? NaN, region),
          category: { l1: product?.category?.l1 },
        });
      }
    }
  });

  it('has the creators of videos and live streams among its creators, with the same followers', () => {
    const byUid = new Map(creators.map((creator) => [creator.uid, creator]));
    for (const { uid, region, creator } of videos) {
      const { unique_id, nickname, avatar, follower_count, category_id } = byUid.get(uid ?? '') ?? {};
      expect(creator).toMatchObject({ unique_id, nickname, avatar, follower_count, region });
      expect(byUid.get(uid ?? '')?.region).toBe(region);
      expect(creator?.category?.id ?? null).toBe(category_id);
    }
    for (const live of lives) {
      const creator = byUid.get(live.uid ?? '');
      expect(live).toMatchObject({
        unique_id: creator?.unique_id,
        nickname: creator?.nickname,
        follower_count: creator?.follower_count,
        creator_region: creator?.region,
        creator_category_id: creator?.category_id,
      });
    }
  });

  it('gives every creator a handle of its own', () => {
    expect(values(creators, ({ unique_id }) => unique_id).size).toBe(creators.length);
  });

  it('has a shop sell what its products sell', () => {
    for (const sellerId of values(products, ({ shop }) => shop?.seller_id)) {
      const own = products.filter(({ shop }) => shop?.seller_id === sellerId);
      expect(values(own, ({ shop }) => shop?.total_units_sold)).toEqual(
        new Set([sumBy(own, ({ total_units_sold }) => total_units_sold ?? 0)]),
      );
    }
  });

  it('has videos and live streams sell what their facts say, on or after their day', () => {
    const byContent = groupSales();
    for (const { video_id, units_sold, gmv } of videos) {
      const own = byContent.get(video_id) ?? [];
      expect(sumBy(own, (sale) => sale.units_sold)).toBe(units_sold);
      expect(sumBy(own, (sale) => sale.gmv)).toBeCloseTo(gmv ?? 0, 1);
    }
    for (const { room_id, total_units_sold } of lives) {
      expect(sumBy(byContent.get(room_id) ?? [], (sale) => sale.units_sold)).toBe(total_units_sold);
    }
    expect(sales.every(({ date }) => date >= '2026-03-25' && date <= '2026-06-30')).toBe(true);
  });

  it('has facts speak of shows, creators and products that exist, on or after the day of the show', () => {
    const l1OfProduct = new Map(products.map(({ product_id, category }) => [product_id, category?.l1?.id]));
    const productsOfVideo = new Map(
      videos.map(({ video_id, product_info }) => [video_id, values(product_info ?? [], (shown) => shown.product_id)]),
    );
    const shows = new Map<string, { channel: string; uid: string | null | undefined; publishedAt: number }>();
    for (const { video_id, uid, publish_time } of videos)
      shows.set(video_id, { channel: 'video', uid, publishedAt: publish_time });
    for (const { room_id, uid, start_time } of lives)
      shows.set(room_id, { channel: 'live', uid, publishedAt: start_time ?? NaN });
    for (const { content_id, channel, uid, product_id, product_category_id, date } of sales) {
      const show = shows.get(content_id);
      expect(show).toMatchObject({ channel, uid });
      expect(l1OfProduct.get(product_id)).toBe(product_category_id);
      if (channel === 'video') expect(productsOfVideo.get(content_id)?.has(product_id)).toBe(true);
      const endOfDayAnywhere = Date.parse(`${date}T23:59:59-12:00`) / 1000;
      expect(endOfDayAnywhere).toBeGreaterThanOrEqual(show?.publishedAt ?? NaN);
    }
  });

  it('writes money with at most 4 decimals and grows figures with their spans', () => {
    for (const { gmv, usd_gmv } of sales) {
      for (const amount of [gmv, usd_gmv]) expect(String(amount)).toMatch(/^-?\d+(\.\d{1,4})?$/);
    }
    for (const product of products) {
      const spans = [
        product.yday_sold_count,
        product.day7_units_sold,
        product.day28_units_sold,
        product.day90_units_sold,
        product.total_units_sold,
      ];
      expect([...spans].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(spans);
    }
  });

  it('makes interact_rate from plays, likes, comments and shares', () => {
    for (const { interact_rate, play_count, digg_count, comment_count, share_count } of videos) {
      if (!play_count) expect(interact_rate).toBeNull();
      else {
        const engaged = (digg_count ?? 0) + (comment_count ?? 0) + (share_count ?? 0);
        expect(interact_rate).toBeCloseTo((engaged / play_count) * 100, 1);
      }
    }
  });

  it('counts followers once per creator and day', () => {
    expect(values(creatorDays, ({ date, uid }) => `${date} ${uid}`).size).toBe(creatorDays.length);
  });

  it('has creators that are counted every day, some days or never, from before the first period on', () => {
    const daysOf = new Map<string, number>();
    for (const { uid } of creatorDays) daysOf.set(uid, (daysOf.get(uid) ?? 0) + 1);
    const counts = creators.map(({ uid }) => daysOf.get(uid) ?? 0);
    expect(Math.max(...counts)).toBe(98);
    expect(counts.some((count) => count > 0 && count < 98)).toBe(true);
    expect(counts).toContain(0);
    expect(creatorDays.some(({ date }) => date < '2026-04-01')).toBe(true);
  });

  it('stays within 400,000 sales and 300,000 creator-days at scale 1', () => {
    const tenth = new Seed({ scale: 0.1, until: '2026-06-30' });
    expect([...tenth.sales()].length).toBeLessThan(40_000);
    expect([...tenth.creatorDays()].length).toBeLessThan(30_000);
  });

  it('writes in every language, with no gap left in a text', () => {
    const texts = [
      ...products.map(({ title }) => title),
      ...videos.map(({ desc }) => desc),
      ...lives.map(({ title }) => title),
    ];
    expect(texts.filter((text) => !text || /[{}]|undefined/.test(text))).toEqual([]);
    expect(texts.some((text) => /\p{Script=Thai}/u.test(text ?? ''))).toBe(true);
    expect(texts.some((text) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text ?? ''))).toBe(true);
    expect(texts.some((text) => /\p{Script=Han}/u.test(text ?? ''))).toBe(true);
  });
});

function groupSales(): Map<string, typeof sales> {
  const groups = new Map<string, typeof sales>();
  for (const sale of sales) groups.set(sale.content_id, [...(groups.get(sale.content_id) ?? []), sale]);
  return groups;
}

describe('nouns', () => {
  const level3 = BUILT_IN_TREES['product-categories'].nodes.filter(({ level }) => level === 3);

  it('are there in every language for at least three categories of each level 1 category', () => {
    for (const language of SEED_LANGUAGES) {
      const perLevel1 = new Map<number, number>();
      for (const { id, name } of level3) {
        if (nounOf(name, language) === undefined) continue;
        const level1 = Math.floor(id / 10_000);
        perLevel1.set(level1, (perLevel1.get(level1) ?? 0) + 1);
      }
      expect([language, [...perLevel1.values()].filter((count) => count >= 3).length]).toEqual([language, 30]);
    }
  });

  it('belong to categories of the tree', () => {
    const known = new Set(level3.map(({ name }) => name.EN_US));
    for (const language of SEED_LANGUAGES) {
      expect([language, Object.keys(textsOf(language).nouns).filter((name) => !known.has(name))]).toEqual([
        language,
        [],
      ]);
    }
  });
});

describe('the texts of the seed', () => {
  const english = textsOf('en');

  it('have every feature, topic, count, colour and weekday in every language', () => {
    for (const language of SEED_LANGUAGES) {
      const { features, topics, counts, colours, weekdays } = textsOf(language);
      for (const [words, wanted] of [
        [features, english.features],
        [topics, english.topics],
        [counts, english.counts],
      ] as const) {
        expect([language, Object.keys(words)]).toEqual([language, Object.keys(wanted)]);
        expect([language, Object.values(words).filter((word) => word === '')]).toEqual([language, []]);
      }
      expect([language, colours.length, weekdays.length]).toEqual([language, english.colours.length, 7]);
    }
  });

  it('have a topic for every theme', () => {
    expect(Object.keys(english.topics)).toEqual(THEMES.map(({ name }) => name));
  });

  it('have every feature of the goods of every level 3 category', () => {
    const goods = DEPARTMENTS.flatMap((department) => department.goods);
    expect(goods).toHaveLength(BUILT_IN_TREES['product-categories'].nodes.filter(({ level }) => level === 3).length);
    const features = new Set(goods.flatMap((one) => featuresOf(one).features));
    expect([...features].filter((feature) => english.features[feature] === undefined)).toEqual([]);
    for (const { medianUsd, size } of goods) {
      expect(medianUsd).toBeGreaterThan(0);
      expect(Object.keys(SIZES.kinds)).toContain(size);
    }
  });
});
