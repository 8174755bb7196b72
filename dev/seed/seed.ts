import type { CategoryRecord } from '../../src/documents/category.record.js';
import type { CreatorLoad } from '../../src/creator/creator.record.js';
import type { CreatorDayLoad, SaleLoad } from '../../src/figures/facts.record.js';
import type { LiveLoad } from '../../src/live/live.record.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import type { CategoryNode } from '../../src/common/categories/category-tree.js';
import type { RateLoad } from '../../src/money/rates.record.js';
import { dayNumber, utcText } from '../../src/common/period/period.js';
import { CURRENCIES, formatPrice, REGIONS } from '../../src/common/regions.js';
import {
  amountParts,
  exactAmount,
  formatPercent,
  roundHalfAwayFromZero,
  roundToCents,
} from '../../src/common/numbers.js';
import { dayText, endsAPeriod, marketTime, SECONDS_PER_HOUR } from './calendar.js';
import { captionOf, streamTitleOf } from './captions.js';
import type { Creator } from './creators.js';
import { featuresOf } from './goods/goods.js';
import { type Product, titleOf } from './goods/products.js';
import { ALL_MARKETS } from './markets.js';
import { Random } from './random.js';
import { type SeedOptions, SeedWorld } from './seed-world.js';
import type { Channel, Show } from './shows.js';

const MONEY_STEPS = 10_000;
const PLATFORM = 'Short Video Shop';
/** Step between products, so that their order does not depend on their shops. */
const PRODUCT_STRIDE = 7919;
const LAST_SECOND = 24 * SECONDS_PER_HOUR - 1;

const sum = (amounts: readonly number[]): number =>
  roundToCents(amounts.reduce((total, amount) => total + exactAmount(amountParts(amount), 'gmv', 'the seed'), 0n));

const unitsOf = (sales: readonly SaleLoad[]): number => sales.reduce((units, sale) => units + sale.units_sold, 0);

const asCategory = (node: CategoryNode | undefined): CategoryRecord | null =>
  node ? { id: node.id, name: node.name.EN_US } : null;

const level1Of = ({ goods }: Product): CategoryNode => goods.path[0];

/** Generates realistic records and facts of any size. Equal options give equal data. */
export class Seed {
  readonly world: SeedWorld;

  constructor(options: SeedOptions) {
    this.world = new SeedWorld(options);
  }

  /** The records and facts of every kind, in the order of loading: the large ones are merged while others are written. */
  get sources() {
    return [
      { kind: 'rates', records: [...this.rates()] },
      { kind: 'products', records: this.products() },
      { kind: 'creators', records: this.creators() },
      { kind: 'videos', records: this.videos() },
      { kind: 'lives', records: this.lives() },
      // After the records of which sales take their dimensions.
      { kind: 'sales', records: this.sales() },
      { kind: 'creator-days', records: this.creatorDays() },
    ] as const;
  }

  /** Daily rates from 2026 on, or from the first day before it: those that the sales are converted at. */
  *rates(): Generator<RateLoad> {
    const { firstDay, lastDay } = this.world;
    for (let day = Math.min(firstDay, dayNumber('2026-01-01')); day <= lastDay; day++)
      for (const currency of CURRENCIES) {
        const rate = ALL_MARKETS.find(({ region }) => REGIONS[region].currency === currency)?.usdRate ?? 1;
        yield { date: dayText(day), currency, usd: rate.toFixed(6) };
      }
  }

  *products(): Generator<ProductLoad> {
    const { products: count } = this.world.counts;
    const stride = count % PRODUCT_STRIDE === 0 ? 1 : PRODUCT_STRIDE;
    for (let index = 0; index < count; index++)
      yield this.product(this.world.products[(index * stride) % count] as Product);
  }

  *creators(): Generator<CreatorLoad> {
    for (const creator of this.world.creators.all) {
      yield {
        uid: creator.uid,
        unique_id: creator.uniqueId,
        nickname: creator.nickname,
        avatar: creator.avatar,
        region: creator.market.region,
        category_id: creator.hasNoCategory ? null : creator.category.id,
        account_type: creator.ownShop === undefined ? 1 : 2,
        follower_count: followersOf(creator),
        video_count: creator.videoCount,
      };
    }
  }

  *videos(): Generator<VideoLoad> {
    for (const show of this.showsOf('video')) yield this.video(show);
  }

  *lives(): Generator<LiveLoad> {
    for (const show of this.showsOf('live')) yield this.live(show);
  }

  /** Daily sales of every video and live stream. */
  *sales(): Generator<SaleLoad> {
    for (const show of this.showsOf('video')) yield* this.salesOf(show);
    for (const show of this.showsOf('live')) yield* this.salesOf(show);
  }

