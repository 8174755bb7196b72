import { useMemo } from 'preact/hooks';
import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { withThing } from '../../model/things.js';
import { CHANGE, type ShownView } from '../../model/shown-view.js';
import { ChartCard } from './chart-card.js';
import { chartFormat } from './chart-format.js';
import { useExplorer } from '../app/context.js';

const MOST_BARS = 10;

/** The first rows of a board as bars; a click opens its page. */
export function BoardChart({ view, rows }: { readonly view: ShownView; readonly rows: readonly unknown[] }) {
  const { state, field: nameOf, text, go } = useExplorer();
  const spec = useMemo(() => {
    const shown = rows.slice(0, MOST_BARS);
    return {
      title: text(view.main === CHANGE ? 'topChanges' : 'topBars', { count: shown.length }),
      kind: 'bar' as const,
      labels: shown.map((row) => String(valueAt(row, view.names.title) ?? valueAt(row, view.names.id))),
      series: view.bars.map((path) => ({
        name: nameOf(path),
        values: shown.map((row) => valueAt(row, path) as number | null),
      })),
      ...chartFormat(view.bars[0] ?? '', state.lang),
      onPick: (at: number) => {
        go(withThing(state, view.names.thing, fieldText(valueAt(shown[at], view.names.id))));
      },
    };
  }, [rows, state]);
  if (rows.length < 2) return null;
  return (
    <div class="charts charts-one">
      <ChartCard spec={spec} labelsName={nameOf(view.names.title)} />
    </div>
  );
}
