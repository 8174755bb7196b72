import type { SaleLoad } from '../../../src/figures/facts.record.js';
import { currencyOf } from '../../../src/common/regions.js';
import {
  type AskedType,
  type Bounds,
  categoryOf,
  type DateType,
  type FactWorld,
  inOrder,
  isIn,
  lies,
  percentOf,
  periodAt,
  pricePer,
  salesOf,
  someDayOf,
  sumExactly,
  sumOf,
  valueBefore,
} from './rankings.oracle.js';
import {
  DIMENSION_FILTERS,
  DIMENSION_KEYS,
  dimensionsIn,
  isKept,
  keysOf,
  type SaleDimensions,
} from './sale-dimensions.oracle.js';

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

const dimensions = new WeakMap<FactWorld, Map<string, SaleDimensions>>();

/** What the sales of a world have of their records, made once: dates of a region take long. */
export function dimensionsBy(world: FactWorld): (sale: SaleLoad) => SaleDimensions {
  const made = dimensions.get(world) ?? new Map<string, SaleDimensions>();
  dimensions.set(world, made);
  return (sale) => {
    const one = made.get(sale.id) ?? dimensionsIn(world, sale);
    made.set(sale.id, one);
    return one;
  };
}

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

function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first figure of the step that a figure is in. */
const stepOf = (steps: readonly number[], figure: number | null | undefined): number | null =>
  typeof figure === 'number' ? Math.max(...steps.filter((step) => step <= figure)) : null;

const shopOf = ({ products }: FactWorld, id: string) => products.get(id)?.shop?.seller_id ?? null;
const regionOf = ({ creators }: FactWorld, uid: string) => creators.get(uid)?.region ?? null;
/** Of products in USD, whose rate is 1. */
const usdPriceOf = ({ products }: FactWorld, id: string) => {
  const { region, floor_price } = products.get(id) ?? {};
  return region === 'US' ? floor_price : null;
};

type KeyOf = (sale: SaleLoad, world: FactWorld, level: number) => Key | undefined;
const keyOf: Readonly<Record<string, KeyOf>> = {
  creator: ({ uid }) => uid,
  product: ({ product_id }) => product_id,
  shop: ({ product_id }, world) => shopOf(world, product_id),
  category: (sale, world, level) => {
    const id = categoryOf(world, sale, level);
    return id === null ? null : String(id);
  },
  video: ({ channel, content_id }) => (channel === 'video' ? content_id : undefined),
  live: ({ channel, content_id }) => (channel === 'live' ? content_id : undefined),
  channel: ({ channel }) => channel,
  day: ({ date }) => date,
  week: ({ date }) => periodAt('week', date),
  month: ({ date }) => periodAt('month', date),
  follower_tier: ({ uid }, { creators }) =>
    stepOf([0, 1000, 10_000, 100_000, 1_000_000], creators.get(uid)?.follower_count),
  price_band: ({ product_id }, world) => stepOf([0, 1, 2, 5, 10, 20, 50, 100, 200, 500], usdPriceOf(world, product_id)),
  region: ({ uid }, world) => regionOf(world, uid),
};

