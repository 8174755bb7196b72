import { useState } from 'preact/hooks';
import { facetsPath } from '../../model/facets.js';
import { takes } from '../../model/form-fields.js';
import type { ShownView } from '../../model/shown-view.js';
import { readCharts, writeCharts } from '../../service/preferences.js';
import { Segments } from '../app/choices.js';
import { useExplorer } from '../app/context.js';
import { BoardChart } from './board-chart.js';
import { FacetCharts, type FacetChartsProps } from './facet-charts.js';

interface ListChartsProps extends FacetChartsProps {
  readonly view: ShownView;
  readonly rows: readonly unknown[];
  /** Whether the counts are still to come. */
  readonly isLoading: boolean;
  readonly onMeasure: (measure: string | undefined) => void;
}

const MEASURES = ['usd_gmv', 'units_sold'] as const;

/** The charts of a list below a button that folds them away; this browser remembers it. */
export function ListCharts({ view, rows, isLoading, onMeasure, ...facets }: ListChartsProps) {
  const { text, field: nameOf, document: openApi } = useExplorer();
  const isMeasured = takes(openApi, facetsPath(view.path), 'measure');
  const [isOpen, setOpen] = useState(readCharts);
  const toggle = (): void => {
    writeCharts(!isOpen);
    setOpen(!isOpen);
  };
  return (
    <section class="chart-fold" aria-label={text('charts')}>
      <div class="toolbar">
        <button type="button" class="link-button" aria-expanded={isOpen} onClick={toggle}>
          {text(isOpen ? 'chartsHide' : 'chartsShow')}
        </button>
        {isOpen && isMeasured && (
          <Segments
            options={[['', text('count')], ...MEASURES.map((measure) => [measure, nameOf(measure)] as const)]}
            chosen={facets.measure ?? ''}
            onChoose={(measure) => onMeasure(measure === '' ? undefined : measure)}
          />
        )}
      </div>
      {isOpen && (isLoading ? view.charts.length > 0 && <div class="chart-space" /> : <FacetCharts {...facets} />)}
      {isOpen && view.bars.length > 0 && <BoardChart view={view} rows={rows} />}
    </section>
  );
}
