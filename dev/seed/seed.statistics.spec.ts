import type { CreatorDayLoad, SaleLoad } from '../../src/figures/facts.record.js';
import { periodOf } from '../../src/common/period/period.js';
import { type Region, REGION_CODES } from '../../src/common/regions.js';
import { ALL_MARKETS } from './markets.js';
import { Seed } from './seed.js';
import { SEED_DEFAULTS } from './seed-world.js';

const seed = new Seed(SEED_DEFAULTS);
const products = [...seed.products()];
const videos = [...seed.videos()];
const lives = [...seed.lives()];
const creators = [...seed.creators()];
const sales = [...seed.sales()];
const creatorDays = [...seed.creatorDays()];
const creatorByUid = new Map(creators.map((creator) => [creator.uid, creator]));
/** Markets whose boards are long enough for their first ten to be kept in part every single week. */
const LARGE_MARKETS: readonly Region[] = ['US', 'ID', 'GB', 'VN', 'TH'];

const figure = (value: number | null | undefined): number => value ?? 0;
const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const quantile = (values: readonly number[], part: number): number =>
  ascending(values)[Math.floor((values.length - 1) * part)] as number;
const median = (values: readonly number[]): number => quantile(values, 0.5);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function group<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const own = groups.get(keyOf(item));
    if (own === undefined) groups.set(keyOf(item), [item]);
    else own.push(item);
  }
  return groups;
}

/** Pearson's correlation of the logarithms. */
function correlation(pairs: readonly (readonly [number, number])[]): number {
  const logs = pairs.map(([x, y]) => [Math.log1p(x), Math.log1p(y)] as const);
  const meanX = sum(logs.map(([x]) => x)) / logs.length;
  const meanY = sum(logs.map(([, y]) => y)) / logs.length;
  const covariance = sum(logs.map(([x, y]) => (x - meanX) * (y - meanY)));
  const spread = sum(logs.map(([x]) => (x - meanX) ** 2)) * sum(logs.map(([, y]) => (y - meanY) ** 2));
  return covariance / Math.sqrt(spread);
}

/** The first creators by an amount, in a region or everywhere. */
function firstOf(amounts: ReadonlyMap<string, number>, count: number, region?: Region): string[] {
  return [...amounts]
    .filter(([uid]) => region === undefined || creatorByUid.get(uid)?.region === region)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([uid]) => uid);
}

const weeks = new Map(
  [...new Set(creatorDays.map(({ date }) => date))].map((date) => [date, periodOf('week', date).value]),
);
const weekOf = ({ date }: { readonly date: string }): string => weeks.get(date) ?? '';
const monthOf = ({ date }: { readonly date: string }): string => date.slice(0, 7);

/** USD that each creator sold for, by period. */
function gmvBy(periodIn: (sale: SaleLoad) => string): Map<string, Map<string, number>> {
  const periods = new Map<string, Map<string, number>>();
  for (const sale of sales) {
    const own = periods.get(periodIn(sale)) ?? new Map<string, number>();
    periods.set(periodIn(sale), own.set(sale.uid, (own.get(sale.uid) ?? 0) + sale.usd_gmv));
  }
  return periods;
}
const gmvByWeek = gmvBy(weekOf);
const gmvByMonth = gmvBy(monthOf);

