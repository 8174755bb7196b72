import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ChartSpec } from '../../model/charts.js';
import { sparkPoints } from '../../model/strip.js';
import { useExplorer } from '../app/context.js';
import { lazy } from '../app/notice.js';
import { StateLink } from '../app/state-link.js';

interface FigureTableProps {
  readonly label: string;
  readonly class: string;
  /** The first names the rows. */
  readonly heads: readonly { readonly name: ComponentChildren; readonly help?: string; readonly isText?: boolean }[];
  readonly rows: readonly {
    readonly name: ComponentChildren;
    readonly help?: string;
    readonly isCurrent?: boolean;
    readonly cells: readonly ComponentChildren[];
  }[];
}

/** Figures with a name for each row and each column. */
export const FigureTable = ({ label, class: className, heads, rows }: FigureTableProps) => (
  <div class={className} tabIndex={0} role="group" aria-label={label}>
    <table class="results">
      <thead>
        <tr>
          {heads.map(({ name, help, isText }, at) => (
            <th key={at} scope="col" title={help} class={at === 0 || isText === true ? '' : 'figure'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, help, isCurrent, cells }, at) => (
          <tr key={at} aria-current={isCurrent}>
            <th scope="row" title={help}>
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={place} class={heads[place + 1]?.isText === true ? '' : 'figure'}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Chart.js is half of the explorer's code: it is loaded with the first chart. */
const ChartCanvas = lazy(() => import('./chart.js').then((module) => module.ChartCanvas));

const BAR_HEIGHT = 28;
const AXIS_HEIGHT = 44;
const HEIGHT = 220;
/** As ten bars. */
const POINTS_HEIGHT = 324;
/** With its edges 140. */
const CURVE_HEIGHT = 122;

/** Pixels. */
const heightOf = ({ kind, labels, isArea }: ChartSpec): number =>
  isArea
    ? CURVE_HEIGHT
    : kind === 'bar'
      ? labels.length * BAR_HEIGHT + AXIS_HEIGHT
      : kind === 'points'
        ? POINTS_HEIGHT
        : HEIGHT;

/** A chart with its title and a switch to its table. */
export function ChartCard({ spec, labelsName }: { readonly spec: ChartSpec; readonly labelsName: string }) {
  const { text } = useExplorer();
  const [asTable, setAsTable] = useState(false);
  const isCurve = spec.isArea === true;
  return (
    <section
      class={`card chart-card ${isCurve ? 'curve' : ''}`}
      aria-label={spec.title}
      style={isCurve ? 'position: relative; min-height: 140px; padding: 8px 12px' : ''}
    >
      <header class="card-head" style={isCurve ? 'position: absolute; z-index: 3; inset: 4px 16px auto auto' : ''}>
        {!isCurve && <h2>{spec.title}</h2>}
        <button
          class="link-button"
          aria-label={text(asTable ? 'asChart' : 'asTable', { name: spec.title })}
          onClick={() => setAsTable(!asTable)}
        >
          {text(asTable ? 'chart' : 'table')}
        </button>
      </header>
      {asTable ? (
        <FigureTable
          label={spec.title}
          class="chart-table"
          heads={[labelsName, ...spec.series.map(({ name }) => name)].map((name) => ({ name }))}
          rows={spec.labels.map((name, at) => {
            const to = spec.to?.(at);
            return {
              name: to ? <StateLink to={to}>{name}</StateLink> : name,
              cells: spec.series.map(({ values, format = spec.format }) => {
                const value = values[at];
                return value === null || value === undefined ? '—' : format(value);
              }),
            };
          })}
        />
      ) : (
        <div class="chart-canvas" style={`min-height: ${heightOf(spec)}px; ${isCurve ? 'margin: 0' : ''}`}>
          <ChartCanvas spec={spec} />
        </div>
      )}
    </section>
  );
}

const SPARK = { width: 72, height: 20 };

/** A small line, from 0 on: how a figure went over the period. */
export function Spark({ values }: { readonly values: readonly (number | null)[] }) {
  const { width, height } = SPARK;
  return (
    <svg class="spark" width={width} height={height} viewBox={`-1 -1 ${width + 2} ${height + 2}`} aria-hidden="true">
      <polyline points={sparkPoints(values, width, height)} fill="none" stroke="var(--series-1)" stroke-width="1.5" />
    </svg>
  );
}