  /** Follower counts: daily for a quarter of the creators, at the end of weeks and months for the others, some with gaps. */
  *creatorDays(): Generator<CreatorDayLoad> {
    const { firstDay, lastDay, creators } = this.world;
    for (const creator of creators.all) {
      const { index, uid, videoCount } = creator;
      if (!creator.countsFollowers) continue;
      const appears = index % 23 === 7 ? Math.floor((firstDay + lastDay) / 2) : firstDay;
      for (const { day, followers } of creators.followersFrom(creator, appears)) {
        if (index % 4 !== 0 && !endsAPeriod(day)) continue;
        if (index % 17 === 5 && new Random('gap', index, day).chance(0.3)) continue;
        const published = 1 - ((lastDay - day) / (lastDay - firstDay + 1)) * 0.4;
        yield {
          date: dayText(day),
          uid,
          follower_count: followers,
          video_count: Math.round(videoCount * published),
        };
      }
    }
  }

  private *showsOf(channel: Channel): Generator<Show> {
    for (let index = 0; index < this.world.counts[`${channel}s`]; index++) yield this.world.shows.at(channel, index);
  }

  /** Sales of a show by product and day; some are followed by a correction for a returned unit. */
  private salesOf(show: Show): SaleLoad[] {
    const random = new Random(`${show.channel} sales`, show.index);
    return this.world.shows.daySales(show).flatMap(({ product, day, units }) => {
      const returned = random.chance(0.006) && day < this.world.lastDay;
      const sold = saleOf(show, product, day, units);
      return returned ? [sold, saleOf(show, product, day + 1, -1, '-return')] : [sold];
    });
  }

  private product(product: Product): ProductLoad {
    const { productId, shop, goods, price, launchDay } = product;
    const { market } = shop;
    const random = new Random('product facts', product.index);
    const sold = this.world.productSales().of(product);
    const unlessUnknown = <T>(probability: number, value: T): T | null => (random.chance(probability) ? null : value);
    const launchedAt = marketTime(market, launchDay, random.whole(0, LAST_SECOND));
    const gmv = (units: number): number => roundHalfAwayFromZero(units * price, 0);
    const others = Math.floor(random.logNormal(2, 1) / (product.rank + 1) ** 0.5);
    const byCreators = sold.day90 === 0 ? 0 : roundHalfAwayFromZero((100 * sold.byShows) / sold.day90, 2);
    const [l1, l2, l3] = goods.path;
    return {
      product_id: productId,
      title: titleOf(product),
      region: market.region,
      cover: `https://cdn.example/products/${productId}.jpg`,
      category: { l1: asCategory(l1), l2: asCategory(l2), l3: asCategory(l3) },
      commission_rate: unlessUnknown(0.03, formatPercent(Math.min(50, Math.round(random.logNormal(24, 0.45)) / 2))),
      creator_order_rate: unlessUnknown(0.03, formatPercent(byCreators)),
      floor_price: price,
      off_shelves: product.offShelves ? 1 : 0,
      day7_units_sold: sold.day7,
      day7_gmv: gmv(sold.day7),
      total_units_sold: sold.total,
      total_gmv: gmv(sold.total),
      creator_count: unlessUnknown(0.02, sold.videos + sold.lives + others),
      shop: {
        seller_id: shop.sellerId,
        name: shop.name,
        avatar: shop.avatar,
        total_units_sold: this.world.productSales().totalOf(shop),
      },
      video_count: sold.videos + others * 2,
      is_cross_border: shop.sellsAbroad ? 1 : 0,
      yday_sold_count: sold.yesterday,
      day28_units_sold: sold.day28,
      day90_units_sold: sold.day90,
      product_rating: unlessUnknown(0.08, Math.max(2.5, Math.round(50 - random.logNormal(4, 0.6)) / 10)),
      is_free_shipping: random.chance(product.priceUsd > 25 ? 0.75 : 0.35) ? 1 : 0,
      source: PLATFORM,
      ctime: utcText(launchedAt),
      is_sshop: random.chance(0.1) ? 1 : 0,
      platform_url: `https://shop.example/product/${productId}`,
      service_url: `https://analytics.example/product/${productId}`,
      sku_count: featuresOf(goods).comesInColours ? random.whole(2, 24) : random.whole(1, 6),
      promotion_channel: promotionChannel(sold.videos, sold.lives, random),
      launch_time: launchedAt,
      shop_type: shop.sellsAbroad ? 2 : 1,
      is_fully_managed: random.chance(0.12) ? 1 : 0,
      is_new_listed: launchDay > this.world.lastDay - 30 ? 1 : 0,
      is_local_warehouse: random.chance(shop.sellsAbroad ? 0.15 : 0.6) ? 1 : 0,
      is_top_selling: sold.day7 > 100 ? 1 : 0,
    };
  }