describe('causes and effects', () => {
  it('never sell more in a live stream than it has viewers, nor by a video than it has plays', () => {
    expect(lives.filter((live) => figure(live.total_units_sold) > figure(live.total_viewer_count))).toEqual([]);
    expect(videos.filter((video) => figure(video.units_sold) > figure(video.play_count))).toEqual([]);
  });

  it('sell to 0.1 to 5 % of those who look, to a few far more than to most', () => {
    const rates = [
      lives.map(
        (live) => [figure(live.total_units_sold), figure(live.total_viewer_count), live.product_count] as const,
      ),
      videos.map((video) => [figure(video.units_sold), figure(video.play_count), video.is_ecommerce] as const),
    ].map((shows) =>
      shows
        .filter(([, audience, sells]) => audience >= 20_000 && figure(sells) > 0)
        .map(([units, audience]) => units / audience),
    );
    for (const own of rates) {
      expect(Math.min(...own)).toBeGreaterThan(0.0008);
      expect(Math.max(...own)).toBeLessThanOrEqual(0.05);
      expect(quantile(own, 0.95)).toBeGreaterThan(2 * median(own));
    }
  });

  it('go together: followers and plays, plays and likes, likes and comments, viewers and units', () => {
    const known = videos.filter(({ creator }) => figure(creator?.follower_count) > 0);
    const selling = lives.filter((live) => figure(live.product_count) > 0);
    expect(
      correlation(known.map((video) => [figure(video.creator?.follower_count), figure(video.play_count)])),
    ).toBeGreaterThan(0.5);
    expect(correlation(videos.map((video) => [figure(video.play_count), figure(video.digg_count)]))).toBeGreaterThan(
      0.9,
    );
    expect(correlation(videos.map((video) => [figure(video.digg_count), figure(video.comment_count)]))).toBeGreaterThan(
      0.8,
    );
    expect(
      correlation(selling.map((live) => [figure(live.total_viewer_count), figure(live.total_units_sold)])),
    ).toBeGreaterThan(0.8);
  });

  it('are in proportion: 1 like for 20 to 60 plays, 1 comment for 20 to 200 likes', () => {
    const seen = videos.filter((video) => figure(video.play_count) > 10_000);
    const playsPerLike = median(seen.map((video) => figure(video.play_count) / figure(video.digg_count)));
    const likesPerComment = median(
      seen.map((video) => figure(video.digg_count) / Math.max(1, figure(video.comment_count))),
    );
    expect(playsPerLike).toBeGreaterThan(20);
    expect(playsPerLike).toBeLessThan(60);
    expect(likesPerComment).toBeGreaterThan(20);
    expect(likesPerComment).toBeLessThan(200);
  });

  it('have a product sell at least what videos and live streams sold of it', () => {
    const lastWeek = sales.filter(({ date }) => date >= '2026-06-24');
    for (const [facts, unitsOf] of [
      [
        sales.filter(({ date }) => date >= '2026-04-02'),
        (product: (typeof products)[number]) => product.day90_units_sold,
      ],
      [lastWeek, (product: (typeof products)[number]) => product.day7_units_sold],
    ] as const) {
      const byProduct = group(facts, ({ product_id }) => product_id);
      const short = products.filter(
        (product) =>
          figure(unitsOf(product)) < sum((byProduct.get(product.product_id) ?? []).map((sale) => sale.units_sold)),
      );
      expect(short).toEqual([]);
    }
  });

  it('show a product only after its launch, and one that is off the shelves never', () => {
    const byId = new Map(products.map((product) => [product.product_id, product]));
    const tooSoon = videos.flatMap(({ product_info, publish_time }) =>
      (product_info ?? [])
        .map(({ product_id }) => byId.get(product_id ?? ''))
        .filter((product) => product?.off_shelves !== 0 || figure(product.launch_time) - 86_400 > publish_time),
    );
    expect(tooSoon).toEqual([]);
  });
});

describe('goods', () => {
  it('have their own price range: medians of level 3 categories differ sixfold in every market', () => {
    for (const region of REGION_CODES) {
      const own = products.filter((product) => product.region === region);
      const medians = [...group(own, ({ category }) => category?.l3?.id).values()].map((goods) =>
        median(goods.map((product) => figure(product.floor_price))),
      );
      expect([region, quantile(medians, 0.9) / quantile(medians, 0.1) >= 6]).toEqual([region, true]);
    }
  });

  it.each([
    ['Security Camera', 'US', 12, 200],
    ['Digital Piano', 'DE', 120, 1800],
    ['Lipstick', 'JP', 250, 6000],
    ['Instant Noodles', 'ID', 10_000, 200_000],
    ['Cat Food', 'GB', 6, 100],
  ])('cost what they may: %s in %s %i to %i', (name, region, least, most) => {
    const prices = products
      .filter((product) => product.category?.l3?.name === name && product.region === region)
      .map((product) => figure(product.floor_price));
    expect(prices.length).toBeGreaterThan(0);
    expect(Math.min(...prices)).toBeGreaterThan(least);
    expect(Math.max(...prices)).toBeLessThan(most);
  });

  it('are skewed: by category, by shop and by product', () => {
    const categories = [...group(products, ({ category }) => category?.l1?.id).values()].map(({ length }) => length);
    expect(Math.max(...categories)).toBeGreaterThanOrEqual(5 * Math.min(...categories));
    const shops = [...group(products, ({ shop }) => shop?.seller_id).values()].map(({ length }) => length);
    expect(Math.max(...shops)).toBeGreaterThanOrEqual(5 * median(shops));
    expect(Math.min(...shops)).toBeLessThanOrEqual(3);
    const sold = ascending(products.map((product) => figure(product.total_units_sold)));
    expect(sum(sold.slice(-150))).toBeGreaterThan(0.3 * sum(sold));
  });

  it('have features that suit them', () => {
    const titlesIn = (level1: string) =>
      products.filter(({ category }) => category?.l1?.name === level1).map(({ title }) => title ?? '');
    const unsuited = /waterproof|กันน้ำ|防水|chống nước|foldable|折りたたみ|unisex|matte|wasserfest/i;
    for (const level1 of ['Food & Beverages', 'Health', 'Books, Magazines & Audio']) {
      expect(titlesIn(level1).filter((title) => unsuited.test(title))).toEqual([]);
    }
  });
});

