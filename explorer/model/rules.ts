import type { FieldKind } from './forms.js';
import { lastDays, lastDaysText, newestPeriod, type Period, type PeriodsData } from './periods.js';
import type { Ranking } from './views.js';

/** What a rule is read by. */
export interface RuleSources {
  readonly periods: PeriodsData;
  readonly ranking: Ranking | undefined;
  /** The last second of the data. */
  readonly end: number | undefined;
}

const SPANS = [7, 28, 30, 90];

/** The dates of a rule (`range:last28`, `last30`, `week:last`); undefined for a text that is none, or that no data tells. */
export function datesOf(text: string, { periods, ranking, end }: RuleSources): string | undefined {
  const [, type, count] = /^(?:(\w+):)?last(\d*)$/.exec(text) ?? [];
  if (type === undefined && count === undefined) return undefined;
  if (count === '') {
    const newest = ranking && newestPeriod(periods, ranking, type as Period['date_type']);
    return newest?.startsWith(`${type}:`) === true ? newest : undefined;
  }
  if (end === undefined) return undefined;
  return type === 'range' ? lastDaysText(end, Number(count)) : lastDays(end, Number(count));
}

/** The rule that gives these dates now; undefined where none does. */
export function ruleOf(kind: FieldKind, text: string, sources: RuleSources): string | undefined {
  const rules =
    kind === 'period'
      ? [...SPANS.map((count) => `range:last${count}`), 'day:last', 'week:last', 'month:last']
      : kind === 'times'
        ? SPANS.map((count) => `last${count}`)
        : [];
  return rules.find((rule) => datesOf(rule, sources) === text);
}

export const isRule = (text: string | undefined): boolean => /^(?:\w+:)?last\d*$/.test(text ?? '');
