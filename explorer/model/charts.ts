import { dayAt, dayNumber, firstDay, lastDay, periodOf, type PeriodType } from '../../src/common/period/period.js';
import type { Lang, State } from './address.js';
import type { Column } from './columns.js';
import { formatNumber, formatPrice, formatShort, formatShortUsd, formatUsd, formatValue, isDate } from './format.js';
import { type FacetValue, intervalOf } from './forms.js';
import { readRange } from './field-text.js';

/** How figures are written: in full, and as an axis has room for them. */
interface Written {
  readonly format: (value: number) => string;
  readonly short: (value: number) => string;
}

/** A row of figures of one name; null where nobody knows. */
export interface Series extends Partial<Written> {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Whether it is of the periods compared with: beside the others, never on top of them. */
  readonly isBefore?: boolean;
  /** What a tooltip calls its figures, where that differs by point. */
  readonly nameAt?: (at: number) => string;
}

/** The data of a chart and of its table. */
export interface ChartSpec extends Written {
  readonly title: string;
  /** `bar` lies, `column` stands; both are stacked where there are several series. `points` have their own x and y. */
  readonly kind: 'bar' | 'column' | 'line' | 'points';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Whether the data or the filter ends within the period of a label; none unless set. */
  readonly partial?: readonly boolean[];
  /** Whether lines are named next to the chart; nothing else on the page does. */
  readonly hasLegend?: boolean;
  /** Where a bar or point leads to, by its index. */
  readonly to?: (at: number) => State | undefined;
  /** Whether the first line is an area, which begins at 0. */
  readonly isArea?: boolean;
  /** What dots on the first line stand for, and where they are. */
  readonly dots?: { readonly name: string; readonly isAt: (at: number) => boolean };
  /** What else a tooltip says of a point. */
  readonly note?: (at: number) => readonly string[];
}

/** As many decimals as a step of an axis may have: no two steps read the same. */
const EXACT = 9;

/** Whether a field is an amount in USD. */
export const isUsd = (path: string): boolean => /usd_/.test(path);

/** How a chart writes the figures of a field. */
export const chartFormat = (path: string, lang: Lang): Written =>
  isUsd(path)
    ? { format: (value) => formatUsd(value, lang), short: (value) => formatShortUsd(value, lang, EXACT) }
    : { format: (value) => formatNumber(value, lang), short: (value) => formatShort(value, lang, EXACT) };

/** How a chart writes the figures of a column. */
export const columnFormat = ({ path, kind }: Column, lang: Lang): Written => ({
  format: (value) =>
    /(?:price|plays|viewers)$/.test(path) ? formatPrice(value, 'US', lang) : formatValue({ kind }, value, 'US', lang),
  short: (value) => (kind === 'usd' || kind === 'change' ? formatShortUsd : formatShort)(value, lang, EXACT),
});

const WIDE = 20;

/** Whether an axis shows the small ones of these figures only in powers. */
export const isWide = (values: readonly number[]): boolean =>
  Math.min(...values) > 0 && Math.max(...values) >= WIDE * Math.min(...values);

/** The steps that an axis of powers names: 1, 2 and 5 of each, where there are many only 1. */
export function namedSteps(steps: readonly number[]): number[] {
  const digits = (step: number): number => Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6));
  const named = steps.filter((step) => [1, 2, 5].includes(digits(step)));
  return named.length > 8 ? named.filter((step) => digits(step) === 1) : named;
}

/** The points that lie farthest from the others, the farthest first. */
export function outerPoints(places: readonly { readonly x: number; readonly y: number }[], most: number): number[] {
  const middle = (axis: 'x' | 'y'): number =>
    places.map((place) => place[axis]).sort((one, other) => one - other)[Math.floor(places.length / 2)] ?? 0;
  const [x, y] = [middle('x'), middle('y')];
  const far = places.map((place) => Math.hypot(place.x - x, place.y - y));
  return [...far.keys()].sort((one, other) => (far[other] ?? 0) - (far[one] ?? 0)).slice(0, most);
}

/** A name, cut only where there is no room for it. */
export function fitted(name: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name;
  const cut = (length: number): string => `${name.slice(0, length).trimEnd()}…`;
  let [fits, tooLong] = [0, name.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(cut(middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

const DAY = 86_400;

/** An interval of a time facet: its records, and whether the filter or the data ends within it. Unix seconds. */
export interface TimeBucket {
  readonly min: number;
  readonly max: number;
  readonly count: number;
  readonly measure: number | null;
  readonly isPartial: boolean;
}

const MOST_BUCKETS = 120;

/**
 * Adds the intervals without records to the values of a time facet.
 * @param text the range of the filter
 * @param end the last second of the data
 */
export function timeBuckets(values: readonly FacetValue[], text: string | undefined, end: number | undefined) {
  const found = new Map(values.map((value) => [(value.value as { readonly min: number }).min, value]));
  const known = [...found.keys()];
  const { min, max } = readRange(text ?? '');
  const bound = (given: string, otherwise: number): number =>
    given !== '' && isDate(Number(given)) ? Number(given) : otherwise;
  const interval = intervalOf(text);
  const fill = (from: number, to: number, most: number): TimeBucket[] => {
    const buckets: TimeBucket[] = [];
    for (let at = intervalAt(from, interval); at.start <= to; at = intervalAt(at.next, interval)) {
      if (buckets.length === most) return [];
      const last = at.next - 1;
      const isPartial = at.start < bound(min, at.start) || last > bound(max, last) || last > (end ?? last);
      const { count = 0, measure = null } = found.get(at.start) ?? {};
      buckets.push({ min: at.start, max: last, count, measure, isPartial });
    }
    return buckets;
  };
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const whole = fill(bound(min, first), Math.max(last, Math.min(bound(max, last), end ?? Infinity)), MOST_BUCKETS);
  return whole.length > 0 ? whole : fill(first, last, Infinity);
}

/** The first second of the interval of a moment, and that of the interval after it: UTC, weeks from Monday. */
function intervalAt(seconds: number, interval: PeriodType): { readonly start: number; readonly next: number } {
  const period = periodOf(interval, dayAt(Math.floor(seconds / DAY)));
  return { start: dayNumber(firstDay(period)) * DAY, next: (dayNumber(lastDay(period)) + 1) * DAY };
}
