import { Injectable } from '@nestjs/common';
import { UnavailableFailure } from '../common/errors/failure.js';
import { dayNumber, dayOf, MS_PER_DAY, shiftDay } from '../common/period/period.js';
import { type IndexKind, NEWEST } from '../common/record-kind.js';
import { lastDays } from '../http/validation/range.field.js';
import type { Range } from '../search/compiler/types.js';
import { NewestData } from '../search/state/newest-data.js';

const SECONDS_PER_DAY = MS_PER_DAY / 1000;

/** A range of no time, for `last` where nothing is loaded. */
const NO_TIME: Range = { min: 1, max: 0 };

/** The days that a time range with `last` stands for, as answers name them. */
type TimeDays = Partial<Record<'time_from' | 'time_to', string>>;

/** Gives time ranges that follow the data their bounds. */
@Injectable()
export class TimeRanges {
  constructor(private readonly newest: NewestData) {}

  /**
   * A request with bounds in each time range. @param index the records that it filters
   * @throws UnavailableFailure (503) when the newest data can't be read in time
   */
  async follow<Request extends { readonly filter: object }>(
    index: IndexKind,
    request: Request,
  ): Promise<{ readonly request: Request; readonly days: TimeDays }> {
    const ranges = Object.entries(request.filter as Readonly<Record<string, Range | undefined>>);
    const [name, range] = ranges.find(([, one]) => one?.last !== undefined) ?? [];
    if (name === undefined || range?.last === undefined) return { request, days: {} };
    const moments = await this.newest.moments();
    if (moments === null) throw new UnavailableFailure('search_late');
    const own = NEWEST.find(({ kind }) => kind === index)?.name ?? 'sales';
    const newest = moments.sales ?? moments[own];
    if (newest === null) return { request: { ...request, filter: { ...request.filter, [name]: NO_TIME } }, days: {} };
    const time_to = typeof newest === 'string' ? newest : dayOf(newest * 1000);
    const time_from = shiftDay(time_to, 1 - lastDays(range.last));
    const bounds = {
      min: Math.max(0, dayNumber(time_from) * SECONDS_PER_DAY),
      max: (dayNumber(time_to) + 1) * SECONDS_PER_DAY - 1,
    };
    return {
      request: { ...request, filter: { ...request.filter, [name]: bounds } },
      days: { time_from, time_to },
    };
  }
}