/** All keys of a sale: none where it has no row, several of its tags. */
function keysBy(by: string, sale: SaleLoad, world: FactWorld, level: number): readonly Key[] {
  if (DIMENSION_KEYS.some((name) => name === by)) return keysOf(by, dimensionsBy(world)(sale));
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

function isAskedFor(sale: SaleLoad, { filter, from, to }: AskedDays, world: FactWorld): boolean {
  const listed = (name: string) => (filter[name] === undefined ? undefined : ([filter[name]].flat() as unknown[]));
  const has = (name: string, value: unknown): boolean => listed(name)?.includes(value) ?? true;
  const [videos, rooms] = [listed('video_id'), listed('room_id')];
  const isContent =
    (videos === undefined && rooms === undefined) ||
    (sale.channel === 'video' && videos?.includes(sale.content_id) === true) ||
    (sale.channel === 'live' && rooms?.includes(sale.content_id) === true);
  return (
    from <= sale.date &&
    sale.date <= to &&
    (!DIMENSION_FILTERS.some((name) => name in filter) || isKept(filter, dimensionsBy(world)(sale))) &&
    isContent &&
    [1, 2, 3].every((level) => has(`l${level}_category_id`, categoryOf(world, sale, level))) &&
    has('uid', sale.uid) &&
    has('product_id', sale.product_id) &&
    has('seller_id', shopOf(world, sale.product_id)) &&
    has('region', regionOf(world, sale.uid)) &&
    has('channel', sale.channel)
  );
}

export function breakdownOf(question: BreakdownQuestion, world: FactWorld) {
  const { by, level = 1, filter, orderby, compare_to } = question;
  const isByChange = orderby?.some(({ field }) => field === 'usd_gmv_change') === true;
  const { compare = compare_to !== undefined || isByChange } = question;
  const { asked, before } = spansOf(question);
  const endsOf = (days: readonly string[]) => ({ filter, from: days[0] ?? '', to: days.at(-1) ?? '' });
  const facts = [...world.sales.values()];
  const known = facts.map(({ date }) => date).sort();
  const reach = (begin: string, end: string) => (known.at(0) ?? '9') <= begin && end <= (known.at(-1) ?? '');
  const complete = reach(endsOf(asked).from, endsOf(asked).to);
  const previous_complete = before.length > 0 && reach(endsOf(before).from, endsOf(before).to);
  const then = (previous_complete ? facts : []).filter((sale) => isAskedFor(sale, endsOf(before), world));
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
  for (const sale of facts) if (isAskedFor(sale, endsOf(asked), world)) put(sale, 'now');
  if (compare) for (const sale of then) put(sale, 'then');
  const uids = filter.uid === undefined ? [] : ([filter.uid].flat() as string[]);
  const [onlyUid] = uids.length === 1 ? uids : [];
  const of = (time: 'now' | 'then') => [...groups.values()].flatMap((group) => group[time]);
  const changes = (now: readonly SaleLoad[], then: readonly SaleLoad[], keys: readonly Key[] = []) => {
    if (!compare) return {};
    const hasPartner = bys.every(
      (one, at) => !PERIODS.includes(one) || !keys[at] || isPaired(one as DateType, String(keys[at]), asked, before),
    );
    if (!previous_complete || !hasPartner) return { previous: null, usd_gmv_change: null };
    const { units_sold, usd_gmv } = figures(then, undefined);
    const usd_gmv_change = sumExactly([figures(now, undefined).usd_gmv, -usd_gmv]);
    return { previous: { units_sold, usd_gmv }, usd_gmv_change: complete ? usd_gmv_change : null };
  };
  const figures = (sales: readonly SaleLoad[], creator: string | undefined) => ({
    units_sold: sales.reduce((sum, { units_sold }) => sum + units_sold, 0),
    usd_gmv: sumOf(sales, (sale) => sale.usd_gmv),
    gmv: creator === undefined ? null : sumOf(sales, (sale) => sale.gmv),
    currency: creator === undefined ? null : currencyOf(regionOf(world, creator)),
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
      share: percentOf(row.usd_gmv, sum.usd_gmv),
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
      if (mine !== its) return inOrder(mine, its, order);
    }
    return bys.reduce((sign, of, at) => sign || compareKeys(one.keys[at] ?? null, other.keys[at] ?? null, of), 0);
  });
  const answered = rows.map(({ keys, own, ...row }): ExpectedRow => {
    const one = { key: Array.isArray(by) ? keys : (keys[0] ?? null), ...row };
    salesOf.set(one, own);
    return one;
  });
  const largest = rows.map((row) => row.usd_gmv).sort((one, other) => other - one);
  const shareOf = (count: number) => (isShared ? null : percentOf(sumExactly(largest.slice(0, count)), sum.usd_gmv));
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

/** A row of the answer as the oracle writes it. */
export function asComputed(by: string | readonly string[], row: Readonly<Record<string, unknown>>): ExpectedRow {
  const keyOf = (name: string) => {
    const own = row[KEY_FIELDS[name] ?? name] as { id: number } | { min: number | null } | string | number | null;
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
