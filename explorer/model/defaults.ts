import type { State } from './address.js';
import type { FormField } from './form-fields.js';
import type { PeriodsData } from './periods.js';
import { endOfData, lastDays, newestPeriod } from './periods.js';
import type { View } from './views.js';

const FIRST_DAYS = 30;

/**
 * The state with what its operation requires: a board's newest whole month, the last thirty days of the data.
 * @param periods undefined where they could not be read; times then end today
 * @param now Unix seconds
 */
export function withRequired(
  state: State,
  view: View,
  fields: readonly FormField[],
  periods: PeriodsData | undefined,
  now: number,
): State {
  const filter = { ...state.filter };
  for (const { name, kind, required } of fields) {
    if (!required || filter[name] !== undefined) continue;
    const text =
      kind === 'times'
        ? lastDays((periods && endOfData(periods, view.newest)) ?? now, FIRST_DAYS)
        : kind === 'period' && periods !== undefined && view.board !== undefined
          ? newestPeriod(periods, view.board)
          : undefined;
    if (text !== undefined) filter[name] = text;
  }
  return { ...state, filter };
}

const MOST_PERIODS = { day: 60, week: 52, month: 24 } as const;
export type Step = keyof typeof MOST_PERIODS;
const isStep = (text: string | undefined): text is Step => text !== undefined && Object.hasOwn(MOST_PERIODS, text);

/** The state of a creator's page with a step and the newest periods that have boards. */
export function withHistorySpan(state: State, { list }: PeriodsData): State {
  const { date_type: given, from, to } = state.filter;
  const step = given === undefined ? 'week' : given;
  if (state.filter.uid === undefined || !isStep(step)) return state;
  const values = list.filter(({ date_type }) => date_type === step).map(({ date_value }) => date_value);
  const newest = [...new Set(values)].sort().slice(-MOST_PERIODS[step]);
  const [first, last] = [newest[0], newest.at(-1)];
  if (first === undefined || last === undefined) return state;
  return { ...state, filter: { ...state.filter, date_type: step, from: from ?? first, to: to ?? last } };
}