describe('people', () => {
  it('have 60 different nicknames or more among the first 100 of any month in any market', () => {
    for (const month of ['2026-04', '2026-05', '2026-06']) {
      const gmv = gmvByMonth.get(month) as Map<string, number>;
      for (const region of REGION_CODES) {
        const nicknames = new Set(firstOf(gmv, 100, region).map((uid) => creatorByUid.get(uid)?.nickname));
        expect([month, region, nicknames.size >= 60]).toEqual([month, region, true]);
      }
    }
  });

  it('write captions of their own', () => {
    const captions = videos.map(({ desc }) => desc);
    expect(new Set(captions).size).toBeGreaterThan(0.8 * captions.length);
  });

  it('sell to many where they stand first', () => {
    const audience = new Map<string, number>();
    const add = (uid: string | null | undefined, seen: number | null | undefined): void =>
      void audience.set(uid ?? '', (audience.get(uid ?? '') ?? 0) + figure(seen));
    for (const video of videos) add(video.uid, video.play_count);
    for (const live of lives) add(live.uid, live.total_viewer_count);
    for (const region of REGION_CODES) {
      const [first = ''] = firstOf(gmvByMonth.get('2026-06') ?? new Map(), 1, region);
      expect(audience.get(first)).toBeGreaterThan(100_000);
    }
  });
});

describe('boards', () => {
  const expectKept = (weeks: readonly ReadonlyMap<string, number>[], region?: Region): void => {
    weeks.slice(1).forEach((week, at) => {
      const before = new Set(firstOf(weeks[at] as ReadonlyMap<string, number>, 10, region));
      const kept = firstOf(week, 10, region).filter((uid) => before.has(uid)).length;
      expect([region, at, kept >= 4 && kept <= 9]).toEqual([region, at, true]);
    });
  };

  it('keep four to nine of the first ten by GMV from week to week', () => {
    const weeks = inTurn(gmvByWeek);
    expect(weeks).toHaveLength(13);
    expectKept(weeks);
    for (const region of LARGE_MARKETS) expectKept(weeks, region);
  });

  it('keep four to nine of the first ten by growth from week to week', () => {
    const byWeek = group(creatorDays, weekOf);
    const lastDays = inTurn(byWeek).map(followersOf);
    const growth = lastDays.slice(1).map((followers, at) => {
      const before = lastDays[at] as Map<string, number>;
      return new Map(
        [...followers].flatMap(([uid, now]) =>
          before.has(uid) ? [[uid, now - figure(before.get(uid))] as const] : [],
        ),
      );
    });
    expect(growth).toHaveLength(12);
    expectKept(growth);
  });

  /** The weeks that the facts cover from their first day to their last. */
  function inTurn<Week>(weeks: ReadonlyMap<string, Week>): Week[] {
    const complete = [...weeks].filter(([week]) => week >= '2026-14' && week <= '2026-26');
    return complete.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, week]) => week);
  }

  function followersOf(days: readonly CreatorDayLoad[]): Map<string, number> {
    return new Map(days.map(({ uid, follower_count }) => [uid, follower_count]));
  }
});

