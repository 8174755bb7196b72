import { followersIn } from '../common/numbers.js';
import { saleDimensions, toCreatorDayDocument } from './facts.record.js';

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
