import type { ProductLoad } from '../../../src/product/product.record.js';
import type { SaleLoad } from '../../../src/figures/facts.record.js';
import type { Subject as RankedSubject } from '../../../src/subjects/subjects.js';
import {
  type AskedType,
  type Bounds,
  byBytes,
  categoryOf,
  type ChangeFilter,
  countedSales,
  distinct,
  type FactWorld,
  group,
  inOrder,
  isComplete,
  isExcluding,
  isIn,
  isOf,
  isOfIds,
  lies,
  percentOf,
  pricePer,
  sortItem,
  sumExactly,
  sumOf,
  valueBefore,
  withMoves,
} from './rankings.oracle.js';

export type Subject = Exclude<RankedSubject, 'creator'>;

/** One id or several, any of which fits. */
type CategoryIds = number | readonly number[];

const isAny = (ids: CategoryIds | undefined, id: number | null | undefined): boolean =>
  ids === undefined || [ids].flat().some((one) => one === id);

export interface SellingFilter extends ChangeFilter {
  readonly usd_gmv_range?: Bounds;
  readonly units_sold_range?: Bounds;
  readonly average_usd_price_range?: Bounds;
  readonly region?: string;
  readonly l1_category_id?: CategoryIds;
  readonly seller_id?: readonly string[];
  readonly product_id?: readonly string[];
  readonly l2_category_id?: CategoryIds;
  readonly l3_category_id?: CategoryIds;
  readonly level?: number;
  readonly channel?: string;
  readonly usd_price_range?: Bounds;
  readonly price_range?: Bounds;
  readonly launch_time_range?: Bounds;
  readonly uid?: readonly string[];
  /** Of videos and live streams. */
  readonly creator_category_id?: number;
  readonly product_category_id?: number;
  readonly ecommerce_type?: number;
}

/** Filters that are tried, of each ranking. */
export const FILTERS: Readonly<Record<Subject, readonly SellingFilter[]>> = {
  product: [
    {},
    { region: 'US' },
    { l1_category_id: 910_001, ecommerce_type: 2 },
    { seller_id: ['9', 'Shop'] },
    { average_usd_price_range: { min: 5, max: 30 } },
  ],
  shop: [
    {},
    { region: 'GB' },
    { l1_category_id: 910_002 },
    { l1_category_id: 910_001, ecommerce_type: 1 },
    { average_usd_price_range: { min: 8 }, ecommerce_type: 2 },
  ],
  category: [{}, { region: 'US' }, { region: 'MX', ecommerce_type: 2 }, { ecommerce_type: 1 }],
  video: [{}, { region: 'US' }, { product_category_id: 910_001 }, { creator_category_id: 920_001, uid: ['9', '10'] }],
  live: [
    {},
    { region: 'GB' },
    { product_category_id: 910_002 },
    { uid: ['a'], product_category_id: 910_001 },
    { average_usd_price_range: { max: 20 } },
  ],
};
export const SUBJECTS = Object.keys(FILTERS) as Subject[];

/** The filter of each ranking that names its rows. */
const NAMING: Readonly<Record<Subject, string>> = {
  product: 'product_id',
  shop: 'seller_id',
  category: 'l1_category_id',
  video: 'video_id',
  live: 'room_id',
};

/** The filter that names rows, and an id without a row. */
export function namingFilter(subject: Subject, rows: readonly SellingRow[]): object {
  const ids = rows.map(({ category, [NAMING[subject]]: id }) => id ?? (category as { readonly id: number }).id);
  return { [NAMING[subject]]: [...ids, subject === 'category' ? 7 : 'none'] };
}

const USD = ['usd_gmv', 'video_usd_gmv', 'live_usd_gmv'];

/** The key of the sales without a category of the level; it is behind all ids. */
const NO_CATEGORY = 'none';

const shopOf = (product: ProductLoad | undefined): string | null => product?.shop?.seller_id ?? null;

/** The ids of which sales must be to count at all; others choose among the rows. */
function countedIds(subject: Subject, { uid, product_id, seller_id }: SellingFilter) {
  if (subject === 'shop') return { uid, product_id };
  return subject === 'product' || subject === 'category' ? { uid } : { product_id, seller_id };
}

/** The id of what a sale counts for; undefined when it is held back. */
function keyOf(world: FactWorld, subject: Subject, sale: SaleLoad, filter: SellingFilter): string | undefined {
  const product = world.products.get(sale.product_id);
  const { l1_category_id, l2_category_id, l3_category_id, level = 1 } = filter;
  const isUnder = [l1_category_id, l2_category_id, l3_category_id].every((ids, at) =>
    isAny(ids, categoryOf(world, sale, at + 1)),
  );
  if (filter.channel !== undefined && sale.channel !== filter.channel) return undefined;
  if (!isOfIds(world, sale, countedIds(subject, filter))) return undefined;
  switch (subject) {
    case 'product':
      return product?.product_id;
    case 'shop':
      return isUnder ? (shopOf(product) ?? undefined) : undefined;
    case 'category':
      if (filter.region !== undefined && world.creators.get(sale.uid)?.region !== filter.region) return undefined;
      if (level > 1 && !isUnder) return undefined;
      return String(categoryOf(world, sale, level) ?? NO_CATEGORY);
    case 'video':
    case 'live': {
      const { product_category_id: only } = filter;
      return sale.channel === subject && (only === undefined || isOf(world, sale, only)) ? sale.content_id : undefined;
    }
  }
}

