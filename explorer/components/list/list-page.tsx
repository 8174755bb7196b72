import { useEffect, useMemo, useState } from 'preact/hooks';
import { writeAddress } from '../../model/address.js';
import { chosenColumns } from '../../model/columns.js';
import { formatHeading, formatNumber } from '../../model/format.js';
import type { FormField } from '../../model/forms.js';
import {
  baseOf,
  beforeOf,
  daysOf,
  endOfData,
  isCompared,
  nearestWithData,
  periodName,
  reachOf,
} from '../../model/periods.js';
import { faultsOf, fieldOfFault } from '../../model/problems.js';
import { ENTITIES } from '../../model/entities.js';
import { type ListId, VIEWS } from '../../model/views.js';
import { CHANGE, resolveView } from '../../model/resolve-view.js';
import { pageWindow } from '../../model/open-api.js';
import { noteRecent, readBars, readCharts, writeBars, writeCharts } from '../../service/preferences.js';
import { useCatalogue } from '../../service/use-catalogue.js';
import { ExplorerProvider, useExplorer, usePhone } from '../app/context.js';
import {
  CatalogueProblem,
  CoverageNotice,
  DataAge,
  FieldFaults,
  ProblemNotice,
  ResultSkeleton,
  TokenPanel,
  lazy,
} from '../app/notice.js';
import { FilterHolder } from '../filters/filter-holder.js';
import { ActiveFilters, filtersInWords } from './active-filters.js';
import { ExportMenu } from './export-menu.js';
import { ListBar } from './list-bar.js';
import { Empty, Reading, StripPlace, Took } from './list-notes.js';
import { ResultTable } from './result-table.js';
import { countFilters, useList } from './use-list.js';

const ListCharts = lazy(
  () => import('../charts/list-charts.js').then((room) => room.ListCharts),
  // Rows keep their place when the charts come.
  () => <div style="min-height: 405px" />,
);

/** Rows come first on a slow network. */
const FilterPanel = lazy(() => import('../filters/filter-panel.js').then((room) => room.FilterPanel));

/** A phone shows these without the form. */
const MAIN_FIELDS = ['date_info', 'create_time_range', 'region'];
/** A phone shows the others of a page on demand. */
const FIRST_CARDS = 10;
const ROW_HEIGHT = 34;
const GAP = 8;

/** A choice has one row, times two, a period three with its base. Pixels. */
const heightOf = (fields: readonly FormField[]): number =>
  fields.reduce(
    (sum, { kind }) => sum + (kind === 'choice' ? 1 : kind === 'period' ? 3 : 2) * (ROW_HEIGHT + GAP),
    -GAP,
  );

const ResultCards = lazy(() => import('./result-cards.js').then((room) => room.ResultCards), ResultSkeleton);
const ListKeys = lazy(() => import('./keys.js').then((room) => room.ListKeys));
const Pager = lazy(() => import('./pager.js').then((room) => room.Pager));
const CompareBar = lazy(() => import('./compare-bar.js').then((room) => room.CompareBar));

