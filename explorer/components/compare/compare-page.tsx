import { useMemo } from 'preact/hooks';
import { withFilter, withView } from '../../model/address.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { type Column, columnsOf, historyColumns, isFigure, valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatChange, formatValue, growthOf } from '../../model/format.js';
import { formFields } from '../../model/form-fields.js';
import { recordSchema } from '../../model/open-api.js';
import { daysOf, periodName } from '../../model/period-days.js';
import { filterValues } from '../../model/request-body.js';
import { ENTITIES } from '../../model/entities.js';
import { PLACES, ENTITY_IDS, type EntityId, VIEWS } from '../../model/views.js';
import { type Asked, useAnswers } from '../../service/use-answer.js';
import { type Rows, useRecords, useRows } from '../../service/use-records.js';
import { NamedSelect } from '../app/choices.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CloseIcon } from '../app/icons.js';
import { CoverageNotice, ProblemNotice } from '../app/notice.js';
import { NameLink, StateLink } from '../app/state-link.js';
import { TokenPanel } from '../app/token.js';
import { ChartCard, FigureTable } from '../charts/chart-card.js';
import { PeriodField } from '../filters/period-field.js';
import { CopyButton } from '../list/list-tools.js';
import { ResultSkeleton } from '../list/result-table.js';
import { BREAKDOWN } from '../entities/edge-table.js';
import {
  type HistoryRow,
  numberOf,
  periodLabels,
  periodOfRow,
  spanName,
  useHistory,
} from '../entities/entity-history.js';
import { MOST_COMPARED, withComparison } from '../list/tick.js';

/** Compares entities of a kind: one chart, and their figures side by side. */
export function ComparePage() {
  const { state, text } = useExplorer();
  const kind = ENTITY_IDS.find(
    (id) => state.filter[ENTITIES[id].id] !== undefined && ENTITIES[id].history !== undefined,
  );
  const ids = [...new Set((kind && state.filter[ENTITIES[kind].id]?.split(',')) ?? [])].filter(Boolean);
  return (
    <main class="page entity-page" id="results">
      <header class="results-head">
        <div>
          <h1>{text('view.compare')}</h1>
          <p class="about">{text('about.compare')}</p>
        </div>
        <CopyButton label={text('share')} value={() => location.href} icon />
      </header>
      {kind === undefined || ids.length < 2 || ids.length > MOST_COMPARED ? (
        <div class="notice notice-empty">
          <h2>{text('compareNone', { most: MOST_COMPARED })}</h2>
          <p class="entity-links">
            {PLACES.rankings.map((view) => (
              <StateLink key={view} to={withView(state, view)}>
                {text(`view.${view}`)}
              </StateLink>
            ))}
          </p>
        </div>
      ) : (
        <Comparison key={kind} kind={kind} ids={ids} />
      )}
    </main>
  );
}

/** Sales in a market. */
interface MarketRow {
  readonly region: string | null;
  readonly usd_gmv: number;
}