/** Whether a sale counts for a row of a ranking without filters. */
export const isCounted = (world: FactWorld, subject: Subject, sale: SaleLoad): boolean =>
  keyOf(world, subject, sale, {}) !== undefined;

function priceOf({ floor_price, region }: ProductLoad): string | null {
  const sign = { US: '$', GB: '£' }[region ?? ''];
  return typeof floor_price !== 'number' || sign === undefined ? null : `${sign}${floor_price.toFixed(2)}`;
}

/** The video or live stream of a row, and its creator if its sales have one. */
function contentOf(world: FactWorld, subject: 'video' | 'live', key: string, sales: readonly SaleLoad[]) {
  const uids = [...new Set(sales.map(({ uid }) => uid))];
  const [uid = null] = uids.length === 1 ? uids : [];
  const creator = world.creators.get(uid ?? '');
  const { unique_id = null, nickname = null, avatar = null, region = null } = creator ?? {};
  const [video, live] = [world.videos?.get(key), world.lives?.get(key)];
  const shown = {
    product_count: distinct(sales, (sale) => sale.product_id),
    uid,
    creator: creator ? { uid: creator.uid, unique_id, nickname, avatar, region } : null,
  };
  if (subject === 'live') {
    const own = live && { room_id: key, title: live.title, cover: null, start_time: live.start_time, uid: live.uid };
    return { creator, record: { ...shown, room_id: key, live: own ?? null } };
  }
  const own = video && {
    video_id: key,
    desc: video.desc,
    cover: null,
    publish_time: video.publish_time,
    uid: video.uid,
  };
  return { creator, record: { ...shown, video_id: key, video: own ?? null } };
}

/** The record of a row, and whether the filters keep it. */
function subjectOf(world: FactWorld, subject: Subject, key: string, sales: readonly SaleLoad[], filter: SellingFilter) {
  const { region, l1_category_id, seller_id } = filter;
  if (subject === 'video' || subject === 'live') {
    const { creator, record } = contentOf(world, subject, key, sales);
    const isKept =
      (filter.uid === undefined || filter.uid.includes(record.uid ?? '')) &&
      (region === undefined || creator?.region === region) &&
      (filter.creator_category_id === undefined || creator?.category_id === filter.creator_category_id);
    return { isKept, record };
  }
  if (subject === 'product') {
    const product = world.products.get(key) as ProductLoad;
    const category = { id: product.category?.l1?.id ?? null, name: null };
    const own = { region: product.region ?? null, seller_id: shopOf(product) };
    const isKept =
      (region === undefined || own.region === region) &&
      isAny(l1_category_id, category.id) &&
      (seller_id === undefined || seller_id.includes(own.seller_id ?? '')) &&
      isAny(filter.l2_category_id, product.category?.l2?.id) &&
      isAny(filter.l3_category_id, product.category?.l3?.id) &&
      lies(product.floor_price ?? null, filter.price_range) &&
      lies(own.region === 'US' ? (product.floor_price ?? null) : null, filter.usd_price_range) &&
      lies(product.launch_time ?? null, filter.launch_time_range);
    const shown = { product_id: key, title: product.title, cover: null, price: priceOf(product), ...own, category };
    const { seller_id: seller } = own;
    const shop = seller === null ? null : { seller_id: seller, name: product.shop?.name, avatar: null };
    return { isKept, record: { product_id: key, product: shown, shop } };
  }
  const product_count = distinct(sales, (sale) => sale.product_id);
  if (subject === 'category')
    return {
      isKept: true,
      record: { product_count, category: key === NO_CATEGORY ? null : { id: Number(key), name: null } },
    };
  const regions = new Set(sales.map((sale) => world.products.get(sale.product_id)?.region ?? null));
  const [agreed = null] = regions.size === 1 ? [...regions] : [null];
  const named = [...world.products.values()].find((product) => shopOf(product) === key);
  const shop = { seller_id: key, name: named?.shop?.name, avatar: null, region: agreed };
  return { isKept: region === undefined || agreed === region, record: { product_count, seller_id: key, shop } };
}

type SellingRow = Readonly<Record<string, unknown>>;

interface Row extends SellingRow {
  readonly key: string;
}

