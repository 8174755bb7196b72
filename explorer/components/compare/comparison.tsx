import { useMemo } from 'preact/hooks';
import { withFilter } from '../../model/address.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { historyColumns, isFigure, recordColumns } from '../../model/columns.js';
import { pageOf } from '../../model/entity-pages.js';
import { formatDays } from '../../model/format.js';
import { periodName } from '../../model/period-days.js';
import { CloseIcon, NamedSelect } from '../app/controls.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CoverageNotice, ProblemNotice } from '../app/notice.js';
import { NameLink } from '../app/state-link.js';
import { TokenPanel } from '../app/token.js';
import { ChartCard, FigureTable } from '../charts/chart-card.js';
import { numberOf, periodLabels, periodOfRow, spanName } from '../entities/entity-history.js';
import { PeriodField } from '../filters/period-field.js';
import { filtersInWords } from '../list/active-filters.js';
import { Chip } from '../list/chip.js';
import { withComparison } from '../list/compare-bar.js';
import { ResultSkeleton } from '../list/result-table.js';
import { useFigureRow } from './figure-row.js';
import { type Compared, useComparison } from './use-comparison.js';

/** The figure of a day, which has the sales of all channels alone, without their prefix. */
const dayFigure = (path: string): string => path.replace(/^creator_/, '');
const OF_DAYS = ['usd_gmv', 'units_sold'];

/** Entities of a kind: one chart, and their figures side by side. */
export function Comparison({ kind, level, ids }: Compared) {
  const explorer = useExplorer();
  const { state, document: openApi, text, go, choice, field: nameOf } = explorer;
  const comparison = useComparison({ kind, level, ids });
  const { chosen, span, days, isNarrow, isRanked, histories, others, left, problem, nameOfId } = comparison;
  const path = pageOf(kind, level).history ?? '';
  const figureRow = useFigureRow();
  const whole = chosen === undefined ? state : { ...state, filter: { ...state.filter, date_info: chosen } };
  useSettled(whole);
  // Amounts in local currencies can't be compared.
  const columns = useMemo(
    () => historyColumns(openApi, path).filter(({ kind: type }) => isFigure(type) && type !== 'money'),
    [openApi, path],
  );
  const ranked = useMemo(() => recordColumns(openApi, comparison.rankingPath), [openApi, comparison.rankingPath]);
  const compared = columns.filter((column) => !isRanked || ranked.some((own) => own.path === column.path));
  // Rates as text have no line.
  const drawn = columns.filter(
    ({ kind: type, path: own }) => type !== 'percent' && (!isNarrow || OF_DAYS.includes(dayFigure(own))),
  );
  const isDrawn = drawn.find(({ path: own }) => own === state.measure);
  const shown = (isDrawn ?? columns.find((column) => column.kind === 'usd'))?.path ?? '';
  const names = ids.map(nameOfId);
  const spec = useMemo((): ChartSpec => {
    return {
      title: `${nameOf(shown)} · ${isNarrow && days ? formatDays(days.from, days.to, state.lang) : spanName(span, explorer)}`,
      kind: 'line',
      ...periodLabels(histories[0] ?? [], span, { text, state }),
      series: histories.map((rows, at) => ({
        name: names[at] ?? '',
        values: rows.map((row) => numberOf(row[isNarrow ? dayFigure(shown) : shown])),
      })),
      ...chartFormat(shown, state.lang),
      to: (at) => withFilter(whole, 'date_info', periodOfRow(isNarrow ? 'range:' : (chosen ?? ''), histories[0]?.[at])),
    };
  }, [comparison.answers, shown, names.join(), state]);
  if (problem?.kind === 'token') return <TokenPanel refused />;
  // Names and periods come first: a part that came late would push the others down.
  if (problem === undefined && (comparison.records === undefined || chosen === undefined))
    return <ResultSkeleton key="before" />;
  const leaveOut = (id: string) => (): void => {
    const rest = ids.filter((other) => other !== id);
    go(withComparison(whole, kind, rest));
  };
  const { marketRows } = comparison;
  const regions = [...new Set(marketRows.flat().map(({ region }) => region))];
  return (
    <>
      <div class="chips">
        {ids.map((id, at) => (
          <span key={id} class="chip chip-series" style={{ '--series': `var(--series-${at + 1})` }}>
            {nameOfId(id)}
            {comparison.isMissing(id) && ` (${text('missingHeading')})`}
            {ids.length > 2 && (
              <button aria-label={text('remove', { name: nameOfId(id) })} onClick={leaveOut(id)}>
                <CloseIcon />
              </button>
            )}
          </span>
        ))}
        {filtersInWords(explorer, comparison.rankingFields, others, comparison.catalogue).map(({ name, words }) => (
          <Chip
            key={name}
            isOff={left.includes(name)}
            words={left.includes(name) ? text('leftOut', { names: words }) : words}
            onRemove={() => go(withFilter(whole, name, ''))}
          />
        ))}
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={comparison.retry} />}
      <div class="toolbar period-bar">
        {chosen !== undefined && (
          <>
            <PeriodField
              text={chosen}
              onText={(given) => go(withFilter(whole, 'date_info', given))}
              periods={comparison.list}
              end={comparison.end}
            />
            <NamedSelect
              name={text('figure')}
              value={shown}
              options={drawn.map(({ path: figure }) => [figure, nameOf(figure)])}
              onChoose={(measure) => go({ ...whole, measure })}
            />
            <CoverageNotice complete={comparison.coverage.complete} />
          </>
        )}
      </div>
      {!comparison.isWhole ? (
        problem === undefined && <ResultSkeleton />
      ) : (
        <section class={`comparison ${comparison.isStale ? 'stale' : ''}`} aria-label={text('figures')}>
          <div class="charts charts-one">
            <ChartCard spec={spec} labelsName={text('period')} />
          </div>
          <FigureTable
            label={text('figures')}
            class="table-holder"
            heads={[
              { name: chosen && periodName(chosen, state.lang) },
              ...ids.map((id) => ({ name: <NameLink entity={kind} id={id} name={nameOfId(id)} level={level} /> })),
            ]}
            rows={[
              ...compared.map((column) =>
                figureRow(
                  nameOf(column.path),
                  column,
                  ids.map((_, at) => comparison.figureOf(at, column.path)),
                ),
              ),
              ...regions.map((region) =>
                figureRow(
                  `${nameOf('usd_gmv')} · ${region === null ? text('missingValues') : choice('region', region)}`,
                  {},
                  marketRows.map((own) => own.find((row) => row.region === region)?.usd_gmv ?? 0),
                ),
              ),
            ]}
          />
          <p class="hint">{text('compareBase', { name: names[0] ?? '' })}</p>
        </section>
      )}
    </>
  );
}
