import { useMemo } from 'preact/hooks';
import { withFilter } from '../../model/address.js';
import type { ChartSpec } from '../../model/charts.js';
import { columnsOf, isFigure } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatNumber, formatShort, formatShortUsd, formatUsd, formatValue } from '../../model/format.js';
import type { Lang } from '../../model/address.js';
import { recordSchema } from '../../model/open-api.js';
import type { Period } from '../../model/periods.js';
import { ChartCard } from '../charts/chart-card.js';
import { useExplorer } from '../app/context.js';
import type { HistoryRow } from './use-history.js';
import { periodLabels } from './use-history.js';

/** How a chart writes the figures of a field. */
export const chartFormat = (path: string, lang: Lang): Pick<ChartSpec, 'format' | 'short'> =>
  /gmv$/.test(path)
    ? { format: (value) => formatUsd(value, lang), short: (value) => formatShortUsd(value, lang) }
    : { format: (value) => formatNumber(value, lang), short: (value) => formatShort(value, lang) };

export const numberOf = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

interface HistoryProps {
  readonly rows: readonly HistoryRow[];
  /** `week:2026-26` */
  readonly chosen: string;
}

interface HistoryChartsProps extends HistoryProps {
  readonly charts: readonly (readonly string[])[];
  readonly span: readonly Period[];
}

/** Figures by period; a click on a period chooses it. */
export function HistoryCharts({ charts, rows, span, chosen }: HistoryChartsProps) {
  const { text, state, go, field: nameOf } = useExplorer();
  const specs = useMemo(
    () =>
      charts.map((paths): ChartSpec => {
        const [first = ''] = paths;
        return {
          title: paths.length > 1 ? text('gmvOverTime') : nameOf(first),
          kind: paths.length > 1 ? 'column' : 'line',
          ...periodLabels(rows, span, (period) => text('partial', { period })),
          series: paths.map((path) => ({ name: nameOf(path), values: rows.map((row) => numberOf(row[path])) })),
          ...chartFormat(first, state.lang),
          onPick: (at) =>
            go(withFilter(state, 'date_info', `${chosen.split(':')[0]}:${fieldText(rows[at]?.date_value)}`)),
        };
      }),
    [rows, state],
  );
  return (
    <div class="charts charts-two">
      {specs.map((spec) => (
        <ChartCard key={spec.title} spec={spec} labelsName={text('period')} />
      ))}
    </div>
  );
}

interface HistoryTableProps extends HistoryProps {
  readonly path: string;
  /** Of the record, for amounts in its currency. */
  readonly region: unknown;
}

/** The same figures and all others, the newest period first. */
export function HistoryTable({ path, rows, chosen, region }: HistoryTableProps) {
  const { document: openApi, field: nameOf, state, text } = useExplorer();
  const columns = useMemo(() => columnsOf(openApi, recordSchema(openApi, path)), [openApi, path]);
  return (
    <div class="table-holder" tabIndex={0} role="region" aria-label={text('figures')}>
      <table class="results">
        <thead>
          <tr>
            {columns.map(({ path: name, kind, description }) => (
              <th key={name} scope="col" title={description} class={isFigure(kind) ? 'figure' : ''}>
                {nameOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map((row) => (
            <tr key={fieldText(row.date_value)} aria-current={chosen.endsWith(`:${fieldText(row.date_value)}`)}>
              {columns.map((column) => (
                <td key={column.path} class={isFigure(column.kind) ? 'figure' : ''}>
                  {formatValue(column, row[column.path], region, state.lang)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
