import { firstDay, isRefusal, lastDay, readPeriod } from '../../src/common/period/period.js';

/** The first and last day of a period; undefined when its text is not valid. */
export function daysOf(chosen: string): { readonly from: string; readonly to: string } | undefined {
  const [type, value = ''] = chosen.split(':');
  if (type !== 'day' && type !== 'week' && type !== 'month') return undefined;
  const period = readPeriod(type, value);
  return isRefusal(period) ? undefined : { from: firstDay(period), to: lastDay(period) };
}
