import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { writeAddress } from '../../model/address.js';
import { chosenColumns } from '../../model/columns.js';
import { formatHeading, formatNumber } from '../../model/format.js';
import type { FormField } from '../../model/form-fields.js';
import { endOfData, reachOf } from '../../model/periods.js';
import { faultsOf, fieldOfFault } from '../../model/problems.js';
import { ENTITIES } from '../../model/entities.js';
import { type EntityId, type ListId, VIEWS } from '../../model/views.js';
import { baseOf, beforeOf, daysOf, isCompared, nearestWithData, periodName } from '../../model/period-days.js';
import { CHANGE, resolveView } from '../../model/resolve-view.js';
import { pageWindow } from '../../model/open-api.js';
import type { Success } from '../../service/use-answer.js';
import { noteRecent, readBars, readCharts, writeBars, writeCharts } from '../../service/preferences.js';
import { useCatalogue } from '../../service/use-catalogue.js';
import { ActiveFilters, filtersInWords } from './active-filters.js';
import { ExplorerProvider, useExplorer } from '../app/context.js';
import { CatalogueProblem, CoverageNotice, DataAge, FieldFaults, ProblemNotice } from '../app/notice.js';
import { ChartIcon, StarIcon } from '../app/icons.js';
import { lazy } from '../app/lazy.js';
import { Menu } from '../app/menu.js';
import { ExportMenu } from './export-menu.js';
import { FilterHolder } from '../filters/filter-holder.js';
import { KeywordBox, withSuggestion } from '../filters/keyword-box.js';
import { ColumnMenu, CopyButton, SortSelect } from './list-tools.js';
import { RequestButton } from './request-button.js';
import { ResultCards, ResultSkeleton, ResultTable } from './result-table.js';
import { StateLink } from '../app/state-link.js';
import { StripPlace } from './strip-place.js';
import type { SavePanelProps } from './save-panel.js';
import { TokenPanel } from '../app/token.js';
import { countFilters, type ListData, useList } from './use-list.js';
import { usePhone } from '../app/use-window.js';

const ListCharts = lazy(
  () => import('../charts/list-charts.js').then((room) => room.ListCharts),
  // Rows keep their place when the charts come.
  () => <div style="min-height: 405px" />,
);

/** Rows come first on a slow network. */
const FilterPanel = lazy(() => import('../filters/filter-panel.js').then((room) => room.FilterPanel));

/** A phone shows these without the form. */
const MAIN_FIELDS = ['date_info', 'create_time_range', 'region'];
const ROW_HEIGHT = 34;
const GAP = 8;

/** A choice has one row, times two, a period three with its base. Pixels. */
const heightOf = (fields: readonly FormField[]): number =>
  fields.reduce(
    (sum, { kind }) => sum + (kind === 'choice' ? 1 : kind === 'period' ? 3 : 2) * (ROW_HEIGHT + GAP),
    -GAP,
  );

const ListKeys = lazy(() => import('./keys.js').then((room) => room.ListKeys));
const Pager = lazy(() => import('./pager.js').then((room) => room.Pager));
const CompareBar = lazy(() => import('./compare-bar.js').then((room) => room.CompareBar));

const [OF_CREATORS, OF_PRODUCTS] = ['/creator/v1/suggest', '/product/v1/suggest'];
/** The operation that completes keywords. */
const SUGGEST: Readonly<Partial<Record<EntityId, string>>> = {
  ...{ creator: OF_CREATORS, video: OF_CREATORS, live: OF_CREATORS },
  ...{ product: OF_PRODUCTS, shop: OF_PRODUCTS },
};

