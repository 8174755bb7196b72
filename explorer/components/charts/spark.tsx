import { sparkPoints } from '../../model/strip.js';

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
