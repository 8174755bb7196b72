import { useMemo } from 'preact/hooks';
import { chartFormat, type ChartSpec, columnFormat, timeBuckets } from '../../model/charts.js';
import { type Column, plainFigures } from '../../model/columns.js';
import {
  facetsPath,
  type FacetValue,
  type FormField,
  intervalOf,
  localCurrency,
  withField,
} from '../../model/forms.js';
import { fieldText, readRange, textAt, valueAt } from '../../model/field-text.js';
import { formatShort, formatTime } from '../../model/format.js';
import { type OpenApi, requestSchema } from '../../model/open-api.js';
import { periodName } from '../../model/periods.js';
import { CHANGE, type ShownView } from '../../model/resolve-view.js';
import { withEntity } from '../../model/entities.js';
import { NamedSelect, Segments } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import type { useList } from '../list/use-list.js';
import { ChartCard } from './chart-card.js';
import { HeatMap } from './heat-map.js';

const MOST_BARS = 10;

interface RowsChartProps {
  readonly view: ShownView;
  readonly rows: readonly unknown[];
  /** Two figures, one for each axis; none for bars. */
  readonly axes: readonly Column[];
}

/** The rows of the page by two of their figures, or the first rows of a ranking as bars; a click opens the page of a row. */
function RowsChart({ view, rows, axes }: RowsChartProps) {
  const { state, field: nameOf, text } = useExplorer();
  const spec = useMemo((): ChartSpec => {
    const isOfPoints = axes.length > 0;
    const { names, bars, main = '' } = view;
    const { entity } = names;
    const shown = isOfPoints
      ? rows.filter((row) => axes.every(({ path }) => typeof valueAt(row, path) === 'number'))
      : rows.slice(0, MOST_BARS);
    const count = shown.length;
    const title = isOfPoints
      ? [axes.map(({ path }) => nameOf(path)).join(' × '), text('rowsOfPage', { count, all: rows.length })]
      : main === CHANGE
        ? [text('topChanges', { count })]
        : [text('topBars', { count }), nameOf(main)];
    const seriesOf = (path: string) => ({
      name: nameOf(path),
      values: shown.map((row) => valueAt(row, path) as number | null),
    });
    return {
      title: [...title, periodName(state.filter.date_info ?? '', state.lang)].filter(Boolean).join(' · '),
      kind: isOfPoints ? 'points' : 'bar',
      labels: shown.map((row) => fieldText(valueAt(row, names.title) ?? valueAt(row, names.id))),
      ...(entity && { to: (at) => withEntity(state, entity, textAt(shown[at], names.id), names.level) }),
      series: isOfPoints
        ? axes.map((axis) => ({ ...seriesOf(axis.path), ...columnFormat(axis, state.lang) }))
        : bars.map(seriesOf),
      ...chartFormat(bars[0] ?? '', state.lang),
    };
  }, [rows, state]);
  if (rows.length < 2) return null;
  return (
    <div class="charts charts-one">
      <ChartCard spec={spec} labelsName={nameOf(view.names.title)} />
    </div>
  );
}

/** What the axes show first: the size or price of a row, and what it sold. */
const ACROSS = ['follower_count', 'play_count', 'usd_price', 'average_usd_price', 'follower_count_at_period_end'];
const UP = ['units_sold', 'day7_units_sold', 'total_units_sold', 'video_count'];

const MOST_VALUES = 8;

interface ListChartsProps extends Omit<RowsChartProps, 'axes'> {
  readonly list: ReturnType<typeof useList>;
  readonly end: number | undefined;
}

