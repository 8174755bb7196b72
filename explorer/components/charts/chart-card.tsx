import { useState } from 'preact/hooks';
import type { ChartSpec } from '../../model/charts.js';
import { useExplorer } from '../app/context.js';
import { lazy } from '../app/lazy.js';

/** Chart.js is half of the explorer's code: it is loaded with the first chart. */
const ChartCanvas = lazy(
  () => import('./chart.js').then((module) => module.ChartCanvas),
  () => null,
);

const BAR_HEIGHT = 28;
const AXIS_HEIGHT = 44;
const HEIGHT = 220;

/** Pixels. */
const heightOf = ({ kind, labels }: ChartSpec): number =>
  kind === 'bar' ? labels.length * BAR_HEIGHT + AXIS_HEIGHT : HEIGHT;

/** A chart with its title and a switch to its table. */
export function ChartCard({ spec, labelsName }: { readonly spec: ChartSpec; readonly labelsName: string }) {
  const { text } = useExplorer();
  const [asTable, setAsTable] = useState(false);
  return (
    <section class="card chart-card" aria-label={spec.title}>
      <header class="card-head">
        <h2>{spec.title}</h2>
        <button
          type="button"
          class="link-button"
          aria-label={text(asTable ? 'asChart' : 'asTable', { name: spec.title })}
          onClick={() => setAsTable(!asTable)}
        >
          {text(asTable ? 'chart' : 'table')}
        </button>
      </header>
      {asTable ? (
        <ChartTable spec={spec} labelsName={labelsName} />
      ) : (
        <div class="chart-canvas" style={{ minHeight: `${heightOf(spec)}px` }}>
          <ChartCanvas spec={spec} />
        </div>
      )}
    </section>
  );
}

function ChartTable({ spec, labelsName }: { readonly spec: ChartSpec; readonly labelsName: string }) {
  return (
    <div class="chart-table" tabIndex={0} role="region" aria-label={spec.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{labelsName}</th>
            {spec.series.map(({ name }) => (
              <th key={name} scope="col" class="figure">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spec.labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {spec.series.map(({ name, values }) => {
                const value = values[at];
                return (
                  <td key={name} class="figure">
                    {value === null || value === undefined ? '—' : spec.format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
