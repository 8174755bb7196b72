import { drawSecond, monthOf, Rhythm, seasonLift, SECONDS_PER_HOUR } from './calendar.js';
import type { Creator, Creators } from './creators.js';
import { memoize } from '../../src/common/memoize.js';
import type { Market } from './markets.js';
import type { Product } from './goods/products.js';
import { Random } from './random.js';
import type { Shop } from './goods/shops.js';
import type { SeedLanguage } from './languages.js';
import type { Theme } from './names.js';

export type Channel = 'video' | 'live';

/** A video or live stream with its creator, products, audience and sales. */
export type Show = Readonly<ReturnType<Shows['at']>>;

const SPREAD = {
  video: { audienceOf: 0.9, median: 0.5, audience: 1.25, conversion: 0.006, power: 0.8 },
  live: { audienceOf: 0.87, median: 0.28, audience: 0.8, conversion: 0.014, power: 0.6 },
} as const;
const LEAST_CONVERSION = 0.001;
const MOST_CONVERSION = 0.05;
/** A product of this price sells as usual; more expensive ones sell less. */
const USUAL_PRICE_USD = 20;
/** Share of its plays that a video has at the end of each of its first days. */
const REACH = [0.45, 0.66, 0.79, 0.88, 0.94];
/** Share of its sales that a video makes on each of its days. */
const SALES_BY_AGE = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04];

/** All videos and live streams. Each is computed only from its number. */
export class Shows {
  private readonly rhythm: Rhythm;

  constructor(
    private readonly creators: Creators,
    private readonly shops: readonly Shop[],
    private readonly products: readonly Product[],
    firstDay: number,
    private readonly lastDay: number,
  ) {
    this.rhythm = new Rhythm(firstDay, lastDay);
  }

  at(channel: Channel, index: number) {
    const random = new Random(channel, index);
    const creator = this.creators.draw(random);
    const day = this.rhythm.drawDay(creator.market, random);
    const isTimed = channel === 'live' && random.chance(0.3);
    const second = isTimed
      ? random.whole(19, 22) * SECONDS_PER_HOUR + random.whole(0, 150)
      : drawSecond(channel, random);
    const products = this.drawProducts(creator, day, howMany(channel, creator, random), random);
    const isAd = products.length > 0 && random.chance(0.12);
    const audience = this.drawAudience(channel, creator, day, isAd, random);
    return {
      channel,
      index,
      contentId: Random.id(channel === 'video' ? 7491 : 7498, channel, index),
      creator,
      /** Day number in the creator's market, and second of that day. */
      day,
      second,
      /** Whether its title names the day or hour of its start. It starts on the hour then. */
      isTimed,
      isAd,
      products,
      /** Plays of a video, viewers of a live stream. */
      audience,
      /** Units sold of each product, in the order of `products`. */
      units: this.sell(channel, creator, day, products, audience, random),
    };
  }

  /** Sales per day until the last day of the data: a live stream sells on its own day, a video for six days. */
  daySales({ channel, creator, day, products, units }: Show) {
    if (channel === 'live') {
      return products.flatMap((product, at) => (units[at] ? [{ product, day, units: units[at] }] : []));
    }
    const weights = SALES_BY_AGE.slice(0, this.lastDay - day + 1).map(
      (share, age) => share * this.rhythm.lift(creator.market, day + age),
    );
    const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
    return products.flatMap((product, at) => {
      let weightSoFar = 0;
      let soldSoFar = 0;
      return weights.flatMap((weight, age) => {
        weightSoFar += weight;
        const sold = Math.round(((units[at] ?? 0) * weightSoFar) / weightSum) - soldSoFar;
        soldSoFar += sold;
        return sold > 0 ? [{ product, day: day + age, units: sold }] : [];
      });
    });
  }

