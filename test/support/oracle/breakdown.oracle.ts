import type { SaleLoad } from '../../../src/figures/facts.record.js';
import {
  type AskedType,
  type Bounds,
  type DateType,
  type FactWorld,
  isIn,
  lies,
  periodAt,
  pricePer,
  someDayOf,
  valueBefore,
} from './rankings.oracle.js';

import { currencyOf } from '../../../src/common/regions.js';
import { DIMENSION_KEYS, dimensionsIn, isKept, keysOf, type SaleDimensions } from './sale-dimensions.oracle.js';

/** A request for a breakdown as a client writes it. */
export interface BreakdownQuestion {
  readonly by: string | readonly string[];
  readonly level?: number;
  readonly filter: Readonly<{
    [name: string]: readonly (string | number)[] | string | number | boolean | object | undefined;
  }>;
  readonly date_info?: { readonly type: AskedType; readonly value: string };
  readonly from?: string;
  readonly to?: string;
  readonly compare?: boolean;
  readonly compare_to?: string;
  readonly orderby?: readonly {
    readonly field: 'usd_gmv' | 'units_sold' | 'average_usd_price' | 'usd_gmv_change';
    readonly order?: 'asc';
  }[];
}

/** What is loaded beside the facts: the shop of each product, the currency of each creator. */
export interface BreakdownWorld {
  readonly sales: readonly SaleLoad[];
  readonly shops: ReadonlyMap<string, string | null>;
  /** The categories of each product. */
  readonly categories?: ReadonlyMap<string, Readonly<Record<'l1' | 'l2' | 'l3', { readonly id: number | null }>>>;
  readonly regions: ReadonlyMap<string, string | null>;
  readonly currencies: ReadonlyMap<string, string | null>;
  /** Followers of creators and prices of products in USD, where they are known. */
  readonly followers?: ReadonlyMap<string, number>;
  readonly prices?: ReadonlyMap<string, number>;
  /** What a sale has of its video, its creator and the listing of its product. */
  readonly dimensionsOf?: (sale: SaleLoad) => SaleDimensions;
}

/** The dimensions of all sales of a world, made once: dates of a region take long. */
export function dimensionsBy(world: FactWorld): BreakdownWorld['dimensionsOf'] & object {
  const dimensions = new Map([...world.sales.values()].map((sale) => [sale.id, dimensionsIn(world, sale)]));
  return (sale) => dimensions.get(sale.id) as ReturnType<typeof dimensionsIn>;
}

/** What a breakdown adds up, with the dimensions of its sales. */
export const breakdownWorld = (world: FactWorld): BreakdownWorld => {
  const regions = new Map([...world.creators].map(([uid, { region = null }]) => [uid, region] as const));
  return {
    sales: [...world.sales.values()],
    shops: new Map([...world.products].map(([id, { shop }]) => [id, shop?.seller_id ?? null])),
    regions,
    currencies: new Map([...regions].map(([uid, region]) => [uid, currencyOf(region)])),
    followers: new Map(
      [...world.creators].flatMap(([uid, { follower_count: followers }]) =>
        typeof followers === 'number' ? [[uid, followers] as const] : [],
      ),
    ),
    dimensionsOf: dimensionsBy(world),
  };
};

type Key = string | number | null;

export interface ExpectedRow {
  /** A list of two where rows have two keys; of a step its first figure. */
  readonly key: Key | readonly Key[];
  readonly units_sold: number;
  readonly usd_gmv: number;
  readonly gmv: number | null;
  readonly currency: string | null;
  readonly share: number | null;
  readonly average_usd_price: number | null;
  readonly sales: number;
  readonly first_date: string | null;
  readonly last_date: string | null;
  readonly previous?: { readonly units_sold: number; readonly usd_gmv: number } | null;
  readonly usd_gmv_change?: number | null;
}

/** The day so many days later. */
function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** An amount in ten-thousandths, from its digits. */
const scaled = (amount: number): bigint => BigInt(Math.round(amount * 10_000));

