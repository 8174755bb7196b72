import { type CreatorLoad, toCreatorDocument } from '../../src/creator/creator.record.js';
import {
  type CreatorDayLoad,
  type SaleLoad,
  toCreatorDayDocument,
  toSaleDocument,
} from '../../src/figures/facts.record.js';
import { type ProductLoad, toProductDocument } from '../../src/product/product.record.js';
import type { LiveLoad } from '../../src/live/live.record.js';
import { toVideoDocument, type VideoLoad } from '../../src/video/video.record.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { Rates } from '../../src/money/rates.record.js';
import { REGION_CODES } from '../../src/common/regions.js';
import type { Random } from '../../dev/seed/random.js';
import type { FactWorld } from './oracle/rankings.oracle.js';
import type { TestApp, TestAppOptions } from './app.js';
import { loadRecords } from './load-records.js';

const creatorDayId = ({ date, uid }: CreatorDayLoad): string => `${date}:${uid}`;

/** Ids that sort otherwise as numbers, as UTF-16 or with capitals folded than they do as strings. */
const ODD_UIDS = ['9', '10', 'a', 'B', 'ü', '\ue000', '😀', '7129384756102938475', '7129384756102938476'];
const CATEGORIES = [910_001, 910_002, 910_003, 910_004];
const CREATOR_CATEGORIES = [920_001, 920_002, null];
/** Amounts of which many sums tie, or differ by less than a cent. */
const USD_AMOUNTS = ['0.0049', '0.0051', '0.005', '-0.005', '10', '-10', '10.0049', '2.5', '123456789.9999', '0'];

/** Days around a new year whose week 1 begins in December, one that ends in week 53, and a leap day. */
export const NOTABLE_DAYS = [
  ...['2023-12-31', '2024-01-01', '2024-02-28', '2024-02-29', '2024-03-01', '2024-12-29', '2024-12-30'],
  ...['2025-12-22', '2025-12-28', '2025-12-29', '2025-12-31', '2026-01-01', '2026-01-04', '2026-01-05', '2026-01-12'],
  ...['2026-12-21', '2026-12-27', '2026-12-28', '2026-12-31', '2027-01-03', '2027-01-04'],
];

export const emptyWorld = (): FactWorld => ({
  ...{ sales: new Map(), creatorDays: new Map(), creators: new Map(), products: new Map() },
});

/** A creator as one might be loaded; some fields are missing in some. */
export function drawCreator(uid: string, random: Random): CreatorLoad {
  const category_id = random.pick(CREATOR_CATEGORIES);
  return {
    uid,
    ...(random.chance(0.8) && { unique_id: `handle.${uid}`, nickname: `Nickname ${uid}` }),
    ...(random.chance(0.5) && { avatar: `https://cdn.example/${uid}.jpg` }),
    region: random.chance(0.9) ? random.pick(REGION_CODES.slice(0, 4)) : null,
    category_id,
    category: { id: category_id, name: category_id === null ? null : `Category ${category_id}` },
    account_type: random.pick([1, 2, null]),
    follower_count: random.whole(0, 1000),
    video_count: random.whole(0, 50),
  };
}

const SHOPS = ['9', '10', 'Shop', null];
export const TAGS = ['Skin', 'glow', 'ÉTÉ', '夏', 'a_b', 'x1'];

/** A product as one might be loaded, some without a shop; the facts have another category of it. */
export function drawProduct(product_id: string, random: Random): ProductLoad {
  const seller_id = product_id === 'p1' ? null : random.pick(SHOPS);
  return {
    product_id,
    title: `Product ${product_id}`,
    region: random.pick(['US', 'GB', null]),
    category: { l1: { id: random.pick([910_001, 910_002, null]), name: null } },
    shop: { seller_id, name: seller_id && `Shop ${seller_id}` },
  };
}

/** Listed some days before or after the sales, near midnight. */
export const drawListed = (id: string, random: Random): ProductLoad => {
  const day = Date.parse(random.pick(NOTABLE_DAYS)) / 1000 + random.whole(-40, 3) * 86_400;
  return {
    ...drawProduct(id, random),
    region: random.pick(['US', 'GB', 'JP', null]),
    ...(random.chance(0.8) && { launch_time: day + random.whole(-2, 26) * 3600 }),
  };
};

export const drawVideo = (video_id: string, random: Random): VideoLoad => {
  const tags = random.chance(0.3) ? [] : Array.from({ length: random.whole(1, 5) }, () => `#${random.pick(TAGS)}`);
  return {
    ...{ video_id, uid: '9', publish_time: 9 },
    desc: ['Look', ...tags].join(' '),
  };
};