describe('time', () => {
  const marketOf = new Map(ALL_MARKETS.map((market) => [market.region as string, market]));
  const localStart = (live: (typeof lives)[number]): Date =>
    new Date((figure(live.start_time) + (marketOf.get(live.creator_region ?? '')?.utcOffsetHours ?? 0) * 3600) * 1000);

  it('has sales from a week before the first complete month on', () => {
    expect(ascending(sales.map(({ date }) => Date.parse(date)))[0]).toBe(Date.parse('2026-03-25'));
  });

  it('has most live streams in the evening of their market', () => {
    const evening = lives.filter((live) => localStart(live).getUTCHours() >= 18);
    expect(evening.length).toBeGreaterThan(0.6 * lives.length);
  });

  it('has streams start on the weekday and at the hour that their titles name', () => {
    const weekdays = (language: string): readonly string[] =>
      Array.from({ length: 7 }, (_, day) =>
        new Intl.DateTimeFormat(language, {
          weekday: ['zh', 'ja'].includes(language) ? 'short' : 'long',
          timeZone: 'UTC',
        })
          .format(new Date(Date.UTC(2026, 5, 1 + day)))
          .replace(/^วัน/, '')
          .replace(/^(.)$/, '$1曜')
          .toLowerCase(),
      );
    const names = new Map(ALL_MARKETS.flatMap(({ languages }) => languages).map((one) => [one, weekdays(one)]));
    let [dayNamed, hourNamed] = [0, 0];
    const wrong: unknown[] = [];
    for (const live of lives) {
      const title = (live.title ?? '').toLowerCase();
      const start = localStart(live);
      for (const language of new Set(marketOf.get(live.creator_region ?? '')?.languages)) {
        const named = names.get(language)?.findIndex((name) => title.includes(name)) ?? -1;
        if (named === -1) continue;
        dayNamed++;
        if ((start.getUTCDay() + 6) % 7 !== named) wrong.push([title, start]);
      }
      const [hour] = /\d{1,2}(?= ?(?:pm|uhr|uur|h\b|時|:00|\.00|点|malam|ทุ่ม))/.exec(title) ?? [];
      if (hour === undefined) continue;
      hourNamed++;
      const told = Number(hour) + (title.includes('ทุ่ม') ? 18 : Number(hour) < 12 ? 12 : 0);
      if (start.getUTCHours() !== told || start.getUTCMinutes() >= 5) wrong.push([title, start]);
    }
    expect(wrong).toEqual([]);
    expect(dayNamed).toBeGreaterThan(1000);
    expect(hourNamed).toBeGreaterThan(1000);
  });

  const gmvOn = (facts: readonly SaleLoad[]): Map<string, number> =>
    new Map([...group(facts, ({ date }) => date)].map(([date, own]) => [date, sum(own.map((sale) => sale.usd_gmv))]));

  it('sells more on weekends and on the sales days of a market', () => {
    const byDay = gmvOn(sales);
    const ofWeekdays = (weekdays: readonly number[]): number =>
      median([...byDay].filter(([date]) => weekdays.includes(new Date(date).getUTCDay())).map(([, gmv]) => gmv));
    expect(ofWeekdays([6, 0])).toBeGreaterThan(1.15 * ofWeekdays([1, 2, 3]));
    const inIndonesia = gmvOn(sales.filter(({ uid }) => creatorByUid.get(uid)?.region === 'ID'));
    expect(inIndonesia.get('2026-06-06')).toBeGreaterThan(1.5 * median([...inIndonesia.values()]));
  });

  it('sells goods of the summer better in June than in April where there are seasons', () => {
    const summer = new Set(
      products.filter(({ category }) => category?.l3?.name === 'Sunscreen').map(({ product_id }) => product_id),
    );
    const share = (month: string, region: Region): number => {
      const own = sales.filter((sale) => sale.date.startsWith(month) && creatorByUid.get(sale.uid)?.region === region);
      return (
        sum(own.filter((sale) => summer.has(sale.product_id)).map((sale) => sale.units_sold)) /
        sum(own.map((sale) => sale.units_sold))
      );
    };
    expect(share('2026-06', 'US')).toBeGreaterThan(share('2026-04', 'US'));
  });
});