/** Ten-thousandths with two decimals, half away from zero. */
function cents(amount: bigint): number {
  const sign = amount < 0n ? -1n : 1n;
  const rounded = (sign * amount + 50n) / 100n;
  return rounded === 0n ? 0 : Number(sign * rounded) / 100;
}

/** The category of a level of a sale: below level 1 that of its product, if this has the level 1 of the sale. */
function categoryOf({ product_id, product_category_id }: SaleLoad, world: BreakdownWorld, level: number) {
  if (level === 1) return String(product_category_id);
  const own = world.categories?.get(product_id);
  const id = own?.l1.id === product_category_id ? own[level === 2 ? 'l2' : 'l3'].id : null;
  return id === null ? null : String(id);
}

/** The first figure of the step that a figure is in. */
const stepOf = (steps: readonly number[], figure: number | undefined): number | null =>
  figure === undefined ? null : Math.max(...steps.filter((step) => step <= figure));

type KeyOf = (sale: SaleLoad, world: BreakdownWorld, level: number) => Key | undefined;
const keyOf: Readonly<Record<string, KeyOf>> = {
  creator: ({ uid }) => uid,
  product: ({ product_id }) => product_id,
  shop: ({ product_id }, { shops }) => shops.get(product_id) ?? null,
  category: categoryOf,
  video: ({ channel, content_id }) => (channel === 'video' ? content_id : undefined),
  live: ({ channel, content_id }) => (channel === 'live' ? content_id : undefined),
  channel: ({ channel }) => channel,
  day: ({ date }) => date,
  week: ({ date }) => periodAt('week', date),
  month: ({ date }) => periodAt('month', date),
  follower_tier: ({ uid }, { followers }) => stepOf([0, 1000, 10_000, 100_000, 1_000_000], followers?.get(uid)),
  price_band: ({ product_id }, { prices }) => stepOf([0, 1, 2, 5, 10, 20, 50, 100, 200, 500], prices?.get(product_id)),
  region: ({ uid }, { regions }) => regions.get(uid) ?? null,
};

/** All keys of a sale: none where it has no row, several of its tags. */
function keysBy(by: string, sale: SaleLoad, world: BreakdownWorld, level: number): readonly Key[] {
  const dimensions = world.dimensionsOf?.(sale);
  if (dimensions !== undefined && DIMENSION_KEYS.some((name) => name === by)) return keysOf(by, dimensions);
  const key = keyOf[by]?.(sale, world, level);
  return key === undefined ? [] : [key];
}

/** The days of a period or range, found by walking the calendar. */
export function daysIn(type: AskedType, value: string): string[] {
  let day = type === 'range' ? value.slice(0, 10) : someDayOf(type, value);
  while (isIn(type, value, later(day, -1))) day = later(day, -1);
  const days: string[] = [];
  for (; isIn(type, value, day); day = later(day, 1)) days.push(day);
  return days;
}

/** The days of a question, and those compared with. */
function spansOf({ date_info, from, to, compare_to }: BreakdownQuestion) {
  const { type, value } = date_info ?? { type: 'range' as const, value: `${from}~${to}` };
  const asked = daysIn(type, value);
  if (compare_to === undefined) {
    if ((asked[0] ?? '') < '0403') return { asked, before: [] };
    return { asked, before: daysIn(type, valueBefore(type, value)) };
  }
  return { asked, before: daysIn(compare_to.includes('~') ? 'range' : type, compare_to) };
}

const monthsIn = (days: readonly string[]): string[] => [...new Set(days.map((day) => day.slice(0, 7)))];
const isOfWholeMonths = (days: readonly string[]): boolean =>
  [days[0] ?? '', later(days.at(-1) ?? '2000-01-01', 1)].every((day) => day.endsWith('-01'));

