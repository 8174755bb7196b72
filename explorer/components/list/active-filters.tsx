import { periodName } from '../../model/period-days.js';
import { readRange } from '../../model/field-text.js';
import { formatNumber, formatTime } from '../../model/format.js';
import type { FormField } from '../../model/form-fields.js';
import { withField } from '../../model/request-body.js';
import type { Catalogue } from '../../service/use-catalogue.js';
import { type Explorer, useExplorer } from '../app/context.js';
import { CloseIcon } from '../app/icons.js';

/** Describes a filter: `United States`, `10 – 20`, `E-commerce: Yes`. */
export function filterInWords(
  { choice, field: nameOf, state }: Pick<Explorer, 'choice' | 'field' | 'state'>,
  field: FormField | undefined,
  name: string,
  text: string,
  catalogue: Pick<Catalogue, 'nameOf'>,
): string {
  switch (field?.kind) {
    case 'category':
      return catalogue.nameOf(field.tree, text);
    case 'choice':
      return choice(name, text);
    case 'flag':
      return `${nameOf(name)}: ${text === '1' || text === '0' ? choice(name, text === '1') : text}`;
    case 'period':
      return periodName(text, state.lang);
    case 'range':
    case 'times': {
      const { min, max } = readRange(text);
      const write = (bound: string): string => {
        if (bound === '' || !Number.isFinite(Number(bound))) return bound === '' ? '…' : bound;
        return field.kind === 'times' ? formatTime(Number(bound), state.lang) : formatNumber(Number(bound), state.lang);
      };
      return `${nameOf(name)}: ${write(min)} – ${write(max)}`;
    }
    case 'id':
    case 'ids':
    case 'number':
    case 'text':
    case undefined:
      return `${nameOf(name)}: ${text}`;
  }
}

/** A filter in words, with a button that removes it. */
export function Chip({ words, onRemove }: { readonly words: string; readonly onRemove: () => void }) {
  const { text } = useExplorer();
  return (
    <button type="button" class="chip" aria-label={text('filterRemove', { name: words })} onClick={onRemove}>
      {words}
      <CloseIcon />
    </button>
  );
}

interface ActiveFiltersProps {
  readonly fields: readonly FormField[];
  readonly catalogue: Catalogue;
}

/** The set filters, each with a button that removes it; required ones stay. */
export function ActiveFilters({ fields, catalogue }: ActiveFiltersProps) {
  const explorer = useExplorer();
  const { state, go, text } = explorer;
  const removable = Object.entries(state.filter).flatMap(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field?.required === true ? [] : [{ name, words: filterInWords(explorer, field, name, value, catalogue) }];
  });
  if (removable.length === 0 && state.keywords === '') return null;
  const required = Object.fromEntries(
    Object.entries(state.filter).filter(([name]) => !removable.some((filter) => filter.name === name)),
  );
  return (
    <div class="chips">
      {state.keywords !== '' && (
        <Chip words={`“${state.keywords}”`} onRemove={() => go({ ...state, keywords: '', page: 1 })} />
      )}
      {removable.map(({ name, words }) => (
        <Chip key={name} words={words} onRemove={() => go(withField(state, fields, name, ''))} />
      ))}
      <button
        type="button"
        class="link-button"
        onClick={() => go({ ...state, keywords: '', page: 1, filter: required })}
      >
        {text('filtersClear')}
      </button>
    </div>
  );
}
