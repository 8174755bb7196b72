import type { PreviousSales, RankingSum, SeriesPoint } from '../../clients/typescript/src/schema.js';
import { dayNumber, isDay, periodOf, shiftDay } from '../../src/common/period/period.js';
import { REGION_PATHS } from './columns.js';
import { fieldText, textAt, valueAt } from './field-text.js';
import { formatChange, formatClock, growthOf } from './format.js';
import type { Lang } from './address.js';
import { type Days, daysOf } from './periods.js';
import { ROW_NAMES } from './views.js';

/** How a figure changed: `+$1,200 (+12.5%)`; no percent of nothing. */
export function changeText(value: number, before: number, format: (value: number) => string, lang: Lang): string {
  const growth = growthOf(value, before);
  const percent = growth === undefined ? '' : ` (${formatChange(growth, lang)})`;
  return `${value > before ? '+' : ''}${format(value - before)}${percent}`;
}

/** The order of what a page says of a thing: what it sold, at which price, people, counts; last what is none of them. */
const TILES = [/gmv/, /units_sold/, /price/, /(?:follower|creator|viewer)_count/, /_count$|rat(?:e|ing)/];

export function inTileOrder<Tile extends { readonly path: string }>(tiles: readonly Tile[]): Tile[] {
  const placeOf = ({ path }: Tile): number => {
    const place = TILES.findIndex((pattern) => pattern.test(path));
    return place < 0 ? TILES.length : place;
  };
  return [...tiles].sort((one, other) => placeOf(one) - placeOf(other));
}

export interface StripFigure {
  readonly path: 'usd_gmv' | 'units_sold' | 'average_usd_price';
  /** Undefined where nothing was sold. */
  readonly value: number | undefined;
  readonly before: number | undefined;
}

/** The figures of a strip: sales, units, and the price that is their quotient. */
export function stripFigures({ previous, ...now }: RankingSum): StripFigure[] {
  const average = ({ usd_gmv, units_sold }: PreviousSales): number | undefined =>
    units_sold > 0 ? usd_gmv / units_sold : undefined;
  return inTileOrder<StripFigure>([
    ...(['usd_gmv', 'units_sold'] as const).map((path) => ({ path, value: now[path], before: previous?.[path] })),
    { path: 'average_usd_price', value: average(now), before: previous ? average(previous) : undefined },
  ]);
}

/** The days of a point that are in the period, and those that they are compared with: the first with the first. */
export function pointDays(
  { date_value: value }: Pick<SeriesPoint, 'date_value'>,
  now: Days,
  before: Days | undefined,
): { readonly own: Days; readonly other: Days | undefined } {
  const { from, to } = daysOf(`${value.length > 7 ? 'day' : 'week'}:${value}`) ?? now;
  const own = { from: from < now.from ? now.from : from, to: to > now.to ? now.to : to };
  if (before === undefined) return { own, other: undefined };
  const by = dayNumber(before.from) - dayNumber(now.from);
  const [first, last] = [shiftDay(own.from, by), shiftDay(own.to, by)];
  return { own, other: first > before.to ? undefined : { from: first, to: last > before.to ? before.to : last } };
}

/** A video or a live stream on the curve, where it came out. */
export interface Dot {
  readonly entity: 'video' | 'live';
  readonly id: string;
  readonly name: string;
  readonly usd_gmv: number;
  /** The point that it stands on. */
  readonly at: number;
}

const MOST_DOTS = 5;
/** What is smaller than this part of all sales has no dot. */
export const DOT_PART = 0.02;
const TIMES = { video: 'video.publish_time', live: 'live.start_time' } as const;

/** The largest of these rows that came out in the period of the curve, by the clocks of their markets. @param sum all sales */
export function dotsOf(
  all: Readonly<Partial<Record<Dot['entity'], readonly unknown[] | undefined>>>,
  points: readonly SeriesPoint[],
  sum: number,
): Dot[] {
  const rows = (['video', 'live'] as const).flatMap((entity) => (all[entity] ?? []).map((row) => ({ entity, row })));
  const dots = rows.flatMap(({ entity, row }): Dot[] => {
    const names = ROW_NAMES[entity];
    const [time, usd_gmv] = [valueAt(row, TIMES[entity]), valueAt(row, 'usd_gmv')];
    if (typeof time !== 'number' || typeof usd_gmv !== 'number' || usd_gmv < DOT_PART * sum) return [];
    const region = REGION_PATHS.map((path) => valueAt(row, path)).find((own) => typeof own === 'string');
    const day = formatClock(time, fieldText(region)).slice(0, 10);
    const week = isDay(day) ? periodOf('week', day).value : '';
    const at = points.findIndex(({ date_value: value }) => value === day || value === week);
    const id = textAt(row, names.id);
    return at < 0 ? [] : [{ entity, id, name: textAt(row, names.title) || id, usd_gmv, at }];
  });
  return dots.sort((one, other) => other.usd_gmv - one.usd_gmv).slice(0, MOST_DOTS);
}

/** The points of a line in a box, from 0 on; empty for fewer than two. */
export function sparkPoints(values: readonly (number | null)[], width: number, height: number): string {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (points.length < 2) return '';
  const [low, high] = [
    Math.min(0, ...points.map(({ value }) => value)),
    Math.max(0, ...points.map(({ value }) => value)),
  ];
  return points
    .map(({ value, at }) => {
      const [x, y] = [at / (values.length - 1), (value - low) / (high - low || 1)];
      return `${+(width * x).toFixed(1)},${+(height * (1 - y)).toFixed(1)}`;
    })
    .join(' ');
}
