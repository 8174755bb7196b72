import type { CreatorLoad } from '../../../src/creator/creator.record.js';
import type { LiveLoad } from '../../../src/live/live.record.js';
import type { ProductLoad } from '../../../src/product/product.record.js';
import type { CreatorDayLoad, SaleLoad } from '../../../src/figures/facts.record.js';
import type { VideoLoad } from '../../../src/video/video.record.js';

/** Everything that rankings are computed from, each fact and creator under its identity. */
export interface FactWorld {
  readonly sales: Map<string, SaleLoad>;
  readonly creatorDays: Map<string, CreatorDayLoad>;
  readonly creators: Map<string, CreatorLoad>;
  readonly products: Map<string, ProductLoad>;
  /** Videos and live streams that are loaded; none unless they are given. */
  readonly videos?: ReadonlyMap<string, VideoLoad>;
  readonly lives?: ReadonlyMap<string, LiveLoad>;
  /** The sales that figures count, of all that say how far facts reach; all unless it is given. */
  readonly isCounted?: (sale: SaleLoad) => boolean;
}

export const countedSales = ({ sales, isCounted = () => true }: FactWorld) => [...sales.values()].filter(isCounted);

export type DateType = 'day' | 'week' | 'month';
export const DATE_TYPES: readonly DateType[] = ['day', 'week', 'month'];

export type AskedType = DateType | 'range';

export interface ExpectedRow {
  readonly uid: string;
  readonly [field: string]: unknown;
}

/** The sales that an expected row adds up. */
export const salesOf = new WeakMap<object, readonly SaleLoad[]>();

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Whether a range keeps a figure; an unknown one is in no range. */
export const lies = (figure: number | null, bounds: Bounds | undefined): boolean =>
  bounds === undefined ||
  (figure !== null && (bounds.min ?? -Infinity) <= figure && figure <= (bounds.max ?? Infinity));

/** A sale that takes its row out: of one of the values, of each name that is given. */
export type NotSale = Readonly<Record<string, number | string | readonly (number | string)[]>>;

/** Filters by what has changed since the period before. */
export interface ChangeFilter {
  readonly not?: NotSale;
  /** The period compared with, in place of the one before. */
  readonly compare_to?: string;
  readonly growth_rate_range?: Bounds;
  readonly is_new?: boolean;
}

export interface TopEcommerceFilter extends ChangeFilter {
  readonly usd_gmv_range?: Bounds;
  readonly units_sold_range?: Bounds;
  readonly average_usd_price_range?: Bounds;
  readonly follower_count_range?: Bounds;
  readonly region?: string;
  readonly creator_category_id?: number;
  readonly product_category_id?: number;
  readonly account_type?: number;
  readonly ecommerce_type?: number;
  readonly product_id?: readonly string[];
  readonly seller_id?: readonly string[];
}

const MS_PER_DAY = 86_400_000;
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const written = (date: Date): string => date.toISOString().slice(0, 10);

/** The period that a day belongs to, by the word of ISO 8601: a week belongs to the year of its Thursday. */
export function periodAt(type: DateType, day: string): string {
  if (type === 'day') return day;
  if (type === 'month') return day.slice(0, 7);
  const week = weeks.get(day) ?? weekAt(day);
  weeks.set(day, week);
  return week;
}

const weeks = new Map<string, string>();

function weekAt(day: string): string {
  const thursday = at(day);
  while (thursday.getUTCDay() !== 4) {
    thursday.setTime(thursday.getTime() + (isAfterThursday(thursday) ? -MS_PER_DAY : MS_PER_DAY));
  }
  const year = thursday.getUTCFullYear();
  let week = 0;
  for (let time = Date.UTC(year, 0, 1); time <= thursday.getTime(); time += MS_PER_DAY) {
    if (new Date(time).getUTCDay() === 4) week += 1;
  }
  return `${year}-${String(week).padStart(2, '0')}`;
}

const isAfterThursday = (date: Date): boolean => [5, 6, 0].includes(date.getUTCDay());

export function periodBefore(type: DateType, day: string): string {
  const date = at(day);
  while (periodAt(type, written(date)) === periodAt(type, day)) date.setTime(date.getTime() - MS_PER_DAY);
  return periodAt(type, written(date));
}

/** Whether a value is a range of days, which any period may be compared with. */
const isRange = (type: AskedType, value: string): type is 'range' => type === 'range' || value.includes('~');