/** A search or a ranking: its form next to its results. */
export function ListPage({ view: id }: { readonly view: ListId }) {
  const explorer = useExplorer();
  const { state, go, text } = explorer;
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
  const charts = (
    <ExplorerProvider value={counted}>
      <ListCharts
        view={view}
        rows={rows}
        columns={list.columns}
        axes={list.axes}
        names={view.charts}
        fields={list.fields}
        facets={list.facets}
        cross={list.cross}
        end={sources.end}
        isLoading={list.isCounting}
        measure={list.measured}
      />
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
        <div class="list-bar">
          <KeywordBox
            label={
              list.takesKeywords
                ? text('keywordsFor', { view: text(`view.${id}`).toLowerCase() })
                : text(entity === 'creator' ? 'creatorFind' : 'shopFind')
            }
            suggest={entity && SUGGEST[entity]}
            keywords={state.keywords}
            {...(list.takesKeywords && {
              onKeywords: (keywords: string) => go({ ...state, keywords, match: undefined, page: 1 }),
            })}
            onSuggestion={(suggestion) => go(withSuggestion(state, suggestion, list.fields))}
          />
          <div class="toolbar">
            {list.sortable.length > 0 && <SortSelect fields={list.sortable} />}
            <CopyButton label={text('share')} value={() => location.href} icon />
            <SaveMenu
              key={title}
              title={title}
              fields={list.fields}
              sources={
                list.periods.success && { periods: list.periods.success.data, ranking: view.ranking, end: sources.end }
              }
            />
            <RequestButton request={list.request} answer={success?.envelope} />
            {list.request !== undefined && <ExportMenu request={list.request} title={fileTitle} sheet={sheet} />}
            <ColumnMenu view={view} columns={list.columns} chosen={paths} />
            {(view.charts.length > 0 || view.bars.length > 0) && (
              <button
                type="button"
                class="button"
                aria-label={text('chartsShow')}
                aria-expanded={hasCharts}
                onClick={() => {
                  keepOpen(!hasCharts);
                  setCharts(!hasCharts);
                }}
              >
                <ChartIcon />
                <span class="button-words">{text('charts')}</span>
              </button>
            )}
          </div>
        </div>
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
                  <ResultCards view={view} rows={rows} columns={columns} isTickable={isTickable} />
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
              {list.request !== undefined && <ExportMenu request={list.request} title={fileTitle} sheet={sheet} />}
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

const SavePanel = lazy(() => import('./save-panel.js').then((room) => room.SavePanel));

/** Keeps a list on the first page of this browser. */
function SaveMenu(props: Omit<SavePanelProps, 'onSaved'>) {
  const { text } = useExplorer();
  const [isSaved, setSaved] = useState(false);
  const face = (
    <>
      <StarIcon />
      <span class="button-words" aria-hidden="true">
        {text(isSaved ? 'saveDone' : 'save')}
      </span>
    </>
  );
  return (
    <Menu label={text('save')} face={face} class="menu-right menu-wide">
      {(close) => <SavePanel {...props} onSaved={() => close(setSaved(true))} />}
    </Menu>
  );
}

/** Shows how the keywords were read, if not as written, and offers to search for them so. */
function Reading({ data }: { readonly data: ListData }) {
  const { text, state } = useExplorer();
  const { keywords } = state;
  const also = data.also?.map((one) => ({ word: one.words, as: [one.words, ...one.as] }));
  const words = [...(data.read_as ?? []), ...(also ?? [])];
  const isPinned = state.match === 'all_words' && data.match === 'all_words' && state.orderby === '';
  if (words.length === 0 && data.match !== 'some_words' && !isPinned) return null;
  return (
    <p class="notice">
      {words.map(({ word, as }) => `${text('readAs', { word, as: as.map((other) => `“${other}”`).join(', ') })} `)}
      {words.length > 0 && !keywords.includes('"') && (
        <StateLink to={{ ...state, keywords: `"${keywords}"`, match: undefined, page: 1 }}>
          {text('asWritten', { keywords })}
        </StateLink>
      )}{' '}
      {data.match === 'some_words' && text('someWords')}
      {isPinned && <StateLink to={{ ...state, match: 'some_words', page: 1 }}>{text('allWords')}</StateLink>}
    </p>
  );
}

function Empty({ children }: { readonly children: ComponentChildren }) {
  const { text, state } = useExplorer();
  const isNarrowed = state.keywords !== '' || Object.keys(state.filter).length > 0;
  return (
    <div class="notice notice-empty">
      <h2>{text('emptyHeading')}</h2>
      <p>{text(isNarrowed ? 'emptyHint' : 'emptyPlain')}</p>
      {children}
    </div>
  );
}

/** Shows how long the answer took, and whether it came from the cache. */
function Took({ success: { tookMs, fromMemory, elasticMs } }: { readonly success: Success<unknown> }) {
  const { text } = useExplorer();
  const ms = Math.round(tookMs);
  const words = fromMemory
    ? text('tookMemory', { ms })
    : elasticMs === undefined
      ? text('took', { ms })
      : text('tookElasticsearch', { ms, elastic: Math.round(elasticMs) });
  return <p class="took">{words}</p>;
}
