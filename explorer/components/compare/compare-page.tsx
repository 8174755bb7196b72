import { useMemo } from 'preact/hooks';
import { withFilter, without, withView } from '../../model/address.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { type Column, columnsOf, historyColumns, isFigure, valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatChange, formatDays, formatValue, growthOf } from '../../model/format.js';
import { formFields } from '../../model/form-fields.js';
import { recordSchema } from '../../model/open-api.js';
import { daysOf, periodName } from '../../model/period-days.js';
import { filterValues } from '../../model/request-body.js';
import { ENTITIES, idField, levelIn } from '../../model/entities.js';
import { categoriesOf, pageOf, placeFilter, salesFilter } from '../../model/entity-pages.js';
import { channelOf } from '../../model/resolve-view.js';
import { PLACES, ENTITY_IDS, type EntityId, ROW_NAMES, VIEWS } from '../../model/views.js';
import { type Asked, useAnswers } from '../../service/use-answer.js';
import { useCatalogue } from '../../service/use-catalogue.js';
import { useRecords } from '../../service/use-entities.js';
import { type Rows, useRows } from '../../service/use-records.js';
import { NamedSelect } from '../app/choices.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CloseIcon } from '../app/icons.js';
import { CoverageNotice, ProblemNotice } from '../app/notice.js';
import { NameLink, StateLink } from '../app/state-link.js';
import { TokenPanel } from '../app/token.js';
import { ChartCard, FigureTable } from '../charts/chart-card.js';
import { PeriodField } from '../filters/period-field.js';
import { Chip, filtersInWords } from '../list/active-filters.js';
import { CopyButton } from '../list/list-tools.js';
import { ResultSkeleton } from '../list/result-table.js';
import { BREAKDOWN } from '../entities/key-table.js';
import {
  type HistoryRow,
  numberOf,
  periodLabels,
  periodOfRow,
  spanName,
  useHistory,
} from '../entities/entity-history.js';
import { MOST_COMPARED, withComparison } from '../list/compare-bar.js';

/** Compares entities of a kind: one chart, and their figures side by side. */
export function ComparePage() {
  const { state, text } = useExplorer();
  const level = levelIn(state.filter);
  const kind = ENTITY_IDS.find(
    (id) => state.filter[idField(id, level)] !== undefined && ENTITIES[id].history !== undefined,
  );
  const ids = [...new Set((kind && state.filter[idField(kind, level)]?.split(',')) ?? [])].filter(Boolean);
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
        <Comparison key={kind} kind={kind} level={level} ids={ids} />
      )}
    </main>
  );
}

/** A row of a ranking, with its days. */
type RankedRow = HistoryRow & { readonly series?: readonly HistoryRow[] };

interface RankedData extends Rows<RankedRow> {
  readonly sum_series?: readonly HistoryRow[] | null;
}

/** The figure of a day, which has the sales of all channels alone, without their prefix. */
const dayFigure = (path: string): string => path.replace(/^creator_/, '');
const OF_DAYS = ['usd_gmv', 'units_sold'];

/** Sales in a market. */
interface MarketRow {
  readonly region: string | null;
  readonly usd_gmv: number;
}

interface ComparisonProps {
  readonly kind: EntityId;
  /** Of categories. */
  readonly level: number;
  readonly ids: readonly string[];
}