  private video(show: Show): VideoLoad {
    const { contentId, creator, products, audience: plays } = show;
    const random = new Random('video texts', show.index);
    const sales = this.salesOf(show);
    const likes = Math.floor(plays * Math.min(0.2, random.logNormal(0.035, 0.6)));
    const comments = Math.floor(likes * Math.min(0.3, random.logNormal(0.02, 0.7)));
    const shares = Math.floor(likes * Math.min(0.5, random.logNormal(0.04, 0.8)));
    const rate = plays === 0 ? null : roundHalfAwayFromZero(((likes + comments + shares) / plays) * 100, 2);
    const { region } = creator.market;
    return {
      video_id: contentId,
      desc: captionOf(show, this.world.creators.draw(random, creator.market).uniqueId, random),
      uid: creator.uid,
      is_ad: show.isAd ? 1 : 0,
      region,
      publish_time: marketTime(creator.market, show.day, show.second),
      comment_count: comments,
      play_count: plays,
      digg_count: likes,
      share_count: shares,
      forward_count: Math.floor(likes * Math.min(0.6, random.logNormal(0.09, 0.7))),
      duration: Math.max(5, Math.min(600, Math.round(random.logNormal(31, 0.65)))),
      cover: `https://cdn.example/videos/${contentId}.jpg`,
      interact_rate: rate,
      is_ecommerce: products.length > 0 ? 1 : 0,
      video_url: `https://video.example/@${creator.uniqueId}/video/${contentId}`,
      units_sold: unitsOf(sales),
      gmv: sum(sales.map(({ gmv }) => gmv)),
      creator: {
        uid: creator.uid,
        avatar: creator.avatar,
        unique_id: creator.uniqueId,
        nickname: creator.nickname,
        region,
        category: creator.hasNoCategory ? null : asCategory(creator.category),
        follower_count: followersOf(creator),
      },
      product_info: products.map((product) => {
        const own = sales.filter(({ product_id }) => product_id === product.productId);
        return {
          product_id: product.productId,
          title: titleOf(product),
          cover: `https://cdn.example/products/${product.productId}.jpg`,
          region,
          currency: REGIONS[region].currency,
          price: formatPrice(product.price, region),
          price_info: { amount: product.price, currency: REGIONS[region].currency },
          units_sold: unitsOf(own),
          gmv: sum(own.map(({ gmv }) => gmv)),
          category: { l1: asCategory(level1Of(product)) },
          source: PLATFORM,
          detail_url: `https://shop.example/product/${product.productId}`,
        };
      }),
    };
  }

  private live(show: Show): LiveLoad {
    const { contentId, creator, products, audience: viewers, second } = show;
    const random = new Random('live texts', show.index);
    const sales = this.salesOf(show);
    const startTime = marketTime(creator.market, show.day, second);
    const duration = Math.min(LAST_SECOND - second, Math.round(random.logNormal(5400, 0.6)));
    const gmv = sum(sales.map((sale) => sale.gmv));
    return {
      uid: creator.uid,
      nickname: creator.nickname,
      unique_id: creator.uniqueId,
      follower_count: followersOf(creator),
      creator_region: creator.market.region,
      room_id: contentId,
      title: streamTitleOf(show, random),
      cover: `https://cdn.example/lives/${contentId}.jpg`,
      start_time: startTime,
      end_time: startTime + duration,
      duration,
      product_count: products.length === 0 ? 0 : products.length + random.whole(0, 30),
      total_viewer_count: viewers,
      total_units_sold: unitsOf(sales),
      total_gmv: gmv,
      currency: REGIONS[creator.market.region].currency,
      uv_value: roundHalfAwayFromZero(gmv / viewers, 2),
      live_type: creator.ownShop === undefined ? 2 : 1,
      creator_category_id: creator.hasNoCategory ? null : creator.category.id,
      product_category_ids: [...new Set(products.map((product) => level1Of(product).id))],
    };
  }
}

const followersOf = ({ countsFollowers, followers }: Creator): number | null => (countsFollowers ? followers : null);

function promotionChannel(videos: number, lives: number, random: Random): number {
  if (videos + lives === 0) return random.whole(1, 3);
  if (videos === 0) return 2;
  return lives === 0 ? 1 : 3;
}

function saleOf(show: Show, product: Product, day: number, units: number, suffix = ''): SaleLoad {
  const steps = Math.round(product.price * MONEY_STEPS) * units;
  const date = dayText(day);
  return {
    id: `${show.contentId}-${product.productId}-${date}${suffix}`,
    date,
    uid: show.creator.uid,
    channel: show.channel,
    content_id: show.contentId,
    product_id: product.productId,
    product_category_id: level1Of(product).id,
    units_sold: units,
    gmv: steps / MONEY_STEPS,
    usd_gmv: Math.round(steps * show.creator.market.usdRate) / MONEY_STEPS,
  };
}
