import { dayAt, dayNumber, firstDay, lastDay, periodOf, type PeriodType } from '../../src/common/period/period.js';
import { type FacetValue, intervalOf } from './facets.js';
import { readRange } from './field-text.js';
import { isDate } from './periods.js';

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
