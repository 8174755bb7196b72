import type { Period, PeriodType } from '../../period/period.js';

/** The figure that stands for a period: the latest of its days. */
export class LatestByPeriod {
  private readonly latest: Readonly<Record<PeriodType, Map<string, number>>> = {
    day: new Map(),
    week: new Map(),
    month: new Map(),
  };

  /** Takes a day's figure; days must come in ascending order. */
  set(periods: readonly Period[], figure: number): void {
    for (const { type, value } of periods) this.latest[type].set(value, figure);
  }

  of(period: Period | undefined): number | undefined {
    return period === undefined ? undefined : this.latest[period.type].get(period.value);
  }
}
