import type { SaleLoad } from '../../src/figures/facts.record.js';
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
const creatorByUid = new Map(creators.map((creator) => [creator.uid, creator]));

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

  it('are skewed: by category, by shop and by product', () => {
    const categories = [...group(products, ({ category }) => category?.l1?.id).values()].map(({ length }) => length);
    expect(Math.max(...categories)).toBeGreaterThanOrEqual(5 * Math.min(...categories));
    const shops = [...group(products, ({ shop }) => shop?.seller_id).values()].map(({ length }) => length);
    expect(Math.max(...shops)).toBeGreaterThanOrEqual(5 * median(shops));
    expect(Math.min(...shops)).toBeLessThanOrEqual(3);
    const sold = ascending(products.map((product) => figure(product.total_units_sold)));
    expect(sum(sold.slice(-150))).toBeGreaterThan(0.3 * sum(sold));
  });
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