/** The place of a day, week or month in one list of days, as that of the same place in another; undefined beyond its end. */
export function partnerOf(type: DateType, day: string, asked: readonly string[], before: readonly string[]) {
  if (type === 'month' && [asked, before].every(isOfWholeMonths))
    return monthsIn(asked)[monthsIn(before).indexOf(day.slice(0, 7))];
  const value = periodAt(type, later(asked[0] ?? '', before.indexOf(day)));
  return asked.some((one) => periodAt(type, one) === value) ? value : undefined;
}

/** Whether a day, week or month of some days has one at its place in others. */
export function isPaired(type: DateType, value: string, asked: readonly string[], before: readonly string[]): boolean {
  if (type === 'month' && [asked, before].every(isOfWholeMonths))
    return monthsIn(asked).indexOf(value) < monthsIn(before).length;
  return asked.findIndex((day) => periodAt(type, day) === value) < before.length;
}

const PERIODS: readonly string[] = ['day', 'week', 'month'];

interface AskedDays extends Pick<BreakdownQuestion, 'filter'> {
  readonly from: string;
  readonly to: string;
}

function isAskedFor(sale: SaleLoad, { filter, from, to }: AskedDays, world: BreakdownWorld): boolean {
  const { shops, regions } = world;
  const category = world.categories?.get(sale.product_id);
  const isUnder = (['l2', 'l3'] as const).every((level) => {
    const ids = filter[`${level}_category_id`];
    if (ids === undefined) return true;
    return category?.l1.id === sale.product_category_id && [ids].flat().some((id) => id === category[level].id);
  });
  const listed = (name: string): readonly string[] | undefined =>
    filter[name] === undefined ? undefined : ([filter[name]].flat() as string[]);
  const has = (name: string, value: string | null | undefined): boolean =>
    listed(name)?.includes(value ?? '\u0000') ?? true;
  const [videos, rooms] = [listed('video_id'), listed('room_id')];
  const isContent =
    (videos === undefined && rooms === undefined) ||
    (sale.channel === 'video' && videos?.includes(sale.content_id) === true) ||
    (sale.channel === 'live' && rooms?.includes(sale.content_id) === true);
  const dimensions = world.dimensionsOf?.(sale);
  return (
    from <= sale.date &&
    sale.date <= to &&
    (dimensions === undefined || isKept(filter, dimensions)) &&
    isContent &&
    isUnder &&
    has('uid', sale.uid) &&
    has('product_id', sale.product_id) &&
    has('seller_id', shops.get(sale.product_id)) &&
    has('region', regions.get(sale.uid)) &&
    (filter.l1_category_id === undefined ||
      [filter.l1_category_id].flat().some((id) => id === sale.product_category_id)) &&
    (filter.channel === undefined || filter.channel === sale.channel)
  );
}

/** Percent of a sum, half away from zero with two decimals. */
function shareIn(part: number, sum: number): number | null {
  const share = (part / sum) * 100;
  return sum > 0 ? (Math.sign(share) * Math.round(Math.abs(share) * 100)) / 100 + 0 : null;
}

/** The sales that an expected row adds up. */
export const salesOf = new WeakMap<ExpectedRow, readonly SaleLoad[]>();

