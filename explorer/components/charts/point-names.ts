import type { Plugin } from 'chart.js';
import { fitted, outerPoints } from '../../model/charts.js';

const MOST_NAMES = 6;
/** Pixels, from the middle of a point. */
const GAP = 9;
const HALF_HEIGHT = 7;

/** Writes the names of the outer points next to them, where they cover neither a point nor another name. */
export const namesOfPoints = (
  names: readonly string[],
  colour: string,
  widthOf: (text: string) => number,
): Plugin<'bar' | 'line'> => ({
  id: 'point-names',
  afterDatasetsDraw: (chart) => {
    const { ctx, chartArea } = chart;
    const places = chart.getDatasetMeta(0).data.map(({ x, y }) => ({ x, y }));
    const taken = places.map(({ x, y }, at) => ({ at, left: x - GAP / 2, right: x + GAP / 2, y }));
    ctx.save();
    ctx.fillStyle = colour;
    ctx.textBaseline = 'middle';
    for (const at of outerPoints(places, MOST_NAMES)) {
      const { x = 0, y = 0 } = places[at] ?? {};
      const isLeft = x > (chartArea.left + chartArea.right) / 2;
      const room = (isLeft ? x - chartArea.left : chartArea.right - x) - GAP;
      const name = fitted(names[at] ?? '', room, widthOf);
      const left = isLeft ? x - GAP - widthOf(name) : x + GAP;
      const right = left + widthOf(name);
      const isFree = (other: (typeof taken)[number]): boolean =>
        other.at === at || other.right < left || other.left > right || Math.abs(other.y - y) > 2 * HALF_HEIGHT;
      if (!taken.every(isFree)) continue;
      taken.push({ at: -1, left, right, y });
      ctx.fillText(name, left, y);
    }
    ctx.restore();
  },
});
