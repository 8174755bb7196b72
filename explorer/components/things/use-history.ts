import { useMemo } from 'preact/hooks';
import type { ChartSpec } from '../../model/charts.js';
import { fieldText } from '../../model/field-text.js';
import { formFields } from '../../model/form-fields.js';
import { endOfData, historySpan, newestPeriod, type Period } from '../../model/periods.js';
import { filterValues } from '../../model/request-body.js';
import type { Thing } from '../../model/things.js';
import { VIEWS } from '../../model/views.js';
import { usePeriods } from '../../service/use-periods.js';
import { useAnswers } from '../../service/use-answer.js';
import type { Rows } from '../../service/use-records.js';
import { useExplorer } from '../app/context.js';

/** The figures of a thing in one period. */
export type HistoryRow = Readonly<Record<string, number | string | null>>;

/**
 * The histories of things up to the chosen period; without one in the address, the newest complete week is chosen.
 * @param own the period of a record that has a time of its own, by the last second of the data
 */
export function useHistory(
  thing: Thing,
  ids: readonly string[],
  own?: (end: number | undefined) => string | undefined,
) {
  const { state, document: openApi, token } = useExplorer();
  const board = VIEWS[thing.boards[0] ?? 'sales'].board ?? 'topEcommerce';
  const periods = usePeriods(board);
  const list = (periods.success?.data.list ?? []).filter(({ ranking }) => ranking === board);
  const end = periods.success && endOfData(periods.success.data, 'sales');
  const chosen =
    state.filter.date_info ??
    (periods.success && (thing.history === undefined ? own?.(end) : newestPeriod(periods.success.data, board, 'week')));
  const span = chosen === undefined ? [] : historySpan(list, chosen);
  const [first, last] = [span[0], span.at(-1)];
  const path = thing.history?.path;
  const { region } = state.filter;
  const fields = useMemo(() => (path === undefined ? [] : formFields(openApi, path)), [openApi, path]);
  const requests =
    path === undefined || first === undefined || last === undefined
      ? []
      : ids.map((id) => ({
          path,
          body: filterValues(fields, {
            [thing.id]: id,
            date_type: first.date_type,
            from: first.date_value,
            to: last.date_value,
            ...(region !== undefined && fields.some(({ name }) => name === 'region') && { region }),
          }),
        }));
  return { periods, list, chosen, span, end, requests, history: useAnswers<Rows<HistoryRow>>(requests, token) };
}

/** The period of a row in a history that shows the chosen one: a range of days has days. */
export const periodOfRow = (chosen: string, row: HistoryRow | undefined): string =>
  `${chosen.startsWith('range:') ? 'day' : (chosen.split(':')[0] ?? '')}:${fieldText(row?.date_value)}`;

/** The labels of a chart by period; `partial` are those that the data does not cover yet. */
export function periodLabels(
  rows: readonly HistoryRow[],
  span: readonly Period[],
  partialLabel: (period: string) => string,
): Pick<ChartSpec, 'labels' | 'partial'> {
  const periods = rows.map(({ date_value }) => fieldText(date_value));
  const partial = periods.map((period) => span.some((own) => own.date_value === period && !own.complete));
  return { labels: periods.map((period, at) => (partial[at] === true ? partialLabel(period) : period)), partial };
}
