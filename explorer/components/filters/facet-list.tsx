import { useState } from 'preact/hooks';
import { fieldText } from '../../model/field-text.js';
import { formatNumber } from '../../model/format.js';
import { useExplorer } from '../app/context.js';
import type { FieldProps, Option } from './field-input.js';

const SHOWN_AT_FIRST = 6;

interface FacetListProps extends FieldProps {
  readonly options: readonly Option[];
  readonly otherCount: number;
  readonly missingCount: number;
}

/** The values of a field with how many records each has; a click narrows to one, another click takes that back. */
export function FacetList({ field, text, onText, options, otherCount, missingCount }: FacetListProps) {
  const { text: say, field: nameOf, state, help } = useExplorer();
  const [isWhole, setWhole] = useState(false);
  const name = nameOf(field.name);
  const most = Math.max(1, ...options.map(({ count = 0 }) => count));
  const chosen = options.findIndex(({ value }) => fieldText(value) === text);
  const shown = isWhole ? options : options.filter((_, at) => at < SHOWN_AT_FIRST || at === chosen);
  const rest: readonly (readonly [string, number])[] = [
    [say('otherValues'), otherCount],
    [say('missingValues'), missingCount],
  ];
  return (
    <fieldset class="field facet" title={help(field.description)}>
      <legend class="field-name">{name}</legend>
      <ul aria-label={say('breakdownOf', { name })}>
        {shown.map(({ value, label, count = 0 }) => {
          const own = fieldText(value);
          return (
            <li key={own}>
              <button class="facet-row" aria-pressed={own === text} onClick={() => onText(own === text ? '' : own)}>
                <span class="facet-bar" style={{ width: `${(100 * count) / most}%` }} />
                <span class="facet-label">{label}</span>
                <span class="facet-count">{formatNumber(count, state.lang)}</span>
              </button>
            </li>
          );
        })}
        {isWhole &&
          rest
            .filter(([, count]) => count > 0)
            .map(([label, count]) => (
              <li key={label} class="facet-rest">
                <span class="facet-label">{label}</span>
                <span class="facet-count">{formatNumber(count, state.lang)}</span>
              </li>
            ))}
      </ul>
      {options.length > SHOWN_AT_FIRST && (
        <button class="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('showLess') : say('showAll', { count: options.length })}
        </button>
      )}
    </fieldset>
  );
}
