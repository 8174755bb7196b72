import type { Lang, State } from './address.js';
import type { Column } from './columns.js';
import { formatNumber, formatPrice, formatShort, formatShortUsd, formatUsd, formatValue } from './format.js';

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