/** A sale as one might be loaded, corrections among them. */
export function drawSale(id: string, date: string, uid: string, random: Random): SaleLoad {
  const channel = random.pick(['video', 'live'] as const);
  return {
    id,
    date,
    uid,
    channel,
    content_id: `${channel === 'video' ? 'v' : random.pick(['v', 'l'])}${random.whole(1, 6)}`,
    product_id: `p${random.whole(1, 8)}`,
    product_category_id: random.pick(CATEGORIES),
    units_sold: random.whole(-2, 9),
    gmv: random.whole(-1_000_000, 90_000_000) / 10_000,
    usd_gmv: random.chance(0.7) ? Number(random.pick(USD_AMOUNTS)) : random.whole(-50_000, 5_000_000) / 10_000,
  };
}

/** Facts with ties, corrections, creators who come, go or are not known, and days without any. */
export function drawWorld(random: Random, creators: number, salesPerDay: number): FactWorld {
  const uids = [...ODD_UIDS, ...Array.from({ length: creators - ODD_UIDS.length }, (_, at) => String(1000 + at * 7))];
  const world = emptyWorld();
  for (const uid of uids) if (random.chance(0.9)) world.creators.set(uid, drawCreator(uid, random));
  const active = new Map(uids.map((uid) => [uid, [random.pick(NOTABLE_DAYS), random.pick(NOTABLE_DAYS)].sort()]));
  for (const date of NOTABLE_DAYS) {
    const present = uids.filter((uid) => {
      const [from = '', to = ''] = active.get(uid) ?? [];
      return random.chance(0.2) || (from <= date && date <= to);
    });
    for (let at = 0; at < salesPerDay && present.length > 0; at++) {
      const id = `sale-${date}-${at}`;
      world.sales.set(id, drawSale(id, date, random.pick(present), random));
    }
    for (const uid of present) {
      if (!random.chance(0.7)) continue;
      const day: CreatorDayLoad = { date, uid, follower_count: random.whole(0, 40) * 25, video_count: null };
      world.creatorDays.set(creatorDayId(day), day);
    }
  }
  for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']) world.products.set(id, drawProduct(id, random));
  return world;
}

/** Gives most videos and live streams of a world one creator, and some of them a record. */
export function withContents(world: FactWorld, random: Random): FactWorld {
  const [videos, lives] = [new Map<string, VideoLoad>(), new Map<string, LiveLoad>()];
  for (const [id, sale] of world.sales) {
    const { channel, uid } = sale;
    const content_id = random.chance(0.8) ? `${channel}-${uid}-${random.whole(1, 2)}` : sale.content_id;
    world.sales.set(id, { ...sale, content_id });
    if (!random.chance(0.2)) continue;
    if (channel === 'video') videos.set(content_id, { video_id: content_id, desc: `Of ${uid}`, publish_time: 9, uid });
    else lives.set(content_id, { room_id: content_id, title: `With ${uid}`, start_time: 9, uid });
  }
  return { ...world, videos, lives };
}

/** Gives a world videos and live streams that were published about its days, some without a sale, plays, region or creator. */
export function withPublished(world: FactWorld, random: Random): FactWorld {
  const [videos, lives] = [new Map<string, VideoLoad>(), new Map<string, LiveLoad>()];
  const uids = [...world.creators.keys()];
  const sold = [...world.sales.values()].map(({ channel, content_id, uid }) => ({ channel, content_id, uid }));
  const unsold = uids.flatMap((uid, at) => [
    { channel: 'video' as const, content_id: `unsold-${at}`, uid },
    { channel: 'live' as const, content_id: `unsold-${at}`, uid },
  ]);
  for (const { channel, content_id, uid } of [...sold, ...unsold]) {
    if (!random.chance(0.7)) continue;
    const midnight = Date.parse(`${random.pick(NOTABLE_DAYS)}T00:00:00Z`) / 1000;
    const time = midnight + random.pick([0, -1, 3600 * random.whole(-14, 38), random.whole(-50_000, 130_000)]);
    const region = random.pick([...REGION_CODES, null]);
    const named = random.pick([uid, uid, uid, random.pick(uids), null]);
    const seen = random.pick([null, 0, 400, 500, 999, 1000, random.whole(0, 100_000)]);
    const product_info = Array.from({ length: random.whole(0, 3) }, () => ({ product_id: `p${random.whole(1, 9)}` }));
    const video = { video_id: content_id, region, publish_time: time, play_count: seen, product_info };
    const live = { room_id: content_id, creator_region: region, start_time: time, total_viewer_count: seen };
    if (channel === 'video') videos.set(content_id, { ...video, uid: named });
    else lives.set(content_id, { ...live, uid: named });
  }
  return { ...world, videos, lives };
}

/**
 * What a load writes, the dimensions of facts with each change of a record; a deletion stands in for a replaced
 * generation that lacks the record.
 */
export class FactWriter {
  constructor(
    private readonly target: Pick<TestApp, 'elasticsearch' | 'names'>,
    private readonly world: FactWorld,
    private readonly rates = new Rates(),
  ) {}

