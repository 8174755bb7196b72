import { useMemo } from 'preact/hooks';
import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatNumber, formatShort, formatShortUsd, formatUsd } from '../../model/format.js';
import { withThing } from '../../model/things.js';
import type { View } from '../../model/views.js';
import { ChartCard } from './chart-card.js';
import { useExplorer } from '../app/context.js';

const MOST_BARS = 10;

/** The first rows of a board as bars; a click opens its page. */
export function BoardChart({ view, rows }: { readonly view: View; readonly rows: readonly unknown[] }) {
  const { state, field: nameOf, text, go } = useExplorer();
  const spec = useMemo(() => {
    const shown = rows.slice(0, MOST_BARS);
    const isMoney = view.bars.every((path) => /gmv$/.test(path));
    return {
      title: text('topBars', { count: shown.length }),
      kind: 'bar' as const,
      labels: shown.map((row) => String(valueAt(row, view.names.title) ?? valueAt(row, view.names.id))),
      series: view.bars.map((path) => ({
        name: nameOf(path),
        values: shown.map((row) => valueAt(row, path) as number | null),
      })),
      format: (value: number) => (isMoney ? formatUsd(value, state.lang) : formatNumber(value, state.lang)),
      short: (value: number) => (isMoney ? formatShortUsd(value, state.lang) : formatShort(value, state.lang)),
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
