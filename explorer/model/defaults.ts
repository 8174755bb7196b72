import type { State } from './address.js';
import type { FormField } from './form-fields.js';
import { endOfData, lastDays, newestPeriod, type PeriodsData } from './periods.js';
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
