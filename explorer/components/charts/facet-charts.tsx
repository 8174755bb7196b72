import { useMemo } from 'preact/hooks';
import type { ChartSpec } from '../../model/charts.js';
import { type Facet, type FacetValue, intervalOf, timeBuckets } from '../../model/facets.js';
import { fieldText, readRange } from '../../model/field-text.js';
import { formatShort, formatTime } from '../../model/format.js';
import { chartFormat } from './chart-format.js';
import type { FormField } from '../../model/form-fields.js';
import { withField } from '../../model/request-body.js';
import { ChartCard } from './chart-card.js';
import { useExplorer } from '../app/context.js';

const MOST_BARS = 8;

export interface FacetChartsProps {
  /** Names of the facets to draw. */
  readonly names: readonly string[];
  readonly fields: readonly FormField[];
  readonly facets: readonly Facet[];
  /** The last second of the data. */
  readonly end: number | undefined;
  /** The figure that is added up in the place of counts. */
  readonly measure: string | undefined;
}

/** How the records found spread over time, over a figure and over categories; a click narrows. */
export function FacetCharts({ names, fields, facets, end, measure }: FacetChartsProps) {
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
      const buckets = field.kind === 'times' ? timeBuckets(values, state.filter[name], end) : [];
      const shown: readonly FacetValue[] =
        field.kind === 'category'
          ? values.slice(0, MOST_BARS)
          : field.kind === 'times'
            ? buckets.map(({ min, max, ...figures }) => ({ value: { min, max }, ...figures }))
            : values;
      return [
        {
          name,
          title: nameOf(name),
          kind: field.kind === 'category' ? 'bar' : 'column',
          labels: shown.map((value, at) => {
            const period = label(field, value);
            return buckets[at]?.isPartial === true ? text('partial', { period }) : period;
          }),
          partial: buckets.map(({ isPartial }) => isPartial),
          series: [
            measure === undefined
              ? { name: text('count'), values: shown.map(({ count }) => count) }
              : { name: nameOf(measure), values: shown.map(({ measure: sum }) => sum ?? 0) },
          ],
          ...chartFormat(measure ?? '', state.lang),
          onPick: (at) => {
            const picked = fieldText(shown[at]?.value);
            go(withField(state, fields, name, picked === state.filter[name] ? '' : picked));
          },
        },
      ];
    });
  }, [facets, state, end, measure]);
  if (specs.length === 0) return null;
  return (
    <div class="charts">
      {specs.map(({ name, ...spec }) => (
        <ChartCard key={name} spec={spec} labelsName={nameOf(name)} />
      ))}
    </div>
  );
}
