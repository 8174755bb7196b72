import { followersIn } from '../common/numbers.js';
import { saleDimensions, toCreatorDayDocument, toSaleDocument } from './facts.record.js';

const SALE = {
  id: 's',
  date: '2026-06-30',
  uid: '1',
  channel: 'live',
  content_id: '2',
  product_id: '3',
  product_category_id: 10,
  units_sold: 1,
  gmv: 2.5,
  usd_gmv: 2.5,
} as const;
const CREATOR = { region: 'US', category_id: 7, account_type: 2 };
const PRODUCT = {
  ...{ region: 'GB', seller_id: 'shop', launch_time: Date.parse('2026-06-01T23:30:00Z') / 1000 },
  ...{ l1_category_id: 10, l2_category_id: 101, l3_category_id: 1011 },
};
const VIDEO = { is_ad: true, duration: 59, tags: ['b', 'a'] };

describe('the amounts of a sale', () => {
  it('are text, two parts in the local currency, and one whole number in USD', () => {
    expect(toSaleDocument({ ...SALE, gmv: -2.5, usd_gmv: -123_456_789.9999 })).toMatchObject({
      gmv: '-2.5',
      gmv_whole: -2,
      gmv_fraction: -5000,
      usd_gmv: '-123456789.9999',
      usd_gmv_ten_thousandths: -1_234_567_899_999,
    });
  });
});

describe('dimensions of a sale', () => {
  it('are its creator’s and product’s, category ids and account types as text', () => {
    expect(toSaleDocument(SALE, CREATOR, PRODUCT)).toMatchObject({
      product_category_id: 10,
      creator_loaded: true,
      creator_region: 'US',
      creator_category_id: '7',
      account_type: '2',
      product_loaded: true,
      product_region: 'GB',
      seller_id: 'shop',
      product_l1_category_id: '10',
      product_l2_category_id: '101',
      product_l3_category_id: '1011',
      l2_category_id: '101',
      l3_category_id: '1011',
    });
  });

  it('have no levels 2 and 3 where the product is in another category of level 1', () => {
    const { l2_category_id, l3_category_id, product_l1_category_id, product_l2_category_id, product_l3_category_id } =
      saleDimensions({ ...SALE, product_category_id: 11 }, CREATOR, PRODUCT);
    expect([l2_category_id, l3_category_id]).toEqual([null, null]);
    expect([product_l1_category_id, product_l2_category_id, product_l3_category_id]).toEqual(['10', '101', '1011']);
  });

  it('are null for what is not loaded, and tell it from records without a value', () => {
    const nothing = { region: null, category_id: null, account_type: null };
    const levels = { l1_category_id: null, l2_category_id: null, l3_category_id: null };
    const blank = { region: null, seller_id: null, launch_time: null, ...levels };
    const bare = { is_ad: null, duration: null, tags: [] };
    const values = [saleDimensions(SALE), saleDimensions({ ...SALE, channel: 'video' }, nothing, blank, bare)];
    const loaded = values.map(({ creator_loaded, product_loaded }) => [creator_loaded, product_loaded]);
    expect(loaded).toEqual([
      [false, false],
      [true, true],
    ]);
    for (const dimensions of values) {
      const others = Object.entries(dimensions).filter(([name]) => !/_loaded$|^video_dimensions$/.test(name));
      expect(others.map(([, value]) => value ?? null)).toEqual(Array(16).fill(null));
    }
  });
});

describe('the age of a product', () => {
  const listed = (region: string | null, time: string) =>
    saleDimensions(SALE, undefined, { ...PRODUCT, region, launch_time: Date.parse(time) / 1000 });

  it.each([
    // The days of these moments as `TZ=… date -d @…` of GNU coreutils writes them.
    ['US', '2026-06-01T03:59:59Z', '2026-05-31', 30, 30],
    ['US', '2026-06-01T04:00:00Z', '2026-06-01', 29, 7],
    ['GB', '2026-06-30T23:30:00Z', '2026-07-01', -1, -(2 ** 31)],
    ['JP', '2026-06-29T15:00:00Z', '2026-06-30', 0, 0],
    ['SA', '2026-06-29T23:59:59Z', '2026-06-29', 1, 0],
    [null, '2025-06-30T00:00:00Z', '2025-06-30', 365, 365],
    ['US', '1970-01-01T00:00:00Z', '1969-12-31', 20_635, 365],
  ])('listed in %s at %s is counted from %s', (region, time, product_listed, product_age, product_age_step) => {
    expect(listed(region, time)).toMatchObject({ product_listed, product_age, product_age_step });
  });
});

describe('the video of a sale', () => {
  const of = (video: typeof VIDEO, channel: 'video' | 'live' = 'video') =>
    saleDimensions({ ...SALE, channel }, undefined, undefined, video);
  const comparedOf = (video: typeof VIDEO) => of(video).video_dimensions;

  it('gives its dimensions to sales by video only', () => {
    expect(of(VIDEO)).toMatchObject({ is_ad: true, duration: 59, tags: ['a', 'b'] });
    expect(JSON.stringify(of(VIDEO, 'live'))).not.toMatch(/is_ad|duration|tags|video/);
  });

  it('is compared by one value, which any of the three changes and their order does not', () => {
    const others = [{ is_ad: false }, { duration: 60 }, { tags: ['a'] }, { tags: ['a', 'c'] }, { tags: ['a,b'] }];
    const values = [VIDEO, ...others.map((change) => ({ ...VIDEO, ...change }))].map(comparedOf);
    expect(new Set(values).size).toBe(values.length);
    expect(comparedOf({ ...VIDEO, tags: ['a', 'b'] })).toBe(comparedOf(VIDEO));
  });
});

describe('a creator-day', () => {
  const day = (date: string, follower_count: number) =>
    toCreatorDayDocument({ date, uid: '1', follower_count, video_count: null }, CREATOR);

  it('has its creator’s dimensions', () => {
    expect(day('2026-06-30', 5)).toMatchObject({
      creator_loaded: true,
      creator_region: 'US',
      creator_category_id: '7',
      account_type: '2',
    });
  });

  it('packs day and followers into one number whose maximum is of the latest day', () => {
    expect(day('1970-01-01', 0).day_followers).toBe(0);
    expect(day('1970-01-02', 3).day_followers).toBe(2_147_483_651);
    expect(day('2999-12-31', 2 ** 31 - 1).day_followers).toBeLessThan(2 ** 53);
    expect(day('2026-06-30', 2 ** 31 - 1).day_followers).toBeLessThan(day('2026-07-01', 0).day_followers);
    expect(day('1969-12-31', 9).day_followers).toBe(9 - 2 ** 31);
    for (const date of ['0001-01-01', '1969-12-31', '1970-01-01', '2026-06-30'])
      expect(followersIn(day(date, 9).day_followers)).toBe(9);
  });
});