function Comparison({ kind, level, ids }: ComparisonProps) {
  const explorer = useExplorer();
  const { state, document: openApi, token, text, go, choice, field: nameOf, help } = explorer;
  const entity = pageOf(kind, level);
  const path = entity.history ?? '';
  const { records, loading, problem: failure, retry } = useRecords(entity, ids);
  const others = without(without(state.filter, entity.id), 'date_info');
  // Histories know no filters: then the ranking has the figures, and their days.
  const isNarrow = Object.keys(others).length > 0;
  const { periods, list, chosen, span, end, coverage, history } = useHistory(entity, isNarrow ? [] : ids);
  const catalogue = useCatalogue(isNarrow);
  const days = useMemo(() => daysOf(chosen ?? ''), [chosen]);
  // A history of days has no sum of them: counts of creators or products do not add up. The ranking has them.
  const isRange = chosen?.startsWith('range:') === true;
  // Below level 1 the ranking of categories has no filter for some of its rows: a breakdown has them.
  const isBelow = entity.level !== undefined && level > 1;
  const { path: rankingPath, names: rankingNames } = isBelow
    ? { path: BREAKDOWN, names: ROW_NAMES.category }
    : VIEWS[entity.rankings[0] ?? 'sales'];
  const isRanked = isRange || isNarrow;
  const rankingFields = useMemo(() => formFields(openApi, rankingPath), [openApi, rankingPath]);
  const asked = { ...others, [entity.id]: ids.join(','), date_info: chosen ?? '' };
  const [channel, region] = [channelOf(others), others.region];
  const { taken, left } = isBelow
    ? { taken: salesFilter(entity, { id: ids.join(','), channel, region }), left: [] }
    : placeFilter(rankingFields, entity, entity.rankings[0] ?? 'sales', asked);
  const ranking = useRows<RankedData>(rankingPath, isRanked && chosen !== undefined ? taken : undefined, {
    pagesize: ids.length,
    ...(isBelow && { by: 'category', level, ...days }),
    ...(isNarrow && { series: 'day' }),
  });
  const categories = categoriesOf(entity, others, (own) => catalogue.pathTo(own).length || undefined);
  const isTreeHere =
    others.product_category_id === undefined || catalogue.product.length > 0 || catalogue.failed !== undefined;
  const sales = useMemo(() => formFields(openApi, BREAKDOWN), [openApi]);
  const markets = useAnswers<Rows<MarketRow>>(
    days === undefined || !isTreeHere
      ? []
      : ids.map((id) => ({
          path: BREAKDOWN,
          body: {
            by: 'region',
            filter: filterValues(sales, salesFilter(entity, { id, channel, region }, categories)),
            ...days,
            pagesize: 100,
          },
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
  const compared = columns.filter((column) => !isRanked || ranked.some((own) => own.path === column.path));
  // Rates as text have no line.
  const drawn = columns.filter(
    ({ kind: type, path: own }) => type !== 'percent' && (!isNarrow || OF_DAYS.includes(dayFigure(own))),
  );
  const isDrawn = drawn.find(({ path: own }) => own === state.measure);
  const shown = (isDrawn ?? columns.find((column) => column.kind === 'usd'))?.path ?? '';
  const nameOfId = (id: string): string => fieldText(valueAt(records?.get(id), entity.record.names.title)) || id;
  const rankedRow = (id: string): RankedRow | undefined =>
    ranking.success?.data.list.find((row) => fieldText(valueAt(row, rankingNames.id)) === id);
  // Who is on no row sold nothing on any day.
  const noDays: readonly HistoryRow[] = (ranking.success?.data.sum_series ?? []).map(({ date_value = '' }) => ({
    date_value,
    usd_gmv: 0,
    units_sold: 0,
  }));
  const histories: readonly (readonly HistoryRow[])[] = isNarrow
    ? ids.map((id) => rankedRow(id)?.series ?? noDays)
    : (history.success?.data.map(({ list: own }) => own) ?? []);
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
  }, [history.success, ranking.success, shown, names.join(), state]);
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
    isRanked ? rankedRow(id) : histories[at]?.find(({ date_value }) => date_value === value),
  );
  // Who is on no row of a ranking sold nothing.
  const isSold = isRanked && ranking.success !== undefined && !ranking.loading;
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
  const isWhole = (isNarrow || history.success !== undefined) && isHere(markets) && (!isRanked || isHere(ranking));
  const isStale = history.loading || markets.loading || (isRanked && ranking.loading);
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
              <button type="button" aria-label={text('remove', { name: nameOfId(id) })} onClick={leaveOut(id)}>
                <CloseIcon />
              </button>
            )}
          </span>
        ))}
        {filtersInWords(explorer, rankingFields, others, catalogue).map(({ name, words }) => (
          <Chip
            key={name}
            isOff={left.includes(name)}
            words={left.includes(name) ? text('leftOut', { names: words }) : words}
            onRemove={() => go(withFilter(whole, name, ''))}
          />
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
              ...ids.map((id) => ({ name: <NameLink entity={kind} id={id} name={nameOfId(id)} level={level} /> })),
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