  async writeAll(): Promise<void> {
    const { sales, creatorDays, creators, products } = this.world;
    await this.bulk(
      'creators',
      [...creators].map(([id, creator]) => [id, toCreatorDocument(creator)] as const),
    );
    await this.bulk(
      'products',
      [...products].map(([id, product]) => [id, this.productDocument(product)] as const),
    );
    await this.writeFacts([...sales], [...creatorDays]);
    const { videos = new Map(), lives = new Map() } = this.world;
    await loadRecords({ videos: [...videos.values()], lives: [...lives.values()] })(
      this.target.elasticsearch,
      this.target.names,
    );
  }

  async putSale(sale: SaleLoad): Promise<void> {
    this.world.sales.set(sale.id, sale);
    await this.writeFacts([[sale.id, sale]], []);
  }

  async deleteSale(id: string): Promise<void> {
    this.world.sales.delete(id);
    await this.target.elasticsearch.delete({ index: this.target.names.alias('sales'), id, refresh: true });
  }

  async putCreatorDay(day: CreatorDayLoad): Promise<void> {
    this.world.creatorDays.set(creatorDayId(day), day);
    await this.writeFacts([], [[creatorDayId(day), day]]);
  }

  async putCreator(creator: CreatorLoad): Promise<void> {
    this.world.creators.set(creator.uid, creator);
    await this.bulk('creators', [[creator.uid, toCreatorDocument(creator)]]);
    await this.rewriteFacts((fact) => fact.uid === creator.uid);
  }

  async deleteCreator(uid: string): Promise<void> {
    this.world.creators.delete(uid);
    await this.target.elasticsearch.delete({ index: this.target.names.alias('creators'), id: uid, refresh: true });
    await this.rewriteFacts((fact) => fact.uid === uid);
  }

  async putProduct(product: ProductLoad): Promise<void> {
    this.world.products.set(product.product_id, product);
    await this.bulk('products', [[product.product_id, this.productDocument(product)]]);
    await this.rewriteFacts((fact) => 'product_id' in fact && fact.product_id === product.product_id);
  }

  async deleteProduct(id: string): Promise<void> {
    this.world.products.delete(id);
    await this.target.elasticsearch.delete({ index: this.target.names.alias('products'), id, refresh: true });
    await this.rewriteFacts((fact) => 'product_id' in fact && fact.product_id === id);
  }

  private rewriteFacts(isChanged: (fact: SaleLoad | CreatorDayLoad) => boolean): Promise<void> {
    const changed = <Fact extends SaleLoad | CreatorDayLoad>(facts: Map<string, Fact>) =>
      [...facts].filter(([, fact]) => isChanged(fact));
    return this.writeFacts(changed(this.world.sales), changed(this.world.creatorDays));
  }

  private async writeFacts(
    sales: readonly (readonly [string, SaleLoad])[],
    days: readonly (readonly [string, CreatorDayLoad])[],
  ): Promise<void> {
    const creatorOf = (uid: string) => {
      const creator = this.world.creators.get(uid);
      return creator && toCreatorDocument(creator);
    };
    const productOf = (id: string) => {
      const product = this.world.products.get(id);
      return product && this.productDocument(product);
    };
    const videoOf = (id: string) => {
      const video = this.world.videos?.get(id);
      return video && toVideoDocument(video);
    };
    await this.bulk(
      'sales',
      sales.map(([id, sale]) => {
        const records = [creatorOf(sale.uid), productOf(sale.product_id), videoOf(sale.content_id)] as const;
        return [id, toSaleDocument(sale, ...records)] as const;
      }),
    );
    await this.bulk(
      'creator-days',
      days.map(([id, day]) => [id, toCreatorDayDocument(day, creatorOf(day.uid))] as const),
    );
  }

  private productDocument(product: ProductLoad) {
    return toProductDocument(product, BUILT_IN_TREES['product-categories'], this.rates);
  }

  private async bulk(
    kind: 'sales' | 'creator-days' | 'creators' | 'products',
    documents: readonly (readonly [string, object])[],
  ) {
    for (let start = 0; start < documents.length; start += 2000) {
      const operations = documents
        .slice(start, start + 2000)
        .flatMap(([id, document]) => [{ index: { _id: id } }, document]);
      const answer = await this.target.elasticsearch.bulk({
        index: this.target.names.alias(kind),
        operations,
        refresh: true,
      });
      if (answer.errors) throw new Error(`Some ${kind} were refused: ${JSON.stringify(answer.items[0])}`);
    }
  }
}

/** The rate of the USD on all days of the worlds. */
export const USD_RATE = new Rates([{ date: '2023-01-01', currency: 'USD', usd: '1' }]);

export const loadFacts =
  (world: FactWorld, rates?: Rates): TestAppOptions['load'] =>
  (elasticsearch, names) =>
    new FactWriter({ elasticsearch, names }, world, rates).writeAll();
