import { useMemo } from 'preact/hooks';
import { withFilter } from '../../model/address.js';
import type { ChartSpec } from '../../model/charts.js';
import type { Facet, FacetValue } from '../../model/facets.js';
import { intervalOf } from '../../model/facets.js';
import { fieldText, readRange } from '../../model/field-text.js';
import { formatNumber, formatShort, formatTime } from '../../model/format.js';
import type { FormField } from '../../model/form-fields.js';
import { ChartCard } from './chart-card.js';
import { useExplorer } from '../app/context.js';

const MOST_BARS = 8;

interface FacetChartsProps {
  /** Names of the facets to draw. */
  readonly names: readonly string[];
  readonly fields: readonly FormField[];
  readonly facets: readonly Facet[];
}

/** How the records found spread over time, over a figure and over categories; a click narrows. */
export function FacetCharts({ names, fields, facets }: FacetChartsProps) {
  const { state, field: nameOf, text, choice, go } = useExplorer();
  const specs = useMemo(() => {
    const label = ({ kind, name }: FormField, { value, label: given }: FacetValue): string => {
      const { min, max } = readRange(fieldText(value));
      if (kind === 'times') {
        const isMonth = intervalOf(state.filter[name]) === 'month';
        return formatTime(Number(min), state.lang, isMonth ? 'month' : 'day');
      }
      if (kind !== 'range') return given ?? choice(name, value);
      const [from, to] = [min, max].map((bound) => (bound === '' ? '' : formatShort(Number(bound), state.lang)));
      return to === '' ? `${from}+` : from === to ? `${from}` : `${from}–${to}`;
    };
    return names.flatMap((name): (ChartSpec & { name: string })[] => {
      const field = fields.find((candidate) => candidate.name === name);
      const values = facets.find((facet) => facet.field === name)?.values ?? [];
      if (field === undefined || values.length < 2) return [];
      const shown = field.kind === 'category' ? values.slice(0, MOST_BARS) : values;
      return [
        {
          name,
          title: nameOf(name),
          kind: field.kind === 'category' ? 'bar' : 'column',
          labels: shown.map((value) => label(field, value)),
          series: [{ name: text('count'), values: shown.map(({ count }) => count) }],
          format: (value) => formatNumber(value, state.lang),
          short: (value) => formatShort(value, state.lang),
          onPick: (at) => {
            const picked = fieldText(shown[at]?.value);
            go(withFilter(state, name, picked === state.filter[name] ? '' : picked));
          },
        },
      ];
    });
  }, [facets, state]);
  if (specs.length === 0) return null;
  return (
    <div class="charts">
      {specs.map(({ name, ...spec }) => (
        <ChartCard key={name} spec={spec} labelsName={nameOf(name)} />
      ))}
    </div>
  );
}