function rowsOf(world: FactWorld, subject: Subject, type: AskedType, value: string, filter: SellingFilter): Row[] {
  const inPeriod = countedSales(world).filter(({ date }) => isIn(type, value, date));
  const groups = group(inPeriod, (sale) => keyOf(world, subject, sale, filter) ?? '');
  groups.delete('');
  for (const sale of inPeriod)
    if (isExcluding(world, sale, filter.not))
      groups.delete(keyOf(world, subject, sale, { level: filter.level ?? 1 }) ?? '');
  return [...groups].flatMap(([key, sales]) => {
    const video = sales.filter(({ channel }) => channel === 'video');
    const live = sales.filter(({ channel }) => channel === 'live');
    if (filter.ecommerce_type !== undefined && (filter.ecommerce_type === 1 ? video : live).length === 0) return [];
    const { isKept, record } = subjectOf(world, subject, key, sales, filter);
    const usd = (some: readonly SaleLoad[]) => sumOf(some, (sale) => sale.usd_gmv);
    const units_sold = sales.reduce((sum, sale) => sum + sale.units_sold, 0);
    const row = {
      key,
      counted: [sales, video, live][filter.ecommerce_type ?? 0],
      ...record,
      units_sold,
      usd_gmv: usd(sales),
      average_usd_price: pricePer(usd(sales), units_sold),
      ...(subject !== 'video' &&
        subject !== 'live' && {
          video_usd_gmv: usd(video),
          live_usd_gmv: usd(live),
          creator_count: distinct(sales, (sale) => sale.uid),
          video_count: distinct(video, (sale) => sale.content_id),
          live_count: distinct(live, (sale) => sale.content_id),
        }),
    };
    const ordering = [usd(sales), usd(video), usd(live)][filter.ecommerce_type ?? 0] as number;
    const isInRange =
      lies(ordering, filter.usd_gmv_range) &&
      lies(units_sold, filter.units_sold_range) &&
      lies(row.average_usd_price, filter.average_usd_price_range);
    const other = { video: 'live', live: 'video' }[filter.channel ?? ''];
    const hidden = other === undefined ? {} : { [`${other}_usd_gmv`]: null, [`${other}_count`]: null };
    return isKept && isInRange ? [{ ...row, ...hidden }] : [];
  });
}

/** The filters that choose the sales that count, without those that choose among the rows. */
function listFilter(subject: Subject, filter: SellingFilter): SellingFilter {
  const { region, l1_category_id, l2_category_id, l3_category_id, level, channel, product_category_id } = filter;
  const ids = countedIds(subject, filter);
  if (subject === 'shop') return { l1_category_id, l2_category_id, l3_category_id, channel, ...ids };
  if (subject === 'category') return { region, level, l1_category_id, channel, ...ids };
  return subject === 'product' ? { channel, ...ids } : { product_category_id, ...ids };
}

const CHANGES = /^(?:usd_gmv_change|growth_rate|rank_change)/;

/** All rows of a ranking by sales, in order, computed fact by fact. @param orderby fields, ascending with `:asc` after them */
export function expectedSelling(
  world: FactWorld,
  subject: Subject,
  type: AskedType,
  value: string,
  filter: SellingFilter = {},
  orderby: readonly string[] = [USD[filter.ecommerce_type ?? 0] as string],
  withPlaces = orderby.some((item) => CHANGES.test(item)),
): SellingRow[] {
  const figuresOf = (period: string) => rowsOf(world, subject, type, period, listFilter(subject, filter));
  const listOf = (period: string): Row[] => {
    const before = period === value && filter.compare_to ? filter.compare_to : valueBefore(type, period);
    const isComparable = isComplete(world.sales, type, period) && isComplete(world.sales, type, before);
    const then = new Map(figuresOf(before).map((row) => [row.key, row.usd_gmv as number]));
    const hundredths = (amount: number): number => Math.round(amount * 100);
    const figure = USD[filter.ecommerce_type ?? 0] as string;
    const placesIn = (value: string) => {
      const rows = rowsOf(world, subject, type, value, filter);
      rows.sort((a, b) => (b[figure] as number) - (a[figure] as number) || byBytes(a.key, b.key));
      return new Map(rows.map((row, at) => [row.key, at + 1]));
    };
    const [places, placesBefore] = [placesIn(period), placesIn(before)];
    const twoPlaces = (key: string) => {
      const [rank_by_figure = 0, previous = null] = [places.get(key), placesBefore.get(key)];
      const rank_change = previous === null ? null : previous - rank_by_figure;
      return { rank_by_figure, previous_rank_by_figure: previous, rank_change };
    };
    const growthOf = (now: number, then: number): number | null =>
      then > 0 && isComparable ? percentOf(sumExactly([now, -then]), then) : null;
    return rowsOf(world, subject, type, period, filter)
      .map((row) => ({
        ...row,
        growth_rate: growthOf(row.usd_gmv as number, then.get(row.key) ?? 0),
        ...(withPlaces && twoPlaces(row.key)),
        usd_gmv_change: isComparable
          ? (hundredths(row.usd_gmv as number) - hundredths(then.get(row.key) ?? 0)) / 100
          : null,
      }))
      .sort((a: Row, b: Row) => {
        for (const { field, order } of orderby.map(sortItem)) {
          const [one, other] = [a[field] as number | null, b[field] as number | null];
          if (one !== other) return inOrder(one, other, order);
        }
        return byBytes(a.key, b.key);
      })
      .map((row, at) => ({ ...row, rank: at + 1 }));
  };
  const isPlaced = !orderby.some((item) => CHANGES.test(item));
  const moves = { facts: world.sales, type, value, id: 'key', figure: 'usd_gmv', changes: filter };
  return withMoves(moves, listOf, figuresOf, isPlaced);
}
