import { useMemo } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { type State, withFilter } from '../../model/address.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { type Column, historyColumns, isFigure, recordColumns } from '../../model/columns.js';
import { pageOf } from '../../model/entity-pages.js';
import { formatChange, formatDays, formatPrice, formatValue, growthOf } from '../../model/format.js';
import { periodName } from '../../model/periods.js';
import type { failureOf } from '../../service/use-answer.js';
import { CloseIcon, NamedSelect } from '../app/controls.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CoverageNotice, ProblemNotice, ResultSkeleton, TokenPanel } from '../app/notice.js';
import { NameLink } from '../app/state-link.js';
import { ChartCard, FigureTable } from '../charts/chart-card.js';
import { numberOf, periodLabels, periodOfRow, spanName, type useHistory } from '../entities/entity-history.js';
import { PeriodField } from '../filters/period-field.js';
import { filtersInWords } from '../list/active-filters.js';
import { Chip } from '../list/chip.js';
import { withComparison } from '../list/compare-bar.js';
import { type Compared, useComparison } from './use-comparison.js';

/** A figure of each of those that are compared; amounts in USD where it is no column. */
export interface ComparedFigure {
  readonly name: string;
  readonly column?: Column;
  readonly values: readonly unknown[];
}

interface SideBySideProps extends ReturnType<typeof failureOf> {
  /** The state with the period that is shown. */
  readonly whole: State;
  readonly period: Pick<ReturnType<typeof useHistory>, 'chosen' | 'list' | 'end'>;
  /** What can be chosen next to the period. */
  readonly tools: ComponentChildren;
  readonly isHere: boolean;
  readonly isStale: boolean;
  /** Undefined where a line would have one point. */
  readonly spec: ChartSpec | undefined;
  readonly names: readonly string[];
  readonly heads: readonly ComponentChildren[];
  readonly figures: readonly ComparedFigure[];
  readonly children: ComponentChildren;
}

/** Things or markets side by side: their period, a line for each, and their figures, each with its difference from the first. */
export function SideBySide({ whole, period, tools, problem, spec, heads, figures, ...props }: SideBySideProps) {
  const { state, text, go, help } = useExplorer();
  const { chosen } = period;
  if (problem?.kind === 'token') return <TokenPanel refused />;
  const cellsOf = ({ column, values }: ComparedFigure): ComponentChildren[] => {
    const { kind = 'usd', path } = column ?? {};
    const [base] = values;
    const write = (figure: unknown): string =>
      path?.endsWith('price') && typeof figure === 'number'
        ? formatPrice(figure, 'US', state.lang)
        : formatValue({ kind }, figure, undefined, state.lang);
    return values.map((figure, at) => (
      <>
        {write(figure)}
        {at > 0 && kind !== 'change' && typeof base === 'number' && base > 0 && typeof figure === 'number' && (
          <small class={figure >= base ? 'moved-up' : 'moved-down'}>
            {formatChange(growthOf(figure, base) ?? 0, state.lang)}
          </small>
        )}
      </>
    ));
  };
  return (
    <>
      {props.children}
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={props.retry} />}
      <div class="toolbar period-bar">
        {chosen !== undefined && (
          <>
            <PeriodField
              text={chosen}
              onText={(given) => go(withFilter(whole, 'date_info', given))}
              periods={period.list}
              end={period.end}
            />
            {tools}
          </>
        )}
      </div>
      {!props.isHere ? (
        problem === undefined && <ResultSkeleton />
      ) : (
        <section class={`comparison ${props.isStale ? 'stale' : ''}`} aria-label={text('figures')}>
          {spec && (
            <div class="charts charts-one">
              <ChartCard spec={spec} labelsName={text('period')} />
            </div>
          )}
          <FigureTable
            label={text('figures')}
            class="table-holder"
            heads={[chosen && periodName(chosen, state.lang), ...heads].map((name) => ({ name }))}
            rows={figures.map((figure) => ({
              name: figure.name,
              ...(figure.column && { help: help(figure.column.description) }),
              cells: cellsOf(figure),
            }))}
          />
          <p class="hint">{text('compareBase', { name: props.names[0] ?? '' })}</p>
        </section>
      )}
    </>
  );
}

/** The figure of a day, which has the sales of all channels alone, without their prefix. */
const dayFigure = (path: string): string => path.replace(/^creator_/, '');
const OF_DAYS = ['usd_gmv', 'units_sold'];

/** Entities of a kind: one chart, and their figures side by side. */
export function Comparison({ kind, level, ids }: Compared) {
  const explorer = useExplorer();
  const { state, document: openApi, text, go, choice, field: nameOf } = explorer;
  const comparison = useComparison({ kind, level, ids });
  const { chosen, span, days, isNarrow, isRanked, histories, others, left, problem, nameOfId, marketRows } = comparison;
  const path = pageOf(kind, level).history ?? '';
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
  // Names and periods come first: a part that came late would push the others down.
  if (problem === undefined && (comparison.records === undefined || chosen === undefined))
    return <ResultSkeleton key="before" />;
  const leaveOut = (id: string) => (): void => {
    const rest = ids.filter((other) => other !== id);
    go(withComparison(whole, kind, rest));
  };
  const regions = [...new Set(marketRows.flat().map(({ region }) => region))];
  return (
    <SideBySide
      {...{ whole, problem, spec, names }}
      period={comparison}
      tools={
        <>
          <NamedSelect
            name={text('figure')}
            value={shown}
            options={drawn.map(({ path: figure }) => [figure, nameOf(figure)])}
            onChoose={(measure) => go({ ...whole, measure })}
          />
          <CoverageNotice complete={comparison.coverage.complete} />
        </>
      }
      retry={comparison.retry}
      isHere={comparison.isWhole}
      isStale={comparison.isStale}
      heads={ids.map((id) => (
        <NameLink entity={kind} id={id} name={nameOfId(id)} level={level} />
      ))}
      figures={[
        ...compared.map((column) => ({
          name: nameOf(column.path),
          column,
          values: ids.map((_, at) => comparison.figureOf(at, column.path)),
        })),
        ...regions.map((region) => ({
          name: `${nameOf('usd_gmv')} · ${region === null ? text('missingValues') : choice('region', region)}`,
          values: marketRows.map((own) => own.find((row) => row.region === region)?.usd_gmv ?? 0),
        })),
      ]}
    >
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
    </SideBySide>
  );
}
