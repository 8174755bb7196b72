import { useMemo } from 'preact/hooks';
import { withFilter } from '../../model/address.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { chosenColumns, recordColumns } from '../../model/columns.js';
import { LEVELS } from '../../model/entities.js';
import { pageOf, salesFilter } from '../../model/entity-pages.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { formatDays, formatHeading, formatLabel } from '../../model/format.js';
import { baseOf, daysOf, isCompared, periodName, rangeValue, seriesOf } from '../../model/period-days.js';
import { leaveOutCompared } from '../../model/resolve-view.js';
import type { SeriesPoint } from '../../../clients/typescript/src/schema.js';
import { useRecords } from '../../service/use-entities.js';
import { type Rows, useRows } from '../../service/use-records.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CoverageNotice, ProblemNotice } from '../app/notice.js';
import { NameLink } from '../app/state-link.js';
import { TokenPanel } from '../app/token.js';
import { ChartCard, FigureTable } from '../charts/chart-card.js';
import { useHistory } from '../entities/entity-history.js';
import { BREAKDOWN } from '../entities/key-table.js';
import { BaseField, PeriodField } from '../filters/period-field.js';
import { ResultSkeleton } from '../list/result-table.js';
import { useFigureRow } from './figure-row.js';
import type { Compared } from './use-comparison.js';

const FIGURES = ['usd_gmv', 'usd_gmv_change', 'share', 'average_usd_price', 'units_sold', 'creator_count'];

interface MarketRow {
  readonly region: string | null;
  readonly series?: readonly SeriesPoint[] | null;
}

/** The sales of one entity in several markets: a line for each, and their figures side by side. */
export function MarketComparison({ kind, level, ids }: Compared) {
  const { state, document: openApi, text, go, choice, field: nameOf } = useExplorer();
  const { lang, ticked: regions = [] } = state;
  const [id = ''] = ids;
  const entity = pageOf(kind, level);
  const asked = useRecords(entity, ids);
  const { periods, list, chosen = '', end, reach, coverage } = useHistory(entity, []);
  const whole = chosen === '' ? state : withFilter(state, 'date_info', chosen);
  useSettled(whole);
  const days = daysOf(chosen);
  const before = isCompared(coverage) ? baseOf(chosen, state.base) : undefined;
  const figures = before === undefined ? leaveOutCompared(FIGURES) : FIGURES;
  const categories = Object.fromEntries(Object.entries(state.filter).filter(([field]) => LEVELS.includes(field)));
  const sales = useRows<Rows<MarketRow>>(
    BREAKDOWN,
    days && salesFilter(entity, { id, channel: state.filter.channel, region: undefined }, categories),
    {
      by: 'region',
      ...days,
      ...(before && { compare_to: rangeValue(before) }),
      ...seriesOf(chosen),
      fields: ['region', 'series', ...figures],
      pagesize: 100,
    },
  );
  const known = useMemo(() => recordColumns(openApi, BREAKDOWN), [openApi]);
  const figureRow = useFigureRow();
  const rows = regions.map((own) => sales.success?.data.list.find(({ region }) => region === own));
  const names = regions.map((region) => choice('region', region));
  const spec = useMemo((): ChartSpec => {
    const points = rows.find((row) => row?.series)?.series ?? [];
    return {
      title: `${nameOf('usd_gmv')} · ${days ? formatDays(days.from, days.to, lang) : ''}`,
      kind: 'line',
      hasLegend: true,
      labels: points.map(({ date_value: day }) => formatLabel(day, lang)),
      series: rows.map((row, at) => ({
        name: names[at] ?? '',
        values: points.map((_, point) => row?.series?.[point]?.usd_gmv ?? 0),
      })),
      ...chartFormat('usd_gmv', lang),
    };
  }, [sales.success, names.join()]);
  const parts = [asked, periods, sales];
  const problem = parts.flatMap((part) => part.problem ?? [])[0];
  if (problem?.kind === 'token') return <TokenPanel refused />;
  const name = textAt(asked.records?.get(id), entity.record.names.title) || id;
  return (
    <>
      <div>
        <h2>
          <NameLink entity={kind} id={id} name={name} level={level} />
        </h2>
        <p class="about">{before && text('summaryBefore', { days: formatHeading(before, lang) })}</p>
      </div>
      {problem !== undefined && (
        <ProblemNotice problem={problem} onRetry={() => parts.forEach((part) => part.problem && part.retry())} />
      )}
      <div class="toolbar period-bar">
        {chosen !== '' && (
          <>
            <PeriodField
              text={chosen}
              onText={(given) => go(withFilter(whole, 'date_info', given))}
              periods={list}
              end={end}
            />
            <BaseField chosen={chosen} reach={reach} />
            <CoverageNotice {...coverage} />
          </>
        )}
      </div>
      {sales.success === undefined ? (
        problem === undefined && <ResultSkeleton />
      ) : (
        <section class={`comparison ${sales.loading ? 'stale' : ''}`} aria-label={text('figures')}>
          {spec.labels.length > 1 && (
            <div class="charts charts-one">
              <ChartCard spec={spec} labelsName={text('period')} />
            </div>
          )}
          <FigureTable
            label={text('figures')}
            class="table-holder"
            heads={[{ name: periodName(chosen, lang) }, ...names.map((own) => ({ name: own }))]}
            rows={chosenColumns(known, figures).map((column) =>
              figureRow(
                nameOf(column.path),
                column,
                // A market without a row sold nothing, at no price.
                rows.map((row) => (row || column.path.endsWith('price') ? valueAt(row, column.path) : 0)),
              ),
            )}
          />
          <p class="hint">{text('compareBase', { name: names[0] ?? '' })}</p>
        </section>
      )}
    </>
  );
}
