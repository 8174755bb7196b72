import { BUILT_IN_TREES, type CategoryNode } from '../../src/common/categories/category-tree.js';
import { ALL_MARKETS, drawMarket, type Market, marketFor } from './markets.js';
import { makePerson, shopHandle, takeHandle, themeOf, THEMES } from './names.js';
import { Random } from './random.js';
import type { Shop } from './goods/shops.js';

export type Creator = ReturnType<Creators['make']>;

const CATEGORIES = BUILT_IN_TREES['creator-categories'].nodes;
/** Followers of the first creator of a market per unit of the market's share. */
const FOLLOWERS_PER_SHARE = 120_000;
/** Exponent of the ranks by followers: a higher one gives the first creators of a market more followers. */
const FOLLOWER_SKEW = 0.9;
/** Number of creators at which each is a full rank behind the one before. */
const USUAL_COUNT = 3000;
const SHOP_ACCOUNTS = 0.2;
/** Exponent of activity: a higher one gives the first creators of a market more shows. */
const ACTIVITY_SKEW = 2.2;

const MOST_MOMENTUM = 8;
/** Standard deviation of the logarithm of a creator's momentum. */
const MOOD_SPREAD = 0.75;
const MOOD_DAYS = 12;
/** Share of creators that rise for some time. */
const RISERS = 0.05;

/** All creators, with their activity, and their followers and momentum on any day. */
export class Creators {
  readonly all: readonly Creator[];
  /** Distance between ranks by followers; smaller when there are more creators. */
  private readonly rankStep: number;
  private readonly byMarket = new Map<Market, Creator[]>(ALL_MARKETS.map((market) => [market, []]));

  /** @param videos total number of videos */
  constructor(
    count: number,
    shops: readonly Shop[],
    private readonly firstDay: number,
    private readonly lastDay: number,
    videos: number,
  ) {
    this.rankStep = USUAL_COUNT / count;
    const handles = new Set<string>();
    const shopsLeft = new Map(ALL_MARKETS.map((market) => [market, shops.filter((shop) => shop.market === market)]));
    this.all = Array.from({ length: count }, (_, index) => {
      const market = marketFor(index);
      const own = this.byMarket.get(market) as Creator[];
      const creator = this.make(index, market, own.length, shopsLeft.get(market) ?? [], handles);
      own.push(creator);
      return creator;
    });
    for (const own of this.byMarket.values()) countVideos(own, (videos * own.length) / count);
  }

  /** Draws a creator of a market; a few creators make most of the shows. */
  draw(random: Random, market = drawMarket(random)): Creator {
    const own = this.byMarket.get(market) as Creator[];
    return own[Math.floor(own.length * random.next() ** ACTIVITY_SKEW)] as Creator;
  }

  /** Momentum of a creator on a day, a factor of audience and growth; 1 is usual. */
  momentum(creator: Creator, day: number): number {
    const at = day / MOOD_DAYS;
    const knot = Math.floor(at);
    const before = new Random('mood', creator.index, knot).normal();
    const after = new Random('mood', creator.index, knot + 1).normal();
    const mood = Math.exp(MOOD_SPREAD * (before + (after - before) * (at - knot)));
    const { height, peak, days } = creator.rise;
    const rise = height === 0 ? 1 : 1 + height * Math.exp(-(((day - peak) / days) ** 2));
    return Math.min(MOST_MOMENTUM, mood * rise);
  }

  /** Followers at the end of each day, from a day to the last day of the data. */
  *followersFrom(creator: Creator, from: number): Generator<{ readonly day: number; readonly followers: number }> {
    const days = this.lastDay - this.firstDay + 1;
    const rates: number[] = [];
    for (let day = from + 1; day <= this.lastDay; day++) {
      rates.push((creator.growth * this.momentum(creator, day)) / days);
    }
    let followers = creator.followers;
    for (const rate of rates) followers /= 1 + rate;
    for (let day = from; day <= this.lastDay; day++) {
      yield { day, followers: Math.round(followers) };
      followers *= 1 + (rates[day - from] ?? 0);
    }
  }

  make(index: number, market: Market, rank: number, shopsLeft: Shop[], handles: Set<string>) {
    const random = new Random('creator', index);
    const language = random.pick(market.languages);
    const uid = Random.id(7129, 'creator', index);
    const drawn = Math.floor(CATEGORIES.length * random.next() ** 1.4);
    const ownShop = random.chance(SHOP_ACCOUNTS) && index >= CATEGORIES.length ? shopsLeft.shift() : undefined;
    const category =
      ownShop === undefined
        ? (CATEGORIES[index < CATEGORIES.length ? index : drawn] as CategoryNode)
        : categoryOf(ownShop, random);
    const theme = themeOf(category.name.EN_US);
    const person = makePerson(market, language, theme, random);
    const handle = ownShop === undefined ? person.handle : shopHandle(ownShop.brand, random);
    return {
      index,
      uid,
      market,
      language: ownShop?.language ?? language,
      uniqueId: takeHandle(handles, handle, random),
      nickname: ownShop?.name ?? person.nickname,
      avatar: `https://cdn.example/creators/${uid}.jpg`,
      category,
      theme,
      ownShop,
      /** Whether the follower count is known. */
      countsFollowers: index % 97 !== 13,
      /** Whether the category is unknown. */
      hasNoCategory: index % 53 === 52,
      /** Followers at the end of the data. */
      followers:
        Math.round(
          random.logNormal((FOLLOWERS_PER_SHARE * market.share) / (1 + rank * this.rankStep) ** FOLLOWER_SKEW, 0.6),
        ) + 300,
      /** Growth of followers over the whole time; 0.1 is 10 %. */
      growth: random.chance(0.1) ? -random.next() * 0.05 : random.logNormal(0.06, 0.9),
      /** Sales relative to other creators. */
      skill: random.logNormal(1, 0.45),
      /** A period of a larger audience: `height` times more at its peak; 0 for most creators. */
      rise: {
        height: random.chance(RISERS) ? random.whole(2, 10) : 0,
        peak: random.whole(this.firstDay, this.lastDay),
        days: random.whole(4, 9),
      },
      videoCount: 0,
    };
  }
}

/** Draws a creator category that suits the goods of a shop. */
function categoryOf({ department }: Shop, random: Random): CategoryNode {
  const theme = THEMES.find(({ sells }) => sells.includes(department.category.name.EN_US));
  const name = random.pick(theme?.creators ?? []);
  return CATEGORIES.find((category) => category.name.EN_US === name) ?? (CATEGORIES[0] as CategoryNode);
}

/** Sets the total number of videos of the creators of a market, including those before the data begins. */
function countVideos(creators: readonly Creator[], videos: number): void {
  creators.forEach((creator, rank) => {
    const share =
      ((rank + 1) / creators.length) ** (1 / ACTIVITY_SKEW) - (rank / creators.length) ** (1 / ACTIVITY_SKEW);
    const earlier = new Random('earlier videos', creator.index).logNormal(40, 0.9);
    creator.videoCount = Math.round(videos * share * 1.6 + earlier);
  });
}
