import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RankingSum, SeriesPoint } from '../../../clients/typescript/src/schema.js';
import { chartFormat, type ChartSpec } from '../../model/charts.js';
import { OF_ITS_FIGURE, withEntity } from '../../model/entities.js';
import {
  formatChange,
  formatDays,
  formatHeading,
  formatLabel,
  formatNumber,
  formatPrice,
  growthOf,
} from '../../model/format.js';
import { beforeOf, type Days, daysOf, isCompared, stepOf } from '../../model/periods.js';
import { changeText, type Dot, dotsOf, pointDays, stripFigures } from '../../model/strip.js';
import { useExplorer, useTablet } from '../app/context.js';
import type { ListData } from '../list/use-list.js';
import { Change } from '../list/result-table.js';
import { ChartCard, Spark } from './chart-card.js';

interface FigureCellProps {
  readonly name: ComponentChildren;
  /** Undefined where it is not known. */
  readonly value: number | undefined;
  readonly before?: number | undefined;
  readonly format: (value: number) => string;
  readonly children?: ComponentChildren;
}

/** A figure, how it changed, and what it was. */
export function FigureCell({ name, value, before, format, children }: FigureCellProps) {
  const { text, state } = useExplorer();
  const growth = value === undefined || before === undefined ? undefined : growthOf(value, before);
  // A narrow cell has room for the percent alone.
  const isShort = useTablet() && growth !== undefined;
  return (
    <dl class="figure-card">
      <dt>{name}</dt>
      <dd class="figure-large">
        <span>{value === undefined ? '—' : format(value)}</span>
        {children}
      </dd>
      <dd class="hint">
        {value !== undefined && before !== undefined && (
          <Change by={value - before}>
            {isShort ? formatChange(growth, state.lang) : changeText(value, before, format, state.lang)}
          </Change>
        )}{' '}
        {before !== undefined && <span class="moved-from">{text('figureBefore', { figure: format(before) })}</span>}
      </dd>
    </dl>
  );
}

interface StripProps {
  /** Undefined until it is known. */
  readonly sum: RankingSum | undefined;
  /** Null where the list has no curve. */
  readonly series: readonly SeriesPoint[] | null | undefined;
  /** Empty until it is known. */
  readonly chosen: string;
  /** The days compared with. */
  readonly before: Days | undefined;
  readonly dots?: readonly Dot[];
  readonly children?: ComponentChildren;
}

/** The answer before its rows: sales, units and price with their change, and the curve of the period on that before. */
export function Strip({ sum, series, chosen, before, dots = [], children }: StripProps) {
  const { text, field: nameOf, state } = useExplorer();
  const formatOf = (path: string) => (value: number) =>
    path === 'average_usd_price' ? formatPrice(value, 'US', state.lang) : chartFormat(path, state.lang).format(value);
  return (
    <>
      <div class="card sums" tabIndex={0} role="group" aria-label={text('summary')}>
        {sum !== undefined &&
          stripFigures(sum).map(({ path, value, before: then }) => (
            <FigureCell key={path} name={nameOf(path)} value={value} before={then} format={formatOf(path)}>
              {series && path !== 'average_usd_price' && <Spark values={series.map((point) => point[path])} />}
            </FigureCell>
          ))}
        {sum !== undefined && children}
      </div>
      {(chosen === '' || stepOf(chosen) !== undefined) && series !== null && (
        <Curve series={series} chosen={chosen} before={before} dots={dots} />
      )}
    </>
  );
}

/** Sales over the period, solid, and over that compared with, dashed; dots are the largest videos and live streams. */
function Curve({ series, chosen, before, dots = [] }: Omit<StripProps, 'sum' | 'children'>) {
  const { text, field: nameOf, state } = useExplorer();
  const spec = useMemo((): ChartSpec | undefined => {
    const now = daysOf(chosen);
    if (!series || now === undefined) return undefined;
    const { lang } = state;
    const { format, short } = chartFormat('usd_gmv', lang);
    const days = series.map((point) => pointDays(point, now, before));
    const written = (own: Days | undefined): string => (own === undefined ? '—' : formatDays(own.from, own.to, lang));
    const dotsAt = (at: number) => dots.filter((dot) => dot.at === at);
    const kinds = new Set(dots.map(({ entity }) => text(entity === 'video' ? 'view.topVideos' : 'view.topLives')));
    return {
      title: `${nameOf('usd_gmv')} · ${formatHeading(now, lang)}`,
      kind: 'line',
      isArea: true,
      labels: days.map(({ own }) => formatLabel(own.from, lang)),
      series: [
        {
          name: formatHeading(now, lang),
          values: series.map(({ usd_gmv }) => usd_gmv),
          nameAt: (at) => written(days[at]?.own),
        },
        ...(before === undefined
          ? []
          : [
              {
                name: formatHeading(before, lang, now.from.slice(0, 4)),
                values: series.map(({ previous }) => previous?.usd_gmv ?? null),
                isBefore: true,
                nameAt: (at: number) => written(days[at]?.other),
              },
            ]),
      ],
      format,
      short,
      note: (at) => {
        const [value, then] = [series[at]?.usd_gmv, series[at]?.previous?.usd_gmv];
        return [
          ...(typeof value === 'number' && typeof then === 'number' ? [changeText(value, then, format, lang)] : []),
          ...dotsAt(at).map(({ name, usd_gmv }) => `● ${name.slice(0, 60)}: ${format(usd_gmv)}`),
        ];
      },
      ...(dots.length > 0 && { dots: { name: [...kinds].join(' · '), isAt: (at: number) => dotsAt(at).length > 0 } }),
      to: (at) => {
        const [dot] = dotsAt(at);
        return dot && withEntity(state, dot.entity, dot.id);
      },
    };
  }, [series, before?.from, before?.to, dots.map(({ id }) => id).join(), state]);
  return spec === undefined ? (
    <div style={{ minHeight: '140px' }} />
  ) : (
    <ChartCard spec={spec} labelsName={text('period')} />
  );
}

export interface ListStripProps {
  readonly data: ListData | undefined;
  readonly chosen: string;
  readonly total: number | undefined;
  /** What the rows are, where they stand on the curve. */
  readonly of?: Dot['entity'] | undefined;
}

/** The strip of a ranking: what all of its rows sold, how many there are, and what the ten largest have of it. */
export function ListStrip({ data, chosen, total, of }: ListStripProps) {
  const { text, state } = useExplorer();
  const { sum, sum_series: series, top10_share: share, list = [] } = data ?? {};
  // These filters keep rows by the period before, whose own list they leave whole.
  const isNarrow = OF_ITS_FIGURE.some((name) => state.filter[name] !== undefined);
  const isWhole = isCompared(data) && !isNarrow;
  const before = useMemo(() => (isWhole ? daysOf(beforeOf(data)) : undefined), [data, isWhole]);
  const dots = useMemo(() => (of && series && sum ? dotsOf({ [of]: list }, series, sum.usd_gmv) : []), [data, of]);
  return (
    <Strip
      sum={sum && (isWhole ? sum : { ...sum, previous: null })}
      series={series}
      chosen={chosen}
      before={before}
      dots={dots}
    >
      {total !== undefined && (
        <dl class="figure-card">
          <dt>{text('results')}</dt>
          <dd class="figure-large total">
            <span role="status">{formatNumber(total, state.lang)}</span>
          </dd>
          <dd class="hint">
            {typeof share === 'number' && text('topShare', { share: formatNumber(share, state.lang) })}
          </dd>
        </dl>
      )}
    </Strip>
  );
}
