import { useMemo, useState } from 'preact/hooks';
import { withFilter, withView } from '../../model/address.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { columnsOf, isFigure, valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatChange, formatValue } from '../../model/format.js';
import { recordSchema } from '../../model/open-api.js';
import { ENTITIES } from '../../model/entities.js';
import { PLACES, ENTITY_IDS, type EntityId } from '../../model/views.js';
import { useRecords } from '../../service/use-records.js';
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
import { numberOf, periodLabels, periodOfRow, useHistory } from '../entities/entity-history.js';
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

function Comparison({ kind, ids }: { readonly kind: EntityId; readonly ids: readonly string[] }) {
  const { state, document: openApi, text, go, field: nameOf, help } = useExplorer();
  const [metric, setMetric] = useState<string>();
  const entity = ENTITIES[kind];
  const path = entity.history?.path ?? '';
  const { records, loading, problem: failure, retry } = useRecords(entity, ids);
  const { periods, list, chosen, span, coverage, history } = useHistory(entity, ids);
  const whole = chosen === undefined ? state : { ...state, filter: { ...state.filter, date_info: chosen } };
  useSettled(whole);
  // Amounts in local currencies can't be compared.
  const columns = useMemo(
    () =>
      columnsOf(openApi, recordSchema(openApi, path)).filter(({ kind: type }) => isFigure(type) && type !== 'money'),
    [openApi, path],
  );
  // Rates as text have no line.
  const drawn = columns.filter(({ kind: type }) => type !== 'percent');
  const shown = metric ?? columns.find((column) => column.kind === 'usd')?.path ?? '';
  const nameOfId = (id: string): string => fieldText(valueAt(records?.get(id), entity.record.names.title)) || id;
  const histories = history.success?.data.map(({ list: own }) => own) ?? [];
  const names = ids.map(nameOfId);
  const spec = useMemo((): ChartSpec => {
    return {
      title: nameOf(shown),
      kind: 'line',
      ...periodLabels(histories[0] ?? [], span, (period) => text('partial', { period })),
      series: histories.map((rows, at) => ({
        name: names[at] ?? '',
        values: rows.map((row) => numberOf(row[shown])),
      })),
      ...chartFormat(shown, state.lang),
      onPick: (at) => go(withFilter(whole, 'date_info', periodOfRow(chosen ?? '', histories[0]?.[at]))),
    };
  }, [history.success, shown, names.join(), state]);
  const problem = failure ?? periods.problem ?? history.problem;
  if (problem?.kind === 'token') return <TokenPanel refused />;
  // Names and periods come first: a part that came late would push the others down.
  if (problem === undefined && (records === undefined || chosen === undefined)) return <ResultSkeleton key="before" />;
  const value = chosen?.split(':')[1];
  const rows = histories.map((own) => own.find(({ date_value }) => date_value === value));
  return (
    <>
      <div class="chips">
        {ids.map((id, at) => (
          <span key={id} class="chip chip-series" style={{ '--series': `var(--series-${at + 1})` }}>
            {nameOfId(id)}
            {records !== undefined && !loading && !records.has(id) && ` (${text('missingHeading')})`}
            {ids.length > 2 && (
              <button
                type="button"
                aria-label={text('filterRemove', { name: nameOfId(id) })}
                onClick={() =>
                  go(
                    withComparison(
                      whole,
                      kind,
                      ids.filter((other) => other !== id),
                    ),
                  )
                }
              >
                <CloseIcon />
              </button>
            )}
          </span>
        ))}
      </div>
      {problem !== undefined && (
        <ProblemNotice problem={problem} onRetry={failure ? retry : periods.problem ? periods.retry : history.retry} />
      )}
      <div class="toolbar period-bar">
        {chosen !== undefined && (
          <>
            <PeriodField
              name="date_info"
              text={chosen}
              onText={(given) => go(withFilter(whole, 'date_info', given))}
              periods={list}
            />
            <NamedSelect
              name={text('figure')}
              value={shown}
              options={drawn.map(({ path: figure }) => [figure, nameOf(figure)])}
              onChoose={setMetric}
            />
            <CoverageNotice complete={coverage.complete} />
          </>
        )}
      </div>
      {history.success === undefined ? (
        problem === undefined && <ResultSkeleton />
      ) : (
        <section class={`comparison ${history.loading ? 'stale' : ''}`} aria-label={text('figures')}>
          <div class="charts charts-one">
            <ChartCard spec={spec} labelsName={text('period')} />
          </div>
          <FigureTable
            label={text('figures')}
            class="table-holder"
            heads={[
              { name: value },
              ...ids.map((id) => ({ name: <NameLink entity={kind} id={id} name={nameOfId(id)} /> })),
            ]}
            rows={columns.map((column) => {
              const figures = ids.map((_, at) => numberOf(rows[at]?.[column.path]));
              const [base = null] = figures;
              return {
                name: nameOf(column.path),
                help: help(column.description),
                cells: figures.map((figure, at) => (
                  <>
                    {formatValue(column, rows[at]?.[column.path], undefined, state.lang)}
                    {at > 0 && base !== null && base > 0 && figure !== null && (
                      <span class={`difference ${figure >= base ? 'moved-up' : 'moved-down'}`}>
                        {formatChange(Math.round((1000 * (figure - base)) / base) / 10, state.lang)}
                      </span>
                    )}
                  </>
                )),
              };
            })}
          />
          <p class="hint">{text('compareBase', { name: names[0] ?? '' })}</p>
        </section>
      )}
    </>
  );
}
