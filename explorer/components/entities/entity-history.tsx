import { useEffect, useMemo } from 'preact/hooks';
import { isRegion, REGIONS } from '../../../src/common/regions.js';
import type { ChartSpec } from '../../model/charts.js';
import { historyColumns, isFigure } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { fileNameOf, filterValues, formFields } from '../../model/forms.js';
import { formatDays, formatLabel, formatValue } from '../../model/format.js';
import { daysOf, endOfData, historySpan, newestPeriod, type Period, periodName, reachOf } from '../../model/periods.js';
import { baseOfOther, coverageOf } from '../../model/page-days.js';
import { VIEWS } from '../../model/views.js';
import { isOfChannel } from '../../model/resolve-view.js';
import type { Entity } from '../../model/entity-pages.js';
import { csvOf, saveFile } from '../../service/save-file.js';
import { type Rows, useAnswers } from '../../service/use-answer.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { type Explorer, useExplorer } from '../app/context.js';
import { DownloadIcon } from '../app/controls.js';
import { FigureTable } from '../charts/chart-card.js';

/** The figures of an entity in one period. */
export type HistoryRow = Readonly<Record<string, number | string | null>>;

/**
 * The histories of entities up to the chosen period; without one in the address, the newest complete week is chosen.
 * @param own the period of a record that has a time of its own, by the last second of the data
 * @param isAsked whether the histories are asked for
 */
export function useHistory(
  entity: Entity,
  ids: readonly string[],
  own?: (end: number | undefined) => string | undefined,
  isAsked = true,
) {
  const { state, document: openApi } = useExplorer();
  const ranking = VIEWS[entity.rankings[0] ?? 'sales'].ranking ?? 'topEcommerce';
  const periods = usePeriods(ranking);
  const list = (periods.success?.data.list ?? []).filter((period) => period.ranking === ranking);
  const end = periods.success && endOfData(periods.success.data, 'sales');
  const chosen =
    state.filter.date_info ??
    (periods.success &&
      (entity.history === undefined ? own?.(end) : newestPeriod(periods.success.data, ranking, 'week')));
  const span = chosen === undefined ? [] : historySpan(list, chosen);
  const [first, last] = [span[0], span.at(-1)];
  const path = entity.history;
  const reach = reachOf(list, end);
  const { base } = state;
  const { level = 1 } = entity;
  const { region } = state.filter;
  const fields = useMemo(() => (path === undefined ? [] : formFields(openApi, path)), [openApi, path]);
  const requests =
    path === undefined || first === undefined || last === undefined
      ? []
      : ids.map((id) => ({
          path,
          body: filterValues(fields, {
            [entity.id]: id,
            ...(level > 1 && { level: String(level) }),
            date_type: first.date_type,
            from: first.date_value,
            to: last.date_value,
            ...(region !== undefined && fields.some(({ name }) => name === 'region') && { region }),
            ...(base && { compare_to: baseOfOther(chosen ?? '', base, first.date_type, first.date_value) }),
          }),
        }));
  return {
    periods,
    list,
    chosen,
    span,
    end,
    reach,
    coverage: coverageOf(chosen ?? '', base, reach),
    requests,
    history: useAnswers<Rows<HistoryRow>>(isAsked ? requests : []),
  };
}

/** The period of a row in a history that shows the chosen one: a range of days has days. */
export const periodOfRow = (chosen: string, row: HistoryRow | undefined): string =>
  `${chosen.startsWith('range:') ? 'day' : (chosen.split(':')[0] ?? '')}:${fieldText(row?.date_value)}`;

/** The labels of a chart by period; `partial` are those that the data does not cover yet. */
export function periodLabels(
  rows: readonly HistoryRow[],
  span: readonly Period[],
  { text, state }: Pick<Explorer, 'text' | 'state'>,
): Pick<ChartSpec, 'labels' | 'partial'> {
  const periods = rows.map(({ date_value }) => fieldText(date_value));
  const partial = periods.map((period) => span.some((own) => own.date_value === period && !own.complete));
  const labels = periods.map((period, at) => {
    const label = formatLabel(period, state.lang);
    return partial[at] === true ? text('partial', { period: label }) : label;
  });
  return { labels, partial };
}

/** The steps and the days of a history: `Week · Jun 30, 2025 – Jun 28, 2026`. */
export function spanName(span: readonly Period[], { choice, state }: Pick<Explorer, 'choice' | 'state'>): string {
  const [first, last] = [span[0], span.at(-1)].map(
    (period) => period && daysOf(`${period.date_type}:${period.date_value}`),
  );
  const steps = choice('date_type', span[0]?.date_type);
  return first && last ? `${steps} · ${formatDays(first.from, last.to, state.lang)}` : '';
}

export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

interface HistoryTableProps {
  readonly path: string;
  /** Undefined until they are here. */
  readonly rows: readonly HistoryRow[] | undefined;
  readonly onShown: () => void;
  /** `week:2026-26` */
  readonly chosen: string;
  readonly span: readonly Period[];
  readonly channel: string | undefined;
  /** Of the record, for amounts in its currency. */
  readonly region: unknown;
  /** What the file is named after. */
  readonly title: string;
}

/** Figures by period, the newest first, and as a file. */
export function HistoryTable({ path, rows = [], onShown, chosen, span, channel, region, title }: HistoryTableProps) {
  const explorer = useExplorer();
  useEffect(onShown, []);
  const { document: openApi, field: nameOf, state, text, help } = explorer;
  const columns = useMemo(
    () => historyColumns(openApi, path, state.base !== undefined).filter(({ path: own }) => isOfChannel(own, channel)),
    [openApi, path, channel, state.base],
  );
  const { partial } = periodLabels(rows, span, explorer);
  const nameOfRow = (row: HistoryRow, at: number): string => {
    const period = periodName(periodOfRow(chosen, row), state.lang);
    return partial?.[at] === true ? text('partial', { period }) : period;
  };
  const lines = rows.map((row, at) => ({ row, period: nameOfRow(row, at) })).reverse();
  const save = (): void => {
    const isLocal = columns.some(({ kind }) => kind === 'money');
    const currency = isLocal && typeof region === 'string' && isRegion(region) ? [REGIONS[region].currency] : [];
    const cells = lines.map(({ row, period }) => [
      ...columns.map((column) => (column.path === 'date_value' ? period : row[column.path])),
      ...currency,
    ]);
    const name = fileNameOf(`${title} · ${lines.at(-1)?.period} – ${lines[0]?.period}`);
    saveFile(
      `${name}.csv`,
      csvOf([[...columns.map((column) => nameOf(column.path)), ...currency.map(() => nameOf('currency'))], ...cells]),
    );
  };
  if (rows.length === 0) return null;
  return (
    <section class="edge" aria-label={text('figures')}>
      <header class="card-head">
        <h2>{text('figures')}</h2>
        <button class="button" onClick={save}>
          <DownloadIcon />
          {text('exportFigures')}
        </button>
      </header>
      <FigureTable
        label={text('figures')}
        class="table-holder"
        heads={columns.map(({ path: name, kind, description }) => ({
          name: nameOf(name),
          help: help(description),
          isText: !isFigure(kind),
        }))}
        rows={lines.map(({ row, period }) => ({
          name: period,
          isCurrent: chosen === periodOfRow(chosen, row),
          cells: columns.slice(1).map((column) => formatValue(column, row[column.path], region, state.lang)),
        }))}
      />
    </section>
  );
}
