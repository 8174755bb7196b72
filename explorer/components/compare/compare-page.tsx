import { useMemo } from 'preact/hooks';
import type { BreakdownData } from '../../../clients/typescript/src/schema.js';
import { withFilter, withView } from '../../model/address.js';
import { ENTITIES, idField, levelIn, LEVELS } from '../../model/entities.js';
import { ENTITY_IDS, PLACES } from '../../model/views.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { chosenColumns, recordColumns } from '../../model/columns.js';
import { BREAKDOWN, pageOf, salesFilter } from '../../model/entity-pages.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { formatDays, formatHeading, formatLabel } from '../../model/format.js';
import { baseOf, daysOf, isCompared, rangeValue, seriesOf } from '../../model/periods.js';
import { leaveOutCompared } from '../../model/resolve-view.js';
import { failureOf, useRows } from '../../service/use-answer.js';
import { useRecords } from '../../service/use-entities.js';
import { useExplorer, useSettled } from '../app/context.js';
import { NameLink, StateLink } from '../app/state-link.js';
import { CopyButton } from '../app/controls.js';
import { CoverageNotice } from '../app/notice.js';
import { useHistory } from '../entities/entity-history.js';
import { BaseField } from '../filters/period-field.js';
import { MOST_COMPARED } from '../list/compare-bar.js';
import { Comparison, SideBySide } from './comparison.js';
import type { Compared } from './use-comparison.js';

/** Compares entities of a kind, or the markets of one. */
export function ComparePage() {
  const { state, text } = useExplorer();
  const level = levelIn(state.filter);
  const kind = ENTITY_IDS.find(
    (id) => state.filter[idField(id, level)] !== undefined && ENTITIES[id].history !== undefined,
  );
  const ids = [...new Set((kind && state.filter[idField(kind, level)]?.split(',')) ?? [])].filter(Boolean);
  const isOfMarkets = ids.length === 1 && state.ticked !== undefined;
  const { length } = isOfMarkets ? (state.ticked ?? []) : ids;
  return (
    <main class="page entity-page" id="results">
      <header class="results-head">
        <div>
          <h1>{text('view.compare')}</h1>
          <p class="about">{text('about.compare')}</p>
        </div>
        <CopyButton label={text('share')} value={() => location.href} icon />
      </header>
      {kind === undefined || length < 2 || length > MOST_COMPARED ? (
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
      ) : isOfMarkets ? (
        <MarketComparison kind={kind} level={level} ids={ids} />
      ) : (
        <Comparison key={kind} kind={kind} level={level} ids={ids} />
      )}
    </main>
  );
}

const FIGURES = ['usd_gmv', 'usd_gmv_change', 'share', 'average_usd_price', 'units_sold', 'creator_count'];

/** The sales of one entity in several markets: a line for each, and their figures side by side. */
export function MarketComparison({ kind, level, ids }: Compared) {
  const { state, document: openApi, text, choice, field: nameOf } = useExplorer();
  const { lang, ticked: regions = [] } = state;
  const [id = ''] = ids;
  const entity = pageOf(kind, level);
  const asked = useRecords(entity, ids);
  const { periods, chosen = '', reach, coverage, ...period } = useHistory(entity, []);
  const whole = chosen === '' ? state : withFilter(state, 'date_info', chosen);
  useSettled(whole);
  const days = daysOf(chosen);
  const before = isCompared(coverage) ? baseOf(chosen, state.base) : undefined;
  const figures = before === undefined ? leaveOutCompared(FIGURES) : FIGURES;
  const categories = Object.fromEntries(Object.entries(state.filter).filter(([field]) => LEVELS.includes(field)));
  const sales = useRows<BreakdownData>(
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
  const name = textAt(asked.records?.get(id), entity.record.names.title) || id;
  return (
    <SideBySide
      {...{ whole, names }}
      {...failureOf([asked, periods, sales])}
      period={{ ...period, chosen: chosen || undefined }}
      tools={
        <>
          <BaseField chosen={chosen} reach={reach} />
          <CoverageNotice {...coverage} />
        </>
      }
      isHere={sales.success !== undefined}
      isStale={sales.loading}
      spec={spec.labels.length > 1 ? spec : undefined}
      heads={names}
      figures={chosenColumns(known, figures).map((column) => ({
        name: nameOf(column.path),
        column,
        // A market without a row sold nothing, at no price.
        values: rows.map((row) => (row || column.path.endsWith('price') ? valueAt(row, column.path) : 0)),
      }))}
    >
      <div>
        <h2>
          <NameLink entity={kind} id={id} name={name} level={level} />
        </h2>
        <p class="about">{before && text('summaryBefore', { days: formatHeading(before, lang) })}</p>
      </div>
    </SideBySide>
  );
}
