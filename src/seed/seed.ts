import type { CreatorLoad } from '../records/creator.record.js';
import type { CreatorDayLoad, SaleLoad } from '../records/facts.record.js';
import type { LiveLoad } from '../records/live.record.js';
import type { ProductLoad } from '../records/product.record.js';
import type { VideoLoad } from '../records/video.record.js';
import { formatPrice } from '../reference/regions.js';
import { roundHalfAwayFromZero } from '../reference/rounding.js';
import { dayText, endsAPeriod, marketTime } from './calendar.js';
import { Random } from './random.js';
import type { Creator, ProductCore, SeedOptions } from './seed-world.js';
import { asCategory, currencyOf, PLATFORM, SeedWorld } from './seed-world.js';

const DAYS_BEFORE = 7;
const MONEY_STEPS = 10_000;

interface Show {
  readonly channel: 'video' | 'live';
  readonly contentId: string;
  readonly creator: Creator;
  readonly creatorIndex: number;
  readonly products: readonly ProductCore[];
  /** Day number in the creator's market. */
  readonly day: number;
  readonly random: Random;
}

const sum = (amounts: readonly number[]): number =>
  roundHalfAwayFromZero(
    amounts.reduce((total, amount) => total + Math.round(amount * MONEY_STEPS), 0) / MONEY_STEPS,
    2,
  );

/** Believable data of any size, the same for the same options: records and the facts that their boards are built from. */
export class Seed {
  private readonly world: SeedWorld;

  constructor(options: SeedOptions) {
    this.world = new SeedWorld(options);
  }

  /** How many records of each kind there are. */
  get counts(): SeedWorld['counts'] {
    return this.world.counts;
  }

  *products(): Generator<ProductLoad> {
    for (let index = 0; index < this.counts.products; index++) yield this.world.product(index);
  }

  *creators(): Generator<CreatorLoad> {
    for (let index = 0; index < this.counts.creators; index++) {
      const creator = this.world.creator(index);
      yield {
        uid: creator.uid,
        unique_id: creator.uniqueId,
        nickname: creator.nickname,
        avatar: creator.avatar,
        region: creator.market.region,
        category_id: index % 53 === 52 ? null : creator.category.id,
        account_type: creator.accountType,
        follower_count: this.followers(index),
        video_count: creator.videoCount,
      };
    }
  }

  *videos(): Generator<VideoLoad> {
    for (let index = 0; index < this.counts.videos; index++) yield this.video(this.videoShow(index));
  }

  *lives(): Generator<LiveLoad> {
    for (let index = 0; index < this.counts.lives; index++) yield this.live(this.liveShow(index));
  }

  /** Sales of every video and live stream, day by day. */
  *sales(): Generator<SaleLoad> {
    for (let index = 0; index < this.counts.videos; index++) yield* this.videoSales(this.videoShow(index));
    for (let index = 0; index < this.counts.lives; index++) yield* this.liveSales(this.liveShow(index));
  }

  /** Follower counts: daily for a quarter of the creators, at the end of weeks and months for the others; some with gaps. */
  *creatorDays(): Generator<CreatorDayLoad> {
    const { firstDay, lastDay } = this.world;
    for (let index = 0; index < this.counts.creators; index++) {
      const { uid, videoCount, countsFollowers } = this.world.creator(index);
      if (!countsFollowers) continue;
      const appears = index % 23 === 7 ? Math.floor((firstDay + lastDay) / 2) : firstDay - DAYS_BEFORE;
      for (let day = appears; day <= lastDay; day++) {
        if (index % 4 !== 0 && !endsAPeriod(day)) continue;
        if (index % 17 === 5 && new Random('gap', index, day).chance(0.3)) continue;
        yield {
          date: dayText(day),
          uid,
          follower_count: this.world.followersOn(index, day),
          video_count: Math.max(0, videoCount - (lastDay - day)),
        };
      }
    }
  }

  private followers(creatorIndex: number): number | null {
    const counts = this.world.creator(creatorIndex).countsFollowers;
    return counts ? this.world.followersOn(creatorIndex, this.world.lastDay) : null;
  }

  private videoShow(index: number): Show {
    const random = new Random('video', index);
    const creatorIndex = this.world.drawCreator(random);
    const creator = this.world.creator(creatorIndex);
    const wanted = random.chance(0.3) ? 0 : random.pick([1, 1, 1, 1, 2, 3]);
    return {
      channel: 'video',
      contentId: Random.id(7491, 'video', index),
      creator,
      creatorIndex,
      products: this.world.drawProducts(random, creatorIndex, wanted).map((product) => this.world.productCore(product)),
      day: this.world.lastDay - random.whole(0, this.world.lastDay - this.world.firstDay),
      random,
    };
  }

  private liveShow(index: number): Show {
    const random = new Random('live', index);
    const creatorIndex = this.world.drawCreator(random);
    const creator = this.world.creator(creatorIndex);
    return {
      channel: 'live',
      contentId: Random.id(7498, 'live', index),
      creator,
      creatorIndex,
      products: this.world
        .drawProducts(random, creatorIndex, random.whole(0, 8))
        .map((product) => this.world.productCore(product)),
      day: this.world.lastDay - random.whole(0, this.world.lastDay - this.world.firstDay),
      random,
    };
  }