/** How the records found spread over time, over a figure and over categories; a click narrows. */
function FacetCharts({ view, list, end }: Omit<ListChartsProps, 'rows'>) {
  const { fields, facets, measured: measure } = list;
  const { state, field: nameOf, text } = useExplorer();
  const specs = useMemo(() => {
    const label = ({ kind, name }: FormField, { value, label: given }: FacetValue): string => {
      const { min, max } = readRange(fieldText(value));
      if (kind === 'times') {
        const isMonth = intervalOf(state.filter[name]) === 'month';
        return formatTime(Number(min), state.lang, isMonth ? 'month' : 'short');
      }
      if (kind !== 'range') return given;
      const [from, to] = [min, max].map((bound) => (bound === '' ? '' : formatShort(Number(bound), state.lang)));
      return to === '' ? `${from}+` : from === to ? `${from}` : `${from}–${to}`;
    };
    // Searches have figures of all time, whatever their filter of time.
    const what = measure === undefined ? text(`view.${state.view}`) : text('ofAllTime', { name: nameOf(measure) });
    return view.charts.flatMap((name): (ChartSpec & { name: string })[] => {
      const field = fields.find((candidate) => candidate.name === name);
      const values = facets.find((facet) => facet.field === name)?.values ?? [];
      if (field === undefined || values.length < 2) return [];
      const buckets = field.kind === 'times' ? timeBuckets(values, state.filter[name], end) : [];
      const shown: readonly FacetValue[] =
        field.kind === 'category'
          ? values.slice(0, MOST_VALUES)
          : field.kind === 'times'
            ? buckets.map(({ min, max, ...figures }) => ({ value: { min, max }, label: '', ...figures }))
            : values;
      return [
        {
          name,
          title: `${nameOf(name)}${localCurrency(field, state.filter)} · ${what}`,
          kind: field.kind === 'category' ? 'bar' : 'column',
          labels: shown.map((value, at) => {
            const period = label(field, value);
            return buckets[at]?.isPartial === true ? text('partial', { period }) : period;
          }),
          partial: buckets.map(({ isPartial }) => isPartial),
          series: [
            measure === undefined
              ? { name: text('count'), values: shown.map(({ count }) => count) }
              : { name: nameOf(measure), values: shown.map(({ measure: sum }) => sum ?? 0) },
          ],
          ...chartFormat(measure ?? '', state.lang),
          to: (at) => {
            const picked = fieldText(shown[at]?.value);
            return withField(state, fields, name, picked === state.filter[name] ? '' : picked);
          },
        },
      ];
    });
  }, [facets, state, end, measure]);
  if (specs.length === 0) return null;
  return (
    <div class="charts">
      {specs.map(({ name, ...spec }) => (
        <ChartCard key={name} spec={spec} labelsName={nameOf(name)} />
      ))}
    </div>
  );
}

/** What an operation adds up, but for amounts in local currencies. */
const measuresOf = (openApi: OpenApi, path: string): readonly string[] =>
  (requestSchema(openApi, path).properties?.measure?.enum ?? []).flatMap((measure) =>
    typeof measure === 'string' && measure !== 'gmv' ? [measure] : [],
  );

/** The charts of a list. */
export function ListCharts({ view, rows, list, end }: ListChartsProps) {
  const { axes, cross, fields } = list;
  const { text, field: nameOf, document: openApi, state, go } = useExplorer();
  const measures = useMemo(() => measuresOf(openApi, facetsPath(view.path)), [openApi, view.path]);
  const pair = ['_weekday', '_hour'].flatMap((end) => fields.find(({ name }) => name.endsWith(end))?.name ?? []);
  const figures = plainFigures(list.columns).filter(({ path }) =>
    rows.some((row) => typeof valueAt(row, path) === 'number'),
  );
  const firstOf = (paths: readonly string[], other?: string): string | undefined =>
    paths.find((path) => path !== other && figures.some((own) => own.path === path));
  const across = firstOf(ACROSS);
  const up = firstOf([view.main ?? '', ...UP], across);
  const isOfPoints = axes.length > 1;
  const points = across !== undefined && up !== undefined ? `${across},${up}` : '';
  const choices = [
    ['', text('charts')] as const,
    [pair.length > 1 ? pair.join() : '', text('weekHours')] as const,
    [points, text('twoFigures')] as const,
  ].filter(([by], at) => at === 0 || by !== '');
  return (
    <section class="chart-fold" aria-label={text('charts')}>
      <div class="toolbar">
        {!isOfPoints && measures.length > 0 && (
          <Segments
            options={[['', text('count')], ...measures.map((measure) => [measure, nameOf(measure)] as const)]}
            chosen={state.measure ?? ''}
            onChoose={(measure) => go({ ...state, measure: measure === '' ? undefined : measure })}
          />
        )}
        {choices.length > 1 && (
          <Segments
            options={choices}
            chosen={isOfPoints ? points : (state.by?.join() ?? '')}
            onChoose={(by) => go({ ...state, by: by === '' ? undefined : by.split(',') })}
          />
        )}
        {isOfPoints &&
          axes.map(({ path }, at) => (
            <NamedSelect
              key={at}
              name={text(at === 0 ? 'axisX' : 'axisY')}
              value={path}
              options={figures.map((own) => [own.path, nameOf(own.path)])}
              onChoose={(chosen) => go({ ...state, by: axes.map((own, place) => (place === at ? chosen : own.path)) })}
            />
          ))}
      </div>
      {!isOfPoints &&
        (list.isCounting ? (
          <div style={{ minHeight: '329px' }} />
        ) : cross === undefined ? (
          <FacetCharts view={view} list={list} end={end} />
        ) : (
          <HeatMap cross={cross} measure={list.measured} filters={fields} />
        ))}
      {(isOfPoints || view.bars.length > 0) && <RowsChart view={view} rows={rows} axes={isOfPoints ? axes : []} />}
    </section>
  );
}