function Comparison({ kind, ids }: { readonly kind: EntityId; readonly ids: readonly string[] }) {
  const explorer = useExplorer();
  const { state, document: openApi, token, text, go, choice, field: nameOf, help } = explorer;
  const entity = ENTITIES[kind];
  const path = entity.history?.path ?? '';
  const { records, loading, problem: failure, retry } = useRecords(entity, ids);
  const { periods, list, chosen, span, end, coverage, history } = useHistory(entity, ids);
  const days = useMemo(() => daysOf(chosen ?? ''), [chosen]);
  // A history of days has no sum of them: counts of creators or products do not add up. The ranking has them.
  const isRange = chosen?.startsWith('range:') === true;
  const { path: rankingPath, names: rankingNames } = VIEWS[entity.rankings[0] ?? 'sales'];
  const ranking = useRows<Rows<HistoryRow>>(
    rankingPath,
    isRange ? { [entity.id]: ids.join(','), date_info: chosen ?? '' } : undefined,
    { pagesize: ids.length },
  );
  const sales = useMemo(() => formFields(openApi, BREAKDOWN), [openApi]);
  const markets = useAnswers<Rows<MarketRow>>(
    days === undefined
      ? []
      : ids.map((id) => ({
          path: BREAKDOWN,
          body: { by: 'region', filter: filterValues(sales, { [entity.id]: id }), ...days, pagesize: 100 },
        })),
    token,
  );
  const whole = chosen === undefined ? state : { ...state, filter: { ...state.filter, date_info: chosen } };
  useSettled(whole);
  // Amounts in local currencies can't be compared.
  const columns = useMemo(
    () => historyColumns(openApi, path).filter(({ kind: type }) => isFigure(type) && type !== 'money'),
    [openApi, path],
  );
  const ranked = useMemo(() => columnsOf(openApi, recordSchema(openApi, rankingPath)), [openApi, rankingPath]);
  const compared = columns.filter((column) => !isRange || ranked.some((own) => own.path === column.path));
  // Rates as text have no line.
  const drawn = columns.filter(({ kind: type }) => type !== 'percent');
  const isDrawn = drawn.find(({ path: own }) => own === state.measure);
  const shown = (isDrawn ?? columns.find((column) => column.kind === 'usd'))?.path ?? '';
  const nameOfId = (id: string): string => fieldText(valueAt(records?.get(id), entity.record.names.title)) || id;
  const histories = history.success?.data.map(({ list: own }) => own) ?? [];
  const names = ids.map(nameOfId);
  const spec = useMemo((): ChartSpec => {
    return {
      title: `${nameOf(shown)} · ${spanName(span, explorer)}`,
      kind: 'line',
      ...periodLabels(histories[0] ?? [], span, { text, state }),
      series: histories.map((rows, at) => ({
        name: names[at] ?? '',
        values: rows.map((row) => numberOf(row[shown])),
      })),
      ...chartFormat(shown, state.lang),
      to: (at) => withFilter(whole, 'date_info', periodOfRow(chosen ?? '', histories[0]?.[at])),
    };
  }, [history.success, shown, names.join(), state]);
  const problem = failure ?? periods.problem ?? history.problem ?? ranking.problem ?? markets.problem;
  if (problem?.kind === 'token') return <TokenPanel refused />;
  // Names and periods come first: a part that came late would push the others down.
  if (problem === undefined && (records === undefined || chosen === undefined)) return <ResultSkeleton key="before" />;
  const value = chosen?.split(':')[1];
  const retryAll = (): void => {
    if (failure) retry();
    for (const own of [periods, history, ranking, markets]) if (own.problem) own.retry();
  };
  const rows = ids.map((id, at) =>
    isRange
      ? ranking.success?.data.list.find((row) => fieldText(valueAt(row, rankingNames.id)) === id)
      : histories[at]?.find(({ date_value }) => date_value === value),
  );
  // Who is on no row of a ranking sold nothing.
  const isSold = isRange && ranking.success !== undefined && !ranking.loading;
  const figureOf = (at: number, of: string): HistoryRow[string] | undefined =>
    rows[at] === undefined && isSold && !of.startsWith('follower') ? 0 : rows[at]?.[of];
  const figureRow = (name: string, column: Pick<Column, 'kind'>, values: readonly unknown[], about?: string) => {
    const [base] = values;
    return {
      name,
      ...(about !== undefined && { help: about }),
      cells: values.map((figure, at) => (
        <>
          {formatValue(column, figure, undefined, state.lang)}
          {at > 0 && typeof base === 'number' && base > 0 && typeof figure === 'number' && (
            <small class={figure >= base ? 'moved-up' : 'moved-down'}>
              {formatChange(growthOf(figure, base) ?? 0, state.lang)}
            </small>
          )}
        </>
      )),
    };
  };
  const leaveOut = (id: string) => (): void => {
    const others = ids.filter((other) => other !== id);
    go(withComparison(whole, kind, others));
  };
  // Figures show together: rows that came late would move the others, or stand empty until then.
  const isHere = ({ success, loading: isLoading }: Asked<unknown>): boolean => success !== undefined || !isLoading;
  const isWhole = history.success !== undefined && isHere(markets) && (!isRange || isHere(ranking));
  const isStale = history.loading || markets.loading || (isRange && ranking.loading);
  const marketRows = markets.success?.data.map(({ list: own }) => own) ?? [];
  const regions = [...new Set(marketRows.flat().map(({ region }) => region))];
  return (
    <>
      <div class="chips">
        {ids.map((id, at) => (
          <span key={id} class="chip chip-series" style={{ '--series': `var(--series-${at + 1})` }}>
            {nameOfId(id)}
            {records !== undefined && !loading && !records.has(id) && ` (${text('missingHeading')})`}
            {ids.length > 2 && (
              <button type="button" aria-label={text('filterRemove', { name: nameOfId(id) })} onClick={leaveOut(id)}>
                <CloseIcon />
              </button>
            )}
          </span>
        ))}
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={retryAll} />}
      <div class="toolbar period-bar">
        {chosen !== undefined && (
          <>
            <PeriodField
              name="date_info"
              text={chosen}
              onText={(given) => go(withFilter(whole, 'date_info', given))}
              periods={list}
              end={end}
            />
            <NamedSelect
              name={text('figure')}
              value={shown}
              options={drawn.map(({ path: figure }) => [figure, nameOf(figure)])}
              onChoose={(measure) => go({ ...whole, measure })}
            />
            <CoverageNotice complete={coverage.complete} />
          </>
        )}
      </div>
      {!isWhole ? (
        problem === undefined && <ResultSkeleton />
      ) : (
        <section class={`comparison ${isStale ? 'stale' : ''}`} aria-label={text('figures')}>
          <div class="charts charts-one">
            <ChartCard spec={spec} labelsName={text('period')} />
          </div>
          <FigureTable
            label={text('figures')}
            class="table-holder"
            heads={[
              { name: chosen && periodName(chosen, state.lang) },
              ...ids.map((id) => ({ name: <NameLink entity={kind} id={id} name={nameOfId(id)} /> })),
            ]}
            rows={[
              ...compared.map((column) =>
                figureRow(
                  nameOf(column.path),
                  column,
                  ids.map((_, at) => figureOf(at, column.path)),
                  help(column.description),
                ),
              ),
              ...regions.map((region) =>
                figureRow(
                  `${nameOf('usd_gmv')} · ${region === null ? text('missingValues') : choice('region', region)}`,
                  { kind: 'usd' },
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