  private videoSales(show: Show): SaleLoad[] {
    const random = new Random('video sales', 0, Number(show.contentId.slice(4, 14)));
    const daysLeft = this.world.lastDay - show.day;
    return show.products.flatMap((product) => {
      const days = Math.min(daysLeft + 1, random.heavyTail(2, 10, 1.2));
      return Array.from({ length: days }, (_, after) =>
        this.sale(show, product, show.day + after, Math.ceil(random.heavyTail(1, 4_000, 0.7) / (after + 1)), random),
      ).flat();
    });
  }

  private liveSales(show: Show): SaleLoad[] {
    const random = new Random('live sales', 0, Number(show.contentId.slice(4, 14)));
    return show.products.flatMap((product) =>
      random.chance(0.2) ? [] : this.sale(show, product, show.day, random.heavyTail(2, 10_000, 0.7), random),
    );
  }

  /** A day's sale of a product, now and then followed by a correction for a unit that came back. */
  private sale(show: Show, product: ProductCore, day: number, units: number, random: Random): SaleLoad[] {
    const fact = (suffix: string, on: number, sold: number): SaleLoad => {
      const steps = Math.round(product.price * MONEY_STEPS) * sold;
      return {
        id: `${show.contentId}-${product.productId}-${dayText(on)}${suffix}`,
        date: dayText(on),
        uid: show.creator.uid,
        channel: show.channel,
        content_id: show.contentId,
        product_id: product.productId,
        product_category_id: product.path[0]?.id as number,
        units_sold: sold,
        gmv: steps / MONEY_STEPS,
        usd_gmv: Math.round(steps * show.creator.market.usdRate) / MONEY_STEPS,
      };
    };
    const returned = random.chance(0.004) && day < this.world.lastDay;
    return [fact('', day, units), ...(returned ? [fact('-return', day + 1, -1)] : [])];
  }

  private video(show: Show): VideoLoad {
    const { creator, creatorIndex, products, random } = show;
    const sales = this.videoSales(show);
    const plays = random.chance(0.01) ? 0 : random.heavyTail(150, 90_000_000, 0.8);
    const likes = Math.round(plays * random.next() * 0.12);
    const comments = Math.round(likes * random.next() * 0.1);
    const shares = Math.round(likes * random.next() * 0.15);
    const region = creator.market.region;
    const rate = plays === 0 ? null : roundHalfAwayFromZero(((likes + comments + shares) / plays) * 100, 2);
    return {
      video_id: show.contentId,
      desc: this.world.sayOf(random, creator, 'descriptions', products[0]),
      uid: creator.uid,
      is_ad: random.chance(0.1) ? 1 : 0,
      region,
      publish_time: marketTime(creator.market, show.day, random.whole(0, 86_399)),
      comment_count: comments,
      play_count: plays,
      digg_count: likes,
      share_count: shares,
      forward_count: Math.round(likes * random.next() * 0.2),
      duration: random.whole(6, 180),
      cover: `https://cdn.example/videos/${show.contentId}.jpg`,
      interact_rate: rate,
      is_ecommerce: products.length > 0 ? 1 : 0,
      video_url: `https://video.example/@${creator.uniqueId}/video/${show.contentId}`,
      units_sold: sales.reduce((total, { units_sold }) => total + units_sold, 0),
      gmv: sum(sales.map(({ gmv }) => gmv)),
      creator: {
        uid: creator.uid,
        avatar: creator.avatar,
        unique_id: creator.uniqueId,
        nickname: creator.nickname,
        region,
        category: creatorIndex % 53 === 52 ? null : asCategory(creator.category),
        follower_count: this.followers(creatorIndex),
      },
      product_info: products.map((product) => {
        const own = sales.filter(({ product_id }) => product_id === product.productId);
        return {
          product_id: product.productId,
          title: product.title,
          cover: `https://cdn.example/products/${product.productId}.jpg`,
          region,
          currency: currencyOf(creator.market),
          price: formatPrice(product.price, region),
          units_sold: own.reduce((total, { units_sold }) => total + units_sold, 0),
          gmv: sum(own.map(({ gmv }) => gmv)),
          category: { l1: asCategory(product.path[0]) },
          source: PLATFORM,
          detail_url: `https://shop.example/product/${product.productId}`,
        };
      }),
    };
  }

  private live(show: Show): LiveLoad {
    const { creator, creatorIndex, products, random } = show;
    const sales = this.liveSales(show);
    const startTime = marketTime(creator.market, show.day, random.whole(0, 75_000));
    const duration = random.whole(600, 10_800);
    const viewers = random.heavyTail(40, 8_000_000, 0.8);
    const gmv = sum(sales.map((sale) => sale.gmv));
    return {
      uid: creator.uid,
      nickname: creator.nickname,
      unique_id: creator.uniqueId,
      follower_count: this.followers(creatorIndex),
      creator_region: creator.market.region,
      room_id: show.contentId,
      title: this.world.sayOf(random, creator, 'streams', products[0]),
      cover: `https://cdn.example/lives/${show.contentId}.jpg`,
      start_time: startTime,
      end_time: startTime + duration,
      duration,
      product_count: products.length,
      total_viewer_count: viewers,
      total_units_sold: sales.reduce((total, { units_sold }) => total + units_sold, 0),
      total_gmv: gmv,
      currency: currencyOf(creator.market),
      uv_value: roundHalfAwayFromZero(gmv / viewers, 2),
      live_type: creator.accountType === 2 ? 1 : 2,
      creator_category_id: creatorIndex % 53 === 52 ? null : creator.category.id,
      product_category_ids: [...new Set(products.map(({ path }) => path[0]?.id as number))],
    };
  }
}

/** The seed of that size and end. */
export function createSeed(options: SeedOptions): Seed {
  return new Seed(options);
}
