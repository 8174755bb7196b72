import { Inject, Injectable } from '@nestjs/common';
import { tooManyRows } from '../common/errors/failure.js';
import { amountPer, exactSum } from '../common/numbers.js';
import { type DatedPeriod, dayNumber, firstDay, lastDay, MS_PER_DAY, shiftDay } from '../common/period/period.js';
import { marketDay, REGION_CODES } from '../common/regions.js';
import { requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import { allOf, someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { type Subject, subjectOf } from '../subjects/subjects.js';
import { inDays } from './fact-days.js';
import { FactGroups, type GroupedFacts, within } from './fact-groups.js';
import type { OTHER_FIELDS } from './figures.record.js';
import type { ListQuery } from './ranked-list.js';
import { RowBudget } from './row-budget.js';
import { AMOUNT_SUMS, amountOf } from './sums.js';

type Figures = Readonly<Partial<Record<keyof typeof OTHER_FIELDS, number | null>>>;

const VIDEOS = {
  ...({ records: 'videos', channel: 'video', id: 'video_id', time: 'publish_time', field: 'play_count' } as const),
  figures: ['period_videos', 'period_plays', 'usd_gmv_per_1000_plays'],
} as const;
const LIVES = {
  ...({ records: 'lives', channel: 'live', id: 'room_id', time: 'start_time', field: 'total_viewer_count' } as const),
  figures: ['period_lives', 'period_viewers', 'usd_gmv_per_1000_viewers'],
} as const;
type Content = typeof VIDEOS | typeof LIVES;

/** The subjects whose rows have these figures. */
export const CONVERTING: readonly Subject[] = ['creator', 'product', 'shop'];

export interface ConversionQuery extends Pick<ListQuery, 'subject' | 'key' | 'clauses' | 'filtered'> {
  readonly period: DatedPeriod | undefined;
  /** Only these rows; all without it. */
  readonly ids: readonly string[] | undefined;
}

/** What the videos of a row have: their number, their plays, and sales in ten-thousandths of those whose plays are loaded. */
type Totals = Readonly<Record<'count' | 'seen' | 'usd_gmv', number>>;
const NONE: Totals = { count: 0, seen: 0, usd_gmv: 0 };
/** Stands for plays that are not loaded. */
const NOT_LOADED = -1;

/** Reads figures of rows that their sales alone do not tell. */
@Injectable()
export class ConversionReader {
  constructor(
    private readonly groups: FactGroups,
    private readonly budget: RowBudget,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rankingMaxRows'>,
  ) {}

  /**
   * Returns the figures of a row by its id: those of videos, of live streams and of followers that `wanted` names some of.
   * @throws RequestFailure (400) for too many videos, and as `FactGroups.read` does
   */
  async read(query: ConversionQuery, wanted: readonly string[]): Promise<(id: string) => Figures> {
    const contents = [VIDEOS, LIVES].filter(({ figures }) => figures.some((name) => wanted.includes(name)));
    if (contents.length > 0) requestScope().isExpensive = true;
    const totals = await Promise.all(contents.map((content) => this.totals(content, query)));
    const followers = wanted.includes('follower_count')
      ? await this.groups.figuresOf('creators', 'uid', 'follower_count', query.ids ?? [])
      : undefined;
    return (id) => {
      const all = contents.map(({ figures }, at) => figuresOf(figures, totals[at]?.get(id), id));
      return Object.assign({}, ...all, followers && { follower_count: followers.get(id) ?? null }) as Figures;
    };
  }

  private async totals(content: Content, query: ConversionQuery): Promise<ReadonlyMap<string, Totals>> {
    const { records, channel, id, time, field } = content;
    const { subject, key, period, clauses, filtered, ids } = query;
    const facts = [inDays(period), ...clauses, term('channel', channel), ...within(key.field, ids)];
    const sold = new Map(await this.all(query, 'sales', [key.field, 'content_id'], facts));
    const sellers = new Map<string, string[]>();
    for (const [row, one] of [...sold.keys()].map(partsOf)) sellers.set(one, [...(sellers.get(one) ?? []), row]);
    // Other filters keep some sales of a row: nobody knows whether a video without a sale is about these.
    const own = [key.field, ...Object.keys(subjectOf(subject).dimensions?.make(undefined as never) ?? {})];
    const naming = subject === 'creator' ? 'uid' : records === 'videos' ? 'product_ids' : undefined;
    const name = filtered.every((one) => own.includes(one)) ? naming : undefined;
    const ofShops = subject === 'shop' && name !== undefined;
    const products = ofShops
      ? await this.all(query, 'products', ['product_id', 'seller_id'], within('seller_id', ids))
      : [];
    const shops = new Map(products.map(([pair]) => partsOf(pair)));
    const owners = ofShops && ids ? [...shops.keys()] : ids;
    const some = [within(id, [...sellers.keys()]), ...(name === undefined ? [] : [within(name, owners)])];
    const isSome = some.every(({ length }) => length > 0);
    const published = [publishedIn(time, period), ...(isSome ? [someOf(...some.flat())] : [])];
    const totals = new Map<string, Totals>();
    const counted = new Set<string>();
    for (const [named, plays] of await this.all(query, records, [id, name], published, field)) {
      const [one, owner = ''] = partsOf(named);
      for (const row of [...(sellers.get(one) ?? []), (ofShops ? shops.get(owner) : owner) ?? '']) {
        const pair = `${row}\n${one}`;
        if (row === '' || counted.has(pair)) continue;
        counted.add(pair);
        const { count, seen, usd_gmv } = totals.get(row) ?? NONE;
        const [more, amount] = plays === NOT_LOADED ? [0, 0] : [plays, sold.get(pair) ?? 0];
        totals.set(row, { count: count + 1, seen: seen + more, usd_gmv: usd_gmv + amount });
      }
    }
    return totals;
  }

  /** All groups by their keys, with a figure of records, or the USD GMV of sales. */
  private async all(
    { period }: ConversionQuery,
    facts: GroupedFacts['facts'],
    [field, second]: readonly [field: string, second?: string | undefined],
    clauses: readonly QueryClause[],
    figure?: string,
  ): Promise<(readonly [key: string, value: number])[]> {
    const metrics = figure ? { usd_gmv: { max: { field: figure, missing: NOT_LOADED } } } : AMOUNT_SUMS.usd_gmv;
    const others = second === undefined ? [] : [{ field: second, missing: '' }];
    const grouped = { facts, field, others, clauses, metrics };
    const limit = Math.min(this.config.rankingMaxRows, Math.floor(this.budget.rows / 4));
    const all: (readonly [key: string, value: number])[] = [];
    if (await this.groups.each(grouped, limit, (key, _facts, { usd_gmv = 0 }) => all.push([key, usd_gmv]))) return all;
    throw tooManyRows('date_info', period, limit, ['fewer_days']);
  }
}

const partsOf = (pair: string) => pair.split('\n') as [first: string, second: string];

/** The figures of a row by their names; null without an id. @throws RangeError when a sum may have been rounded */
function figuresOf(names: Content['figures'], { count, seen, usd_gmv }: Totals = NONE, row: string): Figures {
  const rate = seen < 1000 ? null : amountPer(amountOf({ usd_gmv }, 'usd_gmv', row), seen, 1000);
  const values = [count, exactSum(seen, names[1], row), rate];
  return Object.fromEntries(names.map((name, at) => [name, row === '' ? null : values[at]]));
}

/** Matches the records of a period by the day of their region’s clock, in UTC without a region. */
function publishedIn(time: string, period: DatedPeriod | undefined): QueryClause {
  if (period === undefined) return inDays(period);
  const [before, last] = [shiftDay(firstDay(period), -1), lastDay(period)];
  const between = (region: string | null): QueryClause => ({
    range: { [time]: { gte: endOf(region, before), lt: endOf(region, last) } },
  });
  const regions = REGION_CODES.map((region) => allOf(undefined, [term('region', region), between(region)]));
  return someOf(...regions, { bool: { filter: [between(null)], must_not: [terms('region', REGION_CODES)] } });
}

/** The first Unix second, from 0 on, after a day of a region’s clock. Clocks may skip midnight. */
function endOf(region: string | null, day: string): number {
  let [low = 0, high = 0] = [0, 2].map((days) => Math.max(0, ((dayNumber(day) + days) * MS_PER_DAY) / 1000));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((marketDay(region, middle) ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