/** A search or a ranking: its form next to its results. */
export function ListPage({ view: id }: { readonly view: ListId }) {
  const explorer = useExplorer();
  const { state, text } = explorer;
  const list = useList(VIEWS[id]);
  const isWhole = isCompared(list.answer.success?.data);
  const view = useMemo(() => resolveView(id, state, isWhole), [id, state.orderby, state.filter, isWhole]);
  const isAnswered = list.answer.success !== undefined || list.answer.problem !== undefined;
  const trees = list.fields.flatMap(({ kind, tree }) => (kind === 'category' ? [tree] : []));
  const catalogue = useCatalogue(isAnswered, state.kept === undefined ? trees : undefined);
  const [isOpen, keepOpen] = VIEWS[id].ranking === undefined ? [readCharts, writeCharts] : [readBars, writeBars];
  const [hasCharts, setCharts] = useState(() => isOpen() || state.by !== undefined);
  const isPhone = usePhone();
  const { entity } = view.names;
  const isTickable = entity !== undefined && ENTITIES[entity].history !== undefined;
  const { success, loading } = list.answer;
  const problem = list.answer.problem ?? (list.request === undefined ? list.periods.problem : undefined);
  const faults = problem?.faults ?? [];
  const data = success?.data;
  const rows = data?.list ?? [];
  const before = beforeOf(data);
  // Facets count the records of the default order. With an orderby, records must match all words.
  const isCounted = !list.counts.loading && (state.orderby === '' || state.keywords === '');
  const total = data?.total ?? (isCounted ? list.counts.success?.data[0]?.total : undefined);
  const paths = state.columns ?? view.columns;
  const columns = useMemo(() => chosenColumns(list.columns, paths), [list.columns, paths.join()]);
  const mainFields = list.fields.filter(({ name }) => MAIN_FIELDS.includes(name));
  const sheet = { names: view.names, columns, all: list.columns, period: state.filter.date_info };
  const words = filtersInWords(explorer, list.fields, state.filter, catalogue).map((filter) => filter.words);
  const title = [text(view.title), ...(state.keywords === '' ? [] : [`“${state.keywords}”`]), ...words].join(' · ');
  const since =
    isWhole && before !== ''
      ? text('summaryBefore', {
          days: before.startsWith('range') ? periodName(before, state.lang) : (before.split(':')[1] ?? ''),
        })
      : '';
  const { date_info: chosen = '', region } = state.filter;
  const isOfSales = VIEWS[id].newest === 'sales';
  const [days, base] = [daysOf(chosen), baseOf(chosen, state.base)];
  const heading = [
    text(view.title),
    region === undefined ? text('homeAllRegions') : explorer.choice('region', region),
    ...(days === undefined ? [] : [formatHeading(days, state.lang)]),
  ].join(' · ');
  const against =
    isWhole && base !== undefined && days !== undefined
      ? text('headingBefore', { days: formatHeading(base, state.lang, days.from.slice(0, 4)) })
      : '';
  const fileTitle = [title, since].filter(Boolean).join(' · ');
  useEffect(() => {
    if (success !== undefined) noteRecent({ search: writeAddress(state), title });
  }, [success, title]);
  useEffect(() => document.querySelector('.field-wrong')?.scrollIntoView({ block: 'center' }), [problem]);
  if (problem?.kind === 'token') return <TokenPanel refused />;

  const sources = {
    catalogue,
    periods: (list.periods.success?.data.list ?? []).filter((period) => period.ranking === view.ranking),
    end: list.periods.success && endOfData(list.periods.success.data, view.newest),
    facets: list.facets,
    faults,
  };
  const reach = reachOf(sources.periods, sources.end);
  const nearest = rows.length > 0 ? undefined : nearestWithData(state.filter.date_info ?? '', reach);
  const shownFields = ['keywords', 'orderby', ...list.fields.map(({ name }) => name)];
  const marked = [...new Set(faults.map(fieldOfFault))].filter((name) => shownFields.includes(name));
  // A filter chosen by its count leads to as many records.
  const counted = { ...explorer, state: { ...state, match: data?.match ?? state.match } };
  const exportMenu = list.request && <ExportMenu request={list.request} title={fileTitle} sheet={sheet} />;
  const charts = (
    <ExplorerProvider value={counted}>
      <ListCharts view={view} rows={rows} list={list} end={sources.end} />
    </ExplorerProvider>
  );
  return (
    <div class="page page-split">
      <FilterHolder count={countFilters(list.fields, state)} isCounting={list.counts.loading}>
        <ExplorerProvider value={counted}>
          {/* Fields change their height with their counts. */}
          {isAnswered && !list.isCounting ? <FilterPanel fields={list.fields} sources={sources} /> : <ResultSkeleton />}
        </ExplorerProvider>
      </FilterHolder>
      <main class="results-area" id="results" aria-busy={loading}>
        <header class="results-head">
          <h1>{heading + against}</h1>
          <DataAge end={sources.end} />
          {!isOfSales && (
            <p class="total" role="status">
              {total !== undefined &&
                problem === undefined &&
                text(total === 1 ? 'totalOne' : 'total', { count: formatNumber(total, state.lang) })}
            </p>
          )}
        </header>
        <ListBar
          {...{ view, list, title, paths, hasCharts }}
          rules={
            list.periods.success && { periods: list.periods.success.data, ranking: view.ranking, end: sources.end }
          }
          onCharts={() => {
            keepOpen(!hasCharts);
            setCharts(!hasCharts);
          }}
        >
          {exportMenu}
        </ListBar>
        <FieldFaults faults={faultsOf(faults, 'keywords')} />
        {isPhone && (
          <div class="main-fields" style={{ minHeight: `${heightOf(mainFields)}px` }}>
            {isAnswered && <FilterPanel fields={mainFields} sources={{ ...sources, facets: [] }} />}
          </div>
        )}
        {(success === undefined || rows.length > 0) && <ActiveFilters fields={list.fields} catalogue={catalogue} />}
        <FieldFaults faults={faultsOf(faults, 'orderby')} />
        {problem !== undefined && (
          <ProblemNotice problem={problem} onRetry={list.answer.retry}>
            {marked.length > 0 && <p>{text('refusedFields', { names: marked.map(explorer.field).join(', ') })}</p>}
            <FieldFaults faults={faults.filter((fault) => !shownFields.includes(fieldOfFault(fault)))} />
          </ProblemNotice>
        )}
        {list.counts.problem !== undefined && problem === undefined && (
          <ProblemNotice problem={list.counts.problem} onRetry={list.counts.retry} isMinor>
            <p>{text('countsMissing')}</p>
          </ProblemNotice>
        )}
        {problem === undefined && <CatalogueProblem catalogue={catalogue} />}
        <CoverageNotice {...data} nearest={nearest} />
        {data !== undefined && <Reading data={data} />}
        {isOfSales && problem === undefined && (success === undefined || rows.length > 0) && (
          <StripPlace
            data={data}
            chosen={chosen}
            total={total}
            of={entity === 'video' || entity === 'live' ? entity : undefined}
          />
        )}
        {problem === undefined && success === undefined && <ResultSkeleton />}
        {problem?.kind !== 'refused' && success !== undefined && (isWhole || !state.orderby.startsWith(CHANGE)) && (
          <div class={loading || problem !== undefined ? 'stale' : ''}>
            {rows.length === 0 ? (
              <Empty>
                <ActiveFilters fields={list.fields} catalogue={catalogue} />
              </Empty>
            ) : (
              <>
                {hasCharts && charts}
                <ListKeys />
                {isPhone ? (
                  <ResultCards view={view} rows={rows} columns={columns} isTickable={isTickable} most={FIRST_CARDS} />
                ) : (
                  <ResultTable
                    view={view}
                    rows={rows}
                    columns={columns}
                    sortable={list.sortable}
                    isTickable={isTickable}
                  />
                )}
              </>
            )}
            <Pager
              rows={rows.length}
              total={data?.total}
              hasMore={data?.has_more === 1}
              window={pageWindow(explorer.document, view.path)}
            >
              {exportMenu}
            </Pager>
            <Took success={success} />
          </div>
        )}
        {entity !== undefined && (state.ticked ?? []).length > 0 && (
          <CompareBar entity={entity} rows={rows} request={list.request} title={fileTitle} sheet={sheet} />
        )}
      </main>
    </div>
  );
}