/** A whole breakdown, computed fact by fact. */
export function breakdownOf(question: BreakdownQuestion, world: BreakdownWorld) {
  const { by, level = 1, filter, orderby, compare_to } = question;
  const isByChange = orderby?.some(({ field }) => field === 'usd_gmv_change') === true;
  const { compare = compare_to !== undefined || isByChange } = question;
  const { asked, before } = spansOf(question);
  const endsOf = (days: readonly string[]) => ({ filter, from: days[0] ?? '', to: days.at(-1) ?? '' });
  const known = world.sales.map(({ date }) => date).sort();
  const reach = (begin: string, end: string) => (known.at(0) ?? '9') <= begin && end <= (known.at(-1) ?? '');
  const complete = reach(endsOf(asked).from, endsOf(asked).to);
  const previous_complete = before.length > 0 && reach(endsOf(before).from, endsOf(before).to);
  const then = (previous_complete ? world.sales : []).filter((sale) => isAskedFor(sale, endsOf(before), world));
  const bys = [by].flat();
  const groups = new Map<string, { now: SaleLoad[]; then: SaleLoad[] }>();
  /** Of days before that stand next to none. */
  const alone: SaleLoad[] = [];
  /** All sales that have a row, each once. */
  const counted: Record<'now' | 'then', SaleLoad[]> = { now: [], then: [] };
  const put = (sale: SaleLoad, time: 'now' | 'then') => {
    const [first = [], second] = bys.map((one) => keysBy(one, sale, world, level));
    const combined = second ? first.flatMap((one) => second.map((other) => [one, other])) : first.map((one) => [one]);
    if (combined.length > 0) counted[time].push(sale);
    for (const ownKeys of combined) putRow(sale, time, ownKeys);
  };
  const putRow = (sale: SaleLoad, time: 'now' | 'then', ownKeys: readonly Key[]) => {
    const keys = ownKeys.map((own, at) => {
      const type = bys[at] as DateType;
      return time === 'then' && PERIODS.includes(type) ? partnerOf(type, sale.date, asked, before) : own;
    });
    if (keys.includes(undefined)) return void alone.push(sale);
    const key = JSON.stringify(keys);
    const group = groups.get(key) ?? { now: [], then: [] };
    groups.set(key, group);
    group[time].push(sale);
  };
  for (const sale of world.sales) if (isAskedFor(sale, endsOf(asked), world)) put(sale, 'now');
  if (compare) for (const sale of then) put(sale, 'then');
  const uids = filter.uid === undefined ? [] : ([filter.uid].flat() as string[]);
  const [onlyUid] = uids.length === 1 ? uids : [];
  const add = (sales: readonly SaleLoad[], field: 'gmv' | 'usd_gmv') =>
    sales.reduce((sum, sale) => sum + scaled(sale[field]), 0n);
  const of = (time: 'now' | 'then') => [...groups.values()].flatMap((group) => group[time]);
  const changes = (now: readonly SaleLoad[], then: readonly SaleLoad[], keys: readonly Key[] = []) => {
    if (!compare) return {};
    const hasPartner = bys.every(
      (one, at) => !PERIODS.includes(one) || !keys[at] || isPaired(one as DateType, String(keys[at]), asked, before),
    );
    if (!previous_complete || !hasPartner) return { previous: null, usd_gmv_change: null };
    const { units_sold, usd_gmv } = figures(then, undefined);
    const usd_gmv_change = Math.round((figures(now, undefined).usd_gmv - usd_gmv) * 100) / 100 + 0;
    return { previous: { units_sold, usd_gmv }, usd_gmv_change: complete ? usd_gmv_change : null };
  };
  const figures = (sales: readonly SaleLoad[], creator: string | undefined) => ({
    units_sold: sales.reduce((sum, { units_sold }) => sum + units_sold, 0),
    usd_gmv: cents(add(sales, 'usd_gmv')),
    gmv: creator === undefined ? null : cents(add(sales, 'gmv')),
    currency: creator === undefined ? null : (world.currencies.get(creator) ?? null),
  });
  const range = filter.average_usd_price_range as Bounds | undefined;
  for (const [key, { now }] of groups) {
    const { usd_gmv, units_sold } = figures(now, undefined);
    if (!lies(pricePer(usd_gmv, units_sold), range)) groups.delete(key);
  }
  const allThen = [...of('then'), ...(range === undefined ? alone : [])];
  const isShared = bys.includes('tag');
  const [allNow, earlier] = isShared ? [counted.now, counted.then] : [of('now'), allThen];
  const sum = { ...figures(allNow, onlyUid), ...changes(allNow, earlier) };
  const rows = [...groups].map(([written, { now: sales, then }]) => {
    const keys = JSON.parse(written) as Key[];
    const days = sales.map(({ date }) => date).sort();
    const row = figures(sales, bys.includes('creator') ? (keys[bys.indexOf('creator')] as string) : onlyUid);
    return {
      keys,
      own: sales,
      ...row,
      share: shareIn(row.usd_gmv, sum.usd_gmv),
      average_usd_price: pricePer(row.usd_gmv, row.units_sold),
      sales: sales.length,
      first_date: days[0] ?? null,
      last_date: days.at(-1) ?? null,
      ...changes(sales, then, keys),
    };
  });
  const isByPeriod = bys.some((one) => ['day', 'week', 'month'].includes(one));
  const items: BreakdownQuestion['orderby'] = orderby ?? (isByPeriod ? [] : [{ field: 'usd_gmv' }]);
  const compareKeys = (one: Key, other: Key, of: string): number => {
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return ['category', 'creator_category'].includes(of) ? Number(one) - Number(other) : one < other ? -1 : 1;
  };
  rows.sort((one, other) => {
    for (const { field, order } of items) {
      const [mine = null, its = null] = [one[field], other[field]];
      if (mine === its) continue;
      if (mine === null || its === null) return mine === null ? 1 : -1;
      return (its - mine) * (order === 'asc' ? -1 : 1);
    }
    return bys.reduce((sign, of, at) => sign || compareKeys(one.keys[at] ?? null, other.keys[at] ?? null, of), 0);
  });
  const answered = rows.map(({ keys, own, ...row }): ExpectedRow => {
    const one = { key: Array.isArray(by) ? keys : (keys[0] ?? null), ...row };
    salesOf.set(one, own);
    return one;
  });
  const largest = rows.map((row) => scaled(row.usd_gmv)).sort((one, other) => (one < other ? 1 : -1));
  const shareOf = (count: number) =>
    isShared ? null : shareIn(cents(largest.slice(0, count).reduce((all, one) => all + one, 0n)), sum.usd_gmv);
  return {
    ...{ sum, rows: answered, complete, previous_complete },
    ...{ top1_share: shareOf(1), top3_share: shareOf(3), top10_share: shareOf(10) },
    ...(compare && { total_now: rows.filter(({ sales }) => sales > 0).length }),
    ...{ from: endsOf(asked).from, to: endsOf(asked).to },
    previous_from: before[0] ?? null,
    previous_to: before.at(-1) ?? null,
  };
}