export const isIn = (type: AskedType, value: string, day: string): boolean =>
  isRange(type, value) ? value.slice(0, 10) <= day && day <= value.slice(11) : periodAt(type, day) === value;

/** The period before another one, of a range as many days. */
export function valueBefore(type: AskedType, value: string): string {
  if (!isRange(type, value)) return periodBefore(type, someDayOf(type, value));
  const [from, to] = [at(value.slice(0, 10)), at(value.slice(11))];
  const days = (to.getTime() - from.getTime()) / MS_PER_DAY + 1;
  const [first, last] = [days, 1].map((less) => written(new Date(from.getTime() - less * MS_PER_DAY)));
  return `${first}~${last}`;
}

export function periodsWithFacts(type: DateType, facts: Iterable<{ date: string }>): string[] {
  return [...new Set([...facts].map(({ date }) => periodAt(type, date)))].sort();
}

export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const MONEY_SCALE = 10_000n;

function exactly(amount: number): bigint {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(amount)) ?? [];
  const size = BigInt(whole) * MONEY_SCALE + BigInt(decimals.padEnd(4, '0'));
  return sign === '-' ? -size : size;
}

/** Hundredths of a number given in units of 1/scale, half away from zero, as the number with two decimals. */
function shown(amount: bigint, scale: bigint): number {
  const size = amount < 0n ? -amount : amount;
  let hundredths = (size * 100n) / scale;
  if (((size * 100n) % scale) * 2n >= scale) hundredths += 1n;
  if (hundredths === 0n) return 0;
  return Number(`${amount < 0n ? '-' : ''}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
}

/** An amount for one of some units with 2 decimals, half away from zero; null for none. */
export const pricePer = (amount: number, units: number): number | null =>
  units === 0 ? null : shown(exactly(amount) * BigInt(Math.sign(units)), MONEY_SCALE * BigInt(Math.abs(units)));

/** The sum of amounts of at most 4 decimals with 2 decimals, half away from zero. */
export const sumExactly = (amounts: readonly number[]): number =>
  shown(
    amounts.reduce((sum, amount) => sum + exactly(amount), 0n),
    MONEY_SCALE,
  );

export const sumOf = (sales: readonly SaleLoad[], amountOf: (sale: SaleLoad) => number): number =>
  sumExactly(sales.map(amountOf));

export const distinct = (sales: readonly SaleLoad[], idOf: (sale: SaleLoad) => string): number =>
  new Set(sales.map(idOf)).size;

export function group<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function shownCreator(creator: CreatorLoad) {
  const category = { id: creator.category_id ?? creator.category?.id ?? null, name: creator.category?.name ?? null };
  const { uid, unique_id = null, nickname = null, avatar = null, region = null } = creator;
  const { follower_count = null, video_count = null } = creator;
  return {
    creator: { uid, unique_id, nickname, avatar, region, category, follower_count, video_count },
    repeated: { uid, unique_id, nickname, avatar, region, category },
  };
}

/** Each creator's followers on the latest of their days in a period. */
function followersIn(world: FactWorld, type: AskedType, value: string): ReadonlyMap<string, number> {
  const days = [...world.creatorDays.values()].filter(({ date }) => isIn(type, value, date));
  days.sort((a, b) => (a.date < b.date ? -1 : 1));
  return new Map(days.map(({ uid, follower_count }) => [uid, follower_count]));
}

/** All rows of a top e-commerce creators ranking, in order, computed fact by fact. */
export function expectedTopEcommerce(
  world: FactWorld,
  type: AskedType,
  value: string,
  filter: TopEcommerceFilter = {},
  isAscending = false,
  byPrice = false,
): ExpectedRow[] {
  return withMoves(
    { facts: world.sales, type, value, id: 'uid', figure: 'creator_usd_gmv', changes: filter },
    (period) => sellersOf(world, type, period, filter, isAscending, byPrice),
    (period) => {
      const { product_category_id, product_id, seller_id } = filter;
      return sellersOf(world, type, period, { product_category_id, product_id, seller_id });
    },
  );
}

/** The sums of a list, and of the one before, and the shares of its largest rows. */
export interface ExpectedMarket {
  readonly sum: object;
  readonly top1_share: number | null;
  readonly top3_share: number | null;
  readonly top10_share: number | null;
}

/** Percent of an amount, half away from zero with two decimals. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? shown(exactly(part) * 100n, exactly(whole)) : null;

const markets = new WeakMap<readonly object[], ExpectedMarket>();

/** What all rows of an expected list add up to; nothing for a list of followers. */
export const marketOf = (rows: readonly object[]): ExpectedMarket | undefined => markets.get(rows);

function sumOfRows(rows: readonly object[]) {
  const sales = rows.flatMap((row) => (row as { readonly counted: readonly SaleLoad[] }).counted);
  return {
    units_sold: sales.reduce((sum, sale) => sum + sale.units_sold, 0),
    usd_gmv: sumOf(sales, (sale) => sale.usd_gmv),
  };
}

interface MovesOf {
  readonly facts: ReadonlyMap<string, { readonly date: string }>;
  readonly type: AskedType;
  readonly value: string;
  readonly id: string;
  readonly figure: string;
  readonly changes: ChangeFilter & { readonly ecommerce_type?: number };
}

/** Whether facts reach over a period, day by day of the calendar. */
export function isComplete(facts: MovesOf['facts'], type: AskedType, value: string): boolean {
  const days = [...facts.values()].map(({ date }) => date).sort();
  if (isRange(type, value)) return (days.at(0) ?? '9') <= value.slice(0, 10) && value.slice(11) <= (days.at(-1) ?? '');
  const day = at(someDayOf(type, value));
  while (periodAt(type, written(day)) === value) day.setTime(day.getTime() - MS_PER_DAY);
  day.setTime(day.getTime() + MS_PER_DAY);
  const first = written(day);
  while (periodAt(type, written(day)) === value) day.setTime(day.getTime() + MS_PER_DAY);
  day.setTime(day.getTime() - MS_PER_DAY);
  return (days.at(0) ?? '9') <= first && written(day) <= (days.at(-1) ?? '');
}

/** Whether a period has facts, or none because they reach over it. */
export const isKnown = (facts: MovesOf['facts'], type: AskedType, value: string): boolean =>
  [...facts.values()].some(({ date }) => isIn(type, value, date)) || isComplete(facts, type, value);

/**
 * The rows with their places in the period before, found in its whole list, as far as they have changed as asked for.
 * Rows of sales have what they are of in `counted`, which sums and shares are made of.
 * @param listOf the list of a period
 * @param figuresOf all rows of a period that have the figure, whatever the other filters
 */
export function withMoves<Row extends Readonly<Record<string, unknown>>>(
  { facts, type, value, id, figure, changes }: MovesOf,
  listOf: (period: string) => Row[],
  figuresOf: (period: string) => Row[] = listOf,
  isPlaced = true,
): Row[] {
  const { growth_rate_range, is_new, ecommerce_type } = changes;
  const before = changes.compare_to ?? valueBefore(type, value);
  const hasBefore = isKnown(facts, type, before);
  const isComparable = isComplete(facts, type, value) && isComplete(facts, type, before);
  const places = new Map(listOf(before).map((row, at) => [row[id], at + 1]));
  const figures = new Map(figuresOf(before).map((row) => [row[id], row[figure] as number]));
  const rows = listOf(value).map((row) => {
    const [now, then] = [row[figure] as number, figures.get(row[id]) ?? 0].map((amount) => exactly(amount));
    const growth = then! > 0n && isComparable ? shown((now! - then!) * 100n, then!) : null;
    return {
      ...row,
      previous_rank: isPlaced ? (places.get(row[id]) ?? null) : null,
      is_new: hasBefore ? (places.has(row[id]) ? 0 : 1) : null,
      [`${figure}_growth_rate_info`]: { rate: growth, unit: '%' },
      ...(figure === 'creator_usd_gmv' && {
        usd_gmv_change: isComparable ? shown(now! - then!, MONEY_SCALE) : null,
      }),
      growth,
    };
  });
  const kept = rows.filter(
    (row) => lies(row.growth, growth_rate_range) && (is_new === undefined || row.is_new === Number(is_new)),
  );
  const isOfSales = figure !== 'follower_inc_count';
  const sum = isOfSales ? sumOfRows(kept) : undefined;
  const amountOf = (row: Row) => row[[figure, 'video_usd_gmv', 'live_usd_gmv'][ecommerce_type ?? 0] ?? ''] as number;
  const answered = kept.map((row, at) => {
    const share = sum && { share: percentOf(amountOf(row), sum.usd_gmv) };
    const fields = Object.entries({ ...row, ...share, rank: at + 1 });
    const shown = Object.fromEntries(fields.filter(([name]) => !HIDDEN.includes(name))) as unknown as Row;
    if (isOfSales) salesOf.set(shown, (row as unknown as { readonly counted: readonly SaleLoad[] }).counted);
    return shown;
  });
  if (sum) {
    const top = kept.map(amountOf).sort((one, other) => other - one);
    const previous = isComplete(facts, type, before) ? sumOfRows(listOf(before)) : null;
    const shareOf = (count: number) => percentOf(sumExactly(top.slice(0, count)), sum.usd_gmv);
    const shares = { top1_share: shareOf(1), top3_share: shareOf(3), top10_share: shareOf(10) };
    markets.set(answered, { sum: { ...sum, previous }, ...shares });
  }
  return answered;
}

/** What expected rows carry for their own computation. */
const HIDDEN = ['growth', 'growth_rate', 'counted', 'key'];

type SaleId = 'uid' | 'product_id' | 'seller_id';

/** Whether a sale is of one of the ids, of each name that is given. */
export const isOfIds = ({ products }: FactWorld, sale: SaleLoad, ids: Partial<Record<SaleId, readonly string[]>>) => {
  const own = { ...sale, seller_id: products.get(sale.product_id)?.shop?.seller_id };
  return (['uid', 'product_id', 'seller_id'] as const).every((name) => ids[name]?.includes(own[name] ?? '') ?? true);
};

/** Whether a sale takes its row out. */
export const isExcluding = (world: FactWorld, sale: SaleLoad, not: NotSale | undefined): boolean =>
  not !== undefined &&
  Object.entries({
    ...{ product_id: sale.product_id, seller_id: world.products.get(sale.product_id)?.shop?.seller_id, uid: sale.uid },
    ...Object.fromEntries([1, 2, 3].map((level) => [`l${level}_category_id`, categoryOf(world, sale, level)])),
  }).every(([name, own]) => not[name] === undefined || [not[name]].flat().some((one) => one === own));

/** The rows of one period, in order, without how they have moved. */
function sellersOf(
  world: FactWorld,
  type: AskedType,
  value: string,
  filter: TopEcommerceFilter = {},
  isAscending = false,
  byPrice = false,
): ExpectedRow[] {
  const inPeriod = countedSales(world).filter(
    (sale) =>
      isIn(type, value, sale.date) &&
      isOfIds(world, sale, filter) &&
      (filter.product_category_id === undefined || isOf(world, sale, filter.product_category_id)),
  );
  const followers = followersIn(world, type, value);
  const rows: { by: number | null; row: ExpectedRow }[] = [];
  const excluding = [...world.sales.values()].filter(
    (sale) => isIn(type, value, sale.date) && isExcluding(world, sale, filter.not),
  );
  const excluded = new Set(excluding.map(({ uid }) => uid));
  for (const [uid, sales] of group(inPeriod, (sale) => sale.uid)) {
    const creator = world.creators.get(uid);
    if (excluded.has(uid)) continue;
    if (creator === undefined || !creatorMatches(creator, filter)) continue;
    const video = sales.filter(({ channel }) => channel === 'video');
    const live = sales.filter(({ channel }) => channel === 'live');
    if (filter.ecommerce_type !== undefined && (filter.ecommerce_type === 1 ? video : live).length === 0) continue;
    const units_sold = sales.reduce((sum, sale) => sum + sale.units_sold, 0);
    const creator_usd_gmv = sumOf(sales, (sale) => sale.usd_gmv);
    const row = {
      creator: shownCreator(creator).creator,
      ...shownCreator(creator).repeated,
      follower_count: followers.get(uid) ?? null,
      product_count: distinct(sales, (sale) => sale.product_id),
      units_sold,
      average_usd_price: pricePer(creator_usd_gmv, units_sold),
      creator_gmv: sumOf(sales, (sale) => sale.gmv),
      creator_usd_gmv,
      video_count: distinct(video, (sale) => sale.content_id),
      video_gmv: sumOf(video, (sale) => sale.gmv),
      video_usd_gmv: sumOf(video, (sale) => sale.usd_gmv),
      live_count: distinct(live, (sale) => sale.content_id),
      live_gmv: sumOf(live, (sale) => sale.gmv),
      live_usd_gmv: sumOf(live, (sale) => sale.usd_gmv),
    };
    const counted = [sales, video, live][filter.ecommerce_type ?? 0];
    const usd = [row.creator_usd_gmv, row.video_usd_gmv, row.live_usd_gmv][filter.ecommerce_type ?? 0] as number;
    const isKept =
      lies(usd, filter.usd_gmv_range) &&
      lies(units_sold, filter.units_sold_range) &&
      lies(row.average_usd_price, filter.average_usd_price_range);
    if (isKept && lies(row.follower_count, filter.follower_count_range))
      rows.push({ row: { ...row, counted }, by: byPrice ? row.average_usd_price : usd });
  }
  return rows
    .sort((a, b) => (a.by === b.by ? byBytes(a.row.uid, b.row.uid) : inOrder(a.by, b.by, isAscending ? 'asc' : 'desc')))
    .map(({ row }, at) => ({ ...row, rank: at + 1 }));
}

/** The category of a sale at a level: its own at level 1, below it that of its product; null without one. */
export function categoryOf({ products }: FactWorld, sale: SaleLoad, level: number): number | null {
  if (level === 1) return sale.product_category_id;
  const { l1, l2, l3 } = products.get(sale.product_id)?.category ?? {};
  return l1?.id === sale.product_category_id ? ((level === 2 ? l2 : l3)?.id ?? null) : null;
}

export const isOf = (world: FactWorld, sale: SaleLoad, category: number): boolean =>
  [1, 2, 3].some((level) => categoryOf(world, sale, level) === category);

function creatorMatches(creator: CreatorLoad, filter: TopEcommerceFilter): boolean {
  return (
    (filter.region === undefined || creator.region === filter.region) &&
    (filter.creator_category_id === undefined || creator.category_id === filter.creator_category_id) &&
    (filter.account_type === undefined || creator.account_type === filter.account_type)
  );
}

export interface TopGrowthFilter extends ChangeFilter {
  readonly region?: string;
  readonly category_id?: number;
  readonly follower_count_at_period_end_range?: Bounds;
  readonly follower_inc_count_range?: Bounds;
  readonly follower_inc_rate_range?: Bounds;
}

/** A sort item from a field, ascending with `:asc` after it. */
export function sortItem(text: string): { field: string; order?: string } {
  const [field = '', order] = text.split(':');
  return { field, ...(order && { order }) };
}

/** Compares two figures that differ, descending, or ascending with `asc`; null is last both ways. */
export function inOrder(one: number | null | undefined, other: number | null | undefined, order?: string): number {
  if ((one ?? null) === null) return 1;
  if ((other ?? null) === null) return -1;
  return ((other as number) - (one as number)) * (order === 'asc' ? -1 : 1);
}

/**
 * All rows of a follower growth ranking, in order, computed fact by fact.
 * @param orderby fields, ascending with `:asc` after them
 */
export function expectedTopGrowth(
  world: FactWorld,
  type: AskedType,
  value: string,
  filter: TopGrowthFilter = {},
  orderby?: readonly string[],
): ExpectedRow[] {
  return withMoves(
    { facts: world.creatorDays, type, value, id: 'uid', figure: 'follower_inc_count', changes: filter },
    (period) => growersOf(world, type, period, filter, orderby),
    (period) => growersOf(world, type, period),
  );
}

/** The rows of one period, in order, without how they have moved. */
function growersOf(
  world: FactWorld,
  type: AskedType,
  value: string,
  filter: TopGrowthFilter = {},
  orderby: readonly string[] = ['follower_inc_count'],
): ExpectedRow[] {
  const inside = followersIn(world, type, value);
  const earlier = followersIn(world, type, valueBefore(type, value));
  const rows: (ExpectedRow & { follower_inc_count: number })[] = [];
  for (const [uid, now] of inside) {
    const then = earlier.get(uid);
    const creator = world.creators.get(uid);
    const { region, category_id } = filter;
    if (creator === undefined || !creatorMatches(creator, { region, creator_category_id: category_id })) continue;
    if (then === undefined) continue;
    if (!lies(now, filter.follower_count_at_period_end_range)) continue;
    if (!lies(now - then, filter.follower_inc_count_range)) continue;
    const percent = then === 0 ? null : shown(BigInt(now - then) * 100n, BigInt(then));
    if (!lies(percent, filter.follower_inc_rate_range)) continue;
    const rate = percent === null ? null : `${percent}%`;
    rows.push({
      creator: shownCreator(creator).creator,
      ...shownCreator(creator).repeated,
      follower_inc_count: now - then,
      follower_inc_rate: rate,
      follower_inc_rate_info: { rate: rate === null ? null : Number(rate.slice(0, -1)), unit: '%' },
      follower_count_at_period_end: now,
      follower_rate: rate,
      follower_count: creator.follower_count ?? null,
      video_count: creator.video_count ?? null,
    });
  }
  return rows
    .sort((a, b) => {
      for (const { field, order } of orderby.map(sortItem)) {
        const [one, other] = [a, b].map((row) =>
          field === 'follower_inc_rate'
            ? (row.follower_inc_rate_info as { rate: number | null }).rate
            : row.follower_inc_count,
        );
        if (one !== other) return inOrder(one, other, order);
      }
      return byBytes(a.uid, b.uid);
    })
    .map((row, at) => ({ ...row, rank: at + 1 }));
}

export function expectedHistory(world: FactWorld, uid: string, type: DateType, periods: readonly string[]) {
  const own = {
    sales: group(
      countedSales(world).filter((sale) => sale.uid === uid),
      ({ date }) => periodAt(type, date),
    ),
    days: group(
      [...world.creatorDays.values()].filter((day) => day.uid === uid),
      ({ date }) => periodAt(type, date),
    ),
  };
  const followersAt = (value: string): number | undefined =>
    own.days.get(value)?.reduce((latest, day) => (day.date > latest.date ? day : latest)).follower_count;
  return periods.map((date_value) => {
    const now = followersAt(date_value);
    const then = followersAt(periodBefore(type, someDayOf(type, date_value)));
    const sales = own.sales.get(date_value) ?? [];
    const isReached = isKnown(world.sales, type, date_value);
    const hasFigures = world.creators.has(uid) && (sales.length > 0 || (now !== undefined && isReached));
    const figure = (compute: (sales: readonly SaleLoad[]) => number): number | null =>
      hasFigures ? compute(sales) : null;
    const through = (channel: string, compute: (sales: readonly SaleLoad[]) => number): number | null =>
      figure(() => compute(sales.filter((sale) => sale.channel === channel)));
    const gmv = (some: readonly SaleLoad[]): number => sumOf(some, (sale) => sale.gmv);
    const usd = (some: readonly SaleLoad[]): number => sumOf(some, (sale) => sale.usd_gmv);
    const contents = (some: readonly SaleLoad[]): number => distinct(some, (sale) => sale.content_id);
    const hasGrowth = now !== undefined && then !== undefined;
    return {
      date_value,
      follower_count: now ?? null,
      follower_inc_count: hasGrowth ? now - then : null,
      follower_inc_rate: hasGrowth && then !== 0 ? `${shown(BigInt(now - then) * 100n, BigInt(then))}%` : null,
      creator_gmv: figure(gmv),
      creator_usd_gmv: figure(usd),
      video_gmv: through('video', gmv),
      video_usd_gmv: through('video', usd),
      live_gmv: through('live', gmv),
      live_usd_gmv: through('live', usd),
      units_sold: figure((some) => some.reduce((sum, sale) => sum + sale.units_sold, 0)),
      product_count: figure((some) => distinct(some, (sale) => sale.product_id)),
      video_count: through('video', contents),
      live_count: through('live', contents),
    };
  });
}

/** The first day of a period, found by walking from the beginning of its year. */
export function someDayOf(type: DateType, value: string): string {
  if (type !== 'week') return type === 'month' ? `${value}-01` : value;
  const day = at(`${value.slice(0, 4)}-01-04`);
  while (periodAt(type, written(day)) < value) day.setTime(day.getTime() + MS_PER_DAY);
  return written(day);
}

/** The place of the first row among all of them by each figure. */
export const placesOf = ([own, ...peers]: readonly Readonly<Record<string, unknown>>[], figures: readonly string[]) =>
  figures.map((name) => {
    const [value, values] = [own?.[name] as number, peers.map((peer) => peer[name] as number)];
    const percent = (100 * values.filter((one) => one < value).length) / values.length;
    return {
      name,
      value,
      rank: 1 + values.filter((one) => one > value).length,
      tied: values.filter((one) => one === value).length,
      percentile: Math.round(percent * 100) / 100,
    };
  });