  private drawAudience(channel: Channel, creator: Creator, day: number, isAd: boolean, random: Random): number {
    if (channel === 'video' && random.chance(0.01)) return 0;
    const { audienceOf, median, audience } = SPREAD[channel];
    const reach = channel === 'video' ? (REACH[this.lastDay - day] ?? 1) : 1;
    const usual = creator.followers ** audienceOf * median * this.creators.momentum(creator, day) * (isAd ? 1.6 : 1);
    return Math.max(channel === 'live' ? 12 : 20, Math.round(random.logNormal(usual, audience) * reach));
  }

  /** Units of each product: a share of the audience that decreases with the price and depends on season, sales days and skill. */
  private sell(
    channel: Channel,
    creator: Creator,
    day: number,
    products: readonly Product[],
    audience: number,
    random: Random,
  ): number[] {
    const { conversion: median, power } = SPREAD[channel];
    const usual = random.logNormal(median, power) * creator.skill * this.rhythm.lift(creator.market, day);
    const parts = products.map(() => random.next() ** 2 + 0.05);
    const partSum = parts.reduce((sum, part) => sum + part, 0);
    const month = monthOf(day);
    const shares = products.map(({ goods, priceUsd }, at) => {
      const byPrice = Math.min(2.5, Math.sqrt(USUAL_PRICE_USD / priceUsd));
      return (usual * byPrice * seasonLift(goods.season, month, creator.market.climate) * (parts[at] ?? 0)) / partSum;
    });
    const sum = shares.reduce((total, share) => total + share, 0);
    const conversion = Math.max(LEAST_CONVERSION, sum / (1 + sum / MOST_CONVERSION));
    return shares.map((share) => Math.floor((audience * share * conversion) / sum));
  }

  /** Draws different products that are on sale on that day, mostly of the creator's partner shops. */
  private drawProducts(creator: Creator, day: number, count: number, random: Random): Product[] {
    const { market, language, ownShop } = creator;
    const partners = this.partnersOf(creator);
    const drawn = new Map<number, Product>();
    for (let draws = 0; draws < 2 * count && drawn.size < count; draws++) {
      const strange = ownShop === undefined && random.chance(0.06);
      const shop = strange ? pickEarly(this.shopsFor(market)(language)(undefined), random) : random.pick(partners);
      const place = shop.firstProduct + Math.floor(shop.productCount * random.next() ** 2.5);
      const product = this.products[place] as Product;
      if (!product.offShelves && product.launchDay <= day) drawn.set(product.index, product);
    }
    return [...drawn.values()];
  }

  private readonly partnersOf = memoize(({ index, market, language, theme, ownShop }: Creator): readonly Shop[] => {
    if (ownShop !== undefined) return [ownShop];
    const random = new Random('partners', index);
    return Array.from({ length: 3 }, () => pickEarly(this.shopsFor(market)(language)(theme), random));
  });

  /** Shops of a market and language, the biggest first; those that suit a theme, or all when none does. */
  private readonly shopsFor = memoize((market: Market) => {
    const all = this.shops
      .filter((shop) => shop.market === market)
      .sort((a, b) => b.productCount - a.productCount || a.firstProduct - b.firstProduct);
    return memoize((language: SeedLanguage) => {
      const own = all.filter((shop) => shop.language === language);
      return memoize((theme: Theme | undefined): readonly Shop[] => {
        const fitting = own.filter(({ department }) => theme?.sells.includes(department.category.name.EN_US));
        return [fitting, own].find((shops) => shops.length > 0) ?? all;
      });
    });
  });
}

const pickEarly = (shops: readonly Shop[], random: Random): Shop =>
  shops[Math.floor(shops.length * random.next() ** 1.5)] as Shop;

function howMany(channel: Channel, creator: Creator, random: Random): number {
  const sells = creator.ownShop !== undefined || random.chance(channel === 'video' ? 0.68 : 0.88);
  if (!sells) return 0;
  return channel === 'video' ? random.pick([1, 1, 1, 1, 1, 2, 3]) : random.whole(2, 8);
}
