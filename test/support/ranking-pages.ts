import { jest } from '@jest/globals';
import type { Random } from '../../dev/seed/random.js';
import { shiftDay } from '../../src/common/period/period.js';
import { RankingLists } from '../../src/figures/ranked-lists.js';
import { RankingWindows } from '../../src/figures/ranked-list.js';
import type { TestApp } from './app.js';
import { drawProduct, drawWorld, NOTABLE_DAYS, withContents } from './fact-world.js';
import {
  type AskedType,
  DATE_TYPES,
  type FactWorld,
  marketOf,
  periodsWithFacts,
  sortItem,
} from './oracle/rankings.oracle.js';
import { expectedSelling, type Subject } from './oracle/selling.oracle.js';

/**
 * First pages end after five rows, and places in the period before after eighteen. More than ten rows are read, because
 * the share of the ten largest is shown.
 */
export const SMALL = { fewFacts: 0, rows: 5, read: 12, places: 18, depths: [15, 24], fewOfShards: -1 };

export type Row = Readonly<Record<string, unknown>>;
export interface Page {
  readonly total: number;
  readonly list: readonly Row[];
  readonly previous_place_limit: number | null;
}

export interface Ranking {
  readonly path: string;
  readonly id: string;
  readonly subject?: Subject;
  readonly orders: readonly string[];
  readonly filters: Readonly<Record<string, readonly unknown[]>>;
}

const UIDS = [['9'], ['10', 'a', 'B', '1000', 'nobody'], ['9', '10', 'a', 'B', 'ü', '1000', '1007', '1014']];
const SELLING = { ecommerce_type: [1, 2], channel: ['video', 'live'], uid: UIDS };
const CONTENT = { product_category_id: [910_001, 910_002], product_id: [['p1', 'p2', 'p3', 'p4'], ['p70']] };
const ORDERS = ['usd_gmv', 'usd_gmv:asc', 'units_sold', 'units_sold:asc', 'average_usd_price', 'usd_gmv_change'];

export const RANKINGS: readonly Ranking[] = [
  {
    path: '/creator/v1/rank/topEcommerce',
    id: 'uid',
    orders: ['creator_usd_gmv', 'creator_usd_gmv:asc'],
    filters: { region: ['US', 'GB'], ecommerce_type: [1, 2], ...CONTENT },
  },
  {
    path: '/product/v1/rank/topSelling',
    id: 'product_id',
    subject: 'product',
    orders: ORDERS,
    filters: { region: ['US', 'GB'], ...SELLING },
  },
  {
    path: '/shop/v1/rank/topSelling',
    id: 'seller_id',
    subject: 'shop',
    orders: ORDERS,
    filters: { region: ['US'], ...SELLING },
  },
  {
    path: '/category/v1/rank/topSelling',
    id: 'category',
    subject: 'category',
    orders: ORDERS,
    filters: { region: ['US', 'GB'], ...SELLING },
  },
  {
    path: '/video/v1/rank/topSelling',
    id: 'video_id',
    subject: 'video',
    orders: ORDERS,
    filters: { region: ['US'], ...CONTENT },
  },
  {
    path: '/live/v1/rank/topSelling',
    id: 'room_id',
    subject: 'live',
    orders: ORDERS,
    filters: { uid: [['9', '10', 'a']], ...CONTENT },
  },
];

/** Facts of many products, shops, videos and live streams. */
export function drawRankedWorld(random: Random): FactWorld {
  const world = withContents(drawWorld(random, 60, 60), random);
  for (let at = 1; at <= 66; at += 1) {
    const product = drawProduct(`p${at}`, random);
    const seller_id = random.chance(0.9) ? `s${random.whole(1, 25)}` : null;
    world.products.set(product.product_id, { ...product, shop: { seller_id, name: seller_id && `Shop ${seller_id}` } });
  }
  for (const [id, sale] of world.sales) world.sales.set(id, { ...sale, product_id: `p${random.whole(1, 70)}` });
  return world;
}

/** Bounds the rows of first pages of an application. @returns its reads of whole lists */
export function watchLists({ app }: TestApp, rows: number) {
  Object.assign(app.get(RankingWindows, { strict: false }), { bounds: { ...SMALL, rows } });
  const lists = app.get(RankingLists, { strict: false });
  return jest.spyOn(lists as unknown as { whole: () => Promise<unknown> }, 'whole');
}

function drawPeriod(random: Random, world: FactWorld): readonly [AskedType, string] {
  if (random.chance(0.5)) {
    const type = random.pick(DATE_TYPES);
    return [type, random.pick(periodsWithFacts(type, world.sales.values()))];
  }
  const from = random.pick(NOTABLE_DAYS);
  return ['range', `${from}~${shiftDay(from, random.pick([6, 27, 91]))}`];
}

export interface DrawnPage {
  readonly body: {
    readonly filter: Readonly<Record<string, unknown>>;
    readonly page: number;
    readonly pagesize: number;
  };
  readonly type: AskedType;
  readonly value: string;
  /** The filter without its period. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly order: string | undefined;
}

export function drawPage(random: Random, { orders, filters }: Ranking, world: FactWorld): DrawnPage {
  const [type, value] = drawPeriod(random, world);
  const picked = Object.entries(filters).filter(() => random.chance(0.2));
  const filter: Record<string, unknown> = Object.fromEntries(picked.map(([name, of]) => [name, random.pick(of)]));
  if ('channel' in filter) delete filter['ecommerce_type'];
  const ofType = ['', 'video_usd_gmv', 'live_usd_gmv'][Number(filter['ecommerce_type'] ?? 0)];
  const drawnOrder = random.chance(0.3) ? undefined : random.pick(orders);
  const order = ofType && drawnOrder ? drawnOrder.replace(/^(creator_)?usd_gmv(?=:|$)/, ofType) : drawnOrder;
  const orderby = order === undefined ? undefined : [sortItem(order)];
  const body = {
    filter: { ...filter, date_info: { type, value } },
    ...{ orderby, pagesize: random.pick([1, 2, 5, 7]), page: random.pick([1, 1, 2, 3]) },
  };
  return { body, type, value, filter, order };
}

/** What a page must have by a brute-force computation; places beyond those that are told are null. */
export function computedPage(world: FactWorld, subject: Subject, { body, type, value, filter, order }: DrawnPage) {
  const rows = expectedSelling(world, subject, type, value, filter, order === undefined ? undefined : [order]);
  const from = (body.page - 1) * body.pagesize;
  const onPage = rows.slice(from, from + body.pagesize);
  const isBeyond = (row: object, name: string): boolean =>
    Number((row as Readonly<Record<string, unknown>>)[name]) > SMALL.places;
  const [by, byFigure] = ['previous_rank', 'previous_rank_by_figure'] as const;
  return {
    total: rows.length,
    list: onPage.map((row) => ({
      ...row,
      ...(isBeyond(row, by) && { [by]: null }),
      ...(isBeyond(row, byFigure) && { [byFigure]: null, rank_change: null }),
    })),
    previous_place_limit: onPage.some((row) => isBeyond(row, by) || isBeyond(row, byFigure)) ? SMALL.places : null,
    ...marketOf(rows),
  };
}
