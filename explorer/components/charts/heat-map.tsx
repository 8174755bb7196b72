import type { Cross } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import { chartFormat, isUsd } from '../../model/charts.js';
import { type FormField, withField } from '../../model/forms.js';
import { formatNumber, formatShort, formatShortUsd } from '../../model/format.js';
import { useExplorer, usePhone } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { FigureTable } from './chart-card.js';

const CELL =
  'display: block; padding: 4px 0; border-radius: 4px; overflow: hidden; line-height: 1.2; background: color-mix(in srgb, var(--series-1)';

interface HeatMapProps {
  readonly cross: Cross;
  readonly measure: string | undefined;
  /** The filters of the list; without them no cell leads to its rows. */
  readonly filters?: readonly FormField[];
}

/** Figures by weekday and hour of the market, the more, the darker; below them the mean of a record. A cell leads to its rows. */
export function HeatMap({ cross: { fields, cells }, measure, filters = [] }: HeatMapProps) {
  const { state, text, field: nameOf, choice } = useExplorer();
  const isPhone = usePhone();
  const figureOf = ({ count, measure: sum }: Cross['cells'][number]): number =>
    measure === undefined ? count : (sum ?? 0);
  const most = Math.max(1, ...cells.map(figureOf));
  const { format } = chartFormat(measure ?? '', state.lang);
  const short = (value: number, digits: number): string =>
    (isUsd(measure ?? '') ? formatShortUsd : formatShort)(Number(value.toPrecision(digits)), state.lang);
  const rowsOf = (at: readonly number[]): State =>
    at.reduce<State>((next, value, place) => withField(next, filters, fields[place] ?? '', String(value)), {
      ...state,
      by: undefined,
    });
  const valuesOf = (at: number): number[] =>
    fields[at]?.endsWith('hour') === true ? Array.from({ length: 24 }, (_, hour) => hour) : [1, 2, 3, 4, 5, 6, 7];
  // A phone has room for seven columns.
  const [across, down] = isPhone ? [0, 1] : [1, 0];
  const faceOf = (at: number, value: number): string =>
    choice(fields[at] ?? '', value)
      .replace(/:00$/, '')
      .slice(0, 3);
  const nameIn = (values: readonly number[]): string =>
    values.map((value, at) => choice(fields[at] ?? '', value)).join(' ');
  const what = measure === undefined ? text(`view.${state.view}`) : text('ofAllTime', { name: nameOf(measure) });
  const title = `${text('weekHours')} · ${what}`;
  return (
    <section class="card chart-card" aria-label={title}>
      <h2>{title}</h2>
      <FigureTable
        label={title}
        class="heat-map"
        heads={[{ name: '' }, ...valuesOf(across).map((value) => ({ name: faceOf(across, value) }))]}
        rows={valuesOf(down).map((value) => ({
          name: faceOf(down, value),
          cells: valuesOf(across).map((other) => {
            const at = across === 1 ? [value, other] : [other, value];
            const cell = cells.find(({ values }) => values.join() === at.join());
            if (cell === undefined) return '';
            const { count, mean } = cell;
            const words = [
              nameIn(at),
              `${text('count')}: ${formatNumber(count, state.lang)}`,
              ...(measure === undefined ? [] : [`${nameOf(measure)}: ${format(figureOf(cell))}`]),
              ...(typeof mean === 'number' ? [text('meanEach', { mean: format(mean) })] : []),
            ];
            const figures = (
              <>
                {short(figureOf(cell), 3)}
                {typeof mean === 'number' && <small style="font-size: 0.64rem">⌀{short(mean, 2)}</small>}
              </>
            );
            return (
              <span style={`${CELL} ${5 + (45 * figureOf(cell)) / most}%, transparent)`} title={words.join(' · ')}>
                {filters.length === 0 ? (
                  figures
                ) : (
                  <StateLink to={rowsOf(at)} label={words.join(' · ')}>
                    {figures}
                  </StateLink>
                )}
              </span>
            );
          }),
        }))}
      />
    </section>
  );
}