/** The field of a row that has each key. */
export const KEY_FIELDS: Readonly<Record<string, string>> = {
  creator: 'uid',
  product: 'product_id',
  shop: 'seller_id',
  category: 'category',
  video: 'video_id',
  live: 'room_id',
  channel: 'channel',
  day: 'date',
  region: 'region',
  week: 'week',
  month: 'month',
  follower_tier: 'follower_tier',
  price_band: 'price_band',
};

/** The same of the dimensions of sales, which worlds with `dimensionsOf` have. */
const DIMENSION_FIELDS = Object.fromEntries(DIMENSION_KEYS.map((name) => [name, name]));

/** A row of the answer as the oracle writes it. */
export function asComputed(by: string | readonly string[], row: Readonly<Record<string, unknown>>): ExpectedRow {
  const keyOf = (name: string) => {
    const field = KEY_FIELDS[name] ?? DIMENSION_FIELDS[name] ?? '';
    const own = row[field] as { id: number } | { min: number | null } | string | number | null;
    if (own === null || typeof own !== 'object') return own;
    return 'id' in own ? String(own.id) : (own.min ?? -1);
  };
  const key = typeof by === 'string' ? keyOf(by) : by.map(keyOf);
  const { units_sold, usd_gmv, gmv, currency, share, sales: facts, first_date, last_date } = row as never;
  const { previous, usd_gmv_change, average_usd_price } = row as never;
  const compared = previous === undefined ? {} : { previous, usd_gmv_change };
  const figures = { units_sold, usd_gmv, gmv, currency, share, average_usd_price, sales: facts, first_date, last_date };
  return { key, ...figures, ...compared };
}
