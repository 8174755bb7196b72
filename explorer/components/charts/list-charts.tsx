import { useState } from 'preact/hooks';
import type { View } from '../../model/views.js';
import { readCharts, writeCharts } from '../../service/preferences.js';
import { useExplorer } from '../app/context.js';
import { BoardChart } from './board-chart.js';
import type { FacetChartsProps } from './facet-charts.js';
import { FacetCharts } from './facet-charts.js';

interface ListChartsProps extends FacetChartsProps {
  readonly view: View;
  readonly rows: readonly unknown[];
  /** Whether the counts are still to come. */
  readonly isLoading: boolean;
}

/** The charts of a list below a button that folds them away; this browser remembers it. */
export function ListCharts({ view, rows, isLoading, ...facets }: ListChartsProps) {
  const { text } = useExplorer();
  const [isOpen, setOpen] = useState(readCharts);
  const toggle = (): void => {
    writeCharts(!isOpen);
    setOpen(!isOpen);
  };
  return (
    <section class="chart-fold" aria-label={text('charts')}>
      <button type="button" class="link-button" aria-expanded={isOpen} onClick={toggle}>
        {text(isOpen ? 'chartsHide' : 'chartsShow')}
      </button>
      {isOpen && (isLoading ? view.charts.length > 0 && <div class="chart-space" /> : <FacetCharts {...facets} />)}
      {isOpen && view.bars.length > 0 && <BoardChart view={view} rows={rows} />}
    </section>
  );
}
