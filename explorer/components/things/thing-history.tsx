import { useMemo } from 'preact/hooks';
import { withFilter } from '../../model/address.js';
import type { ChartSpec } from '../../model/charts.js';
import { columnsOf, isFigure } from '../../model/columns.js';
import { formatValue } from '../../model/format.js';
import { recordSchema } from '../../model/open-api.js';
import type { Period } from '../../model/periods.js';
import { periodName } from '../../model/period-days.js';
import { fileNameOf } from '../../model/request-body.js';
import { isOfChannel } from '../../model/shown-view.js';
import { csvOf, saveFile } from '../../service/save-file.js';
import { DownloadIcon } from '../app/icons.js';
import { ChartCard } from '../charts/chart-card.js';
import { FigureTable } from '../charts/figure-table.js';
import { chartFormat } from '../charts/chart-format.js';
import { useExplorer } from '../app/context.js';
import { type HistoryRow, periodLabels, periodOfRow } from './use-history.js';

export const numberOf = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

interface HistoryProps {
  readonly rows: readonly HistoryRow[];
  /** `week:2026-26` */
  readonly chosen: string;
  readonly span: readonly Period[];
  readonly channel: string | undefined;
}

interface HistoryChartsProps extends HistoryProps {
  readonly charts: readonly (readonly string[])[];
}

/** Figures by period; a click on a period chooses it. */
export function HistoryCharts({ charts, rows, span, chosen, channel }: HistoryChartsProps) {
  const { text, state, go, field: nameOf } = useExplorer();
  const specs = useMemo(
    () =>
      charts.flatMap((all): ChartSpec[] => {
        const paths = all.filter((path) => isOfChannel(path, channel));
        const [first] = paths;
        if (first === undefined) return [];
        return [
          {
            title: all.length > 1 && channel === undefined ? text('gmvOverTime') : nameOf(first),
            kind: all.length > 1 ? 'column' : 'line',
            ...periodLabels(rows, span, (period) => text('partial', { period })),
            series: paths.map((path) => ({ name: nameOf(path), values: rows.map((row) => numberOf(row[path])) })),
            ...chartFormat(first, state.lang),
            onPick: (at) => go(withFilter(state, 'date_info', periodOfRow(chosen, rows[at]))),
          },
        ];
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
  /** What the file is named after. */
  readonly title: string;
}

/** The same figures and all others, the newest period first, and as a file. */
export function HistoryTable({ path, rows, chosen, span, channel, region, title }: HistoryTableProps) {
  const { document: openApi, field: nameOf, state, text, help } = useExplorer();
  const columns = useMemo(
    () => columnsOf(openApi, recordSchema(openApi, path)).filter((column) => isOfChannel(column.path, channel)),
    [openApi, path, channel],
  );
  const { partial } = periodLabels(rows, span, String);
  const nameOfRow = (row: HistoryRow, at: number): string => {
    const period = periodName(periodOfRow(chosen, row), state.lang);
    return partial?.[at] === true ? text('partial', { period }) : period;
  };
  const lines = rows.map((row, at) => ({ row, period: nameOfRow(row, at) })).reverse();
  const save = (): void => {
    const cells = lines.map(({ row, period }) =>
      columns.map((column) => (column.path === 'date_value' ? period : row[column.path])),
    );
    const name = fileNameOf(`${title} · ${lines.at(-1)?.period} – ${lines[0]?.period}`);
    saveFile(`${name}.csv`, csvOf([columns.map((column) => nameOf(column.path)), ...cells]));
  };
  return (
    <section class="edge" aria-label={text('figures')}>
      <header class="card-head">
        <h2>{text('figures')}</h2>
        <button type="button" class="button" onClick={save}>
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
