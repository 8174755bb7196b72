import { type State, without } from '../../model/address.js';
import { withEntity } from '../../model/entities.js';
import { periodName } from '../../model/periods.js';
import { readRange } from '../../model/field-text.js';
import { formatNumber, formatTime } from '../../model/format.js';
import { type FormField, formFields, withField } from '../../model/forms.js';
import { isList, VIEWS } from '../../model/views.js';
import type { Catalogue } from '../../service/use-catalogue.js';
import { type Explorer, useExplorer } from '../app/context.js';
import { lazy } from '../app/notice.js';
import { Chip } from './chip.js';

/** Describes filters: `United States`, `10 – 20`, `E-commerce: Yes`. */
export const filtersInWords = (
  explorer: Explorer,
  fields: readonly FormField[],
  filter: State['filter'],
  catalogue: Catalogue,
): { readonly name: string; readonly field: FormField | undefined; readonly words: string }[] =>
  Object.entries(filter).map(([name, text]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return { name, field, words: inWords(explorer, field, name, text, catalogue) };
  });

function inWords(
  { choice, field: nameOf, state }: Explorer,
  field: FormField | undefined,
  name: string,
  text: string,
  catalogue: Catalogue,
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

const IdChip = lazy(() => import('./id-chip.js').then((room) => room.IdChip), Chip);

interface ActiveFiltersProps {
  readonly fields: readonly FormField[];
  readonly catalogue: Catalogue;
}

/** The set filters, each with a button that removes it; required ones stay. */
export function ActiveFilters({ fields, catalogue }: ActiveFiltersProps) {
  const explorer = useExplorer();
  const { state, document: openApi, go, text } = explorer;
  const removable = filtersInWords(explorer, fields, state.filter, catalogue).filter(
    ({ field }) => field?.required !== true,
  );
  const kept = Object.entries(state.kept ?? {}).flatMap(([key, given]) => {
    const [name = '', view = ''] = key.split('.').reverse();
    // This ranking names shared filters as their meanings are named.
    const known = formFields(openApi, VIEWS[isList(view) ? view : 'sales'].path);
    const own = filtersInWords(explorer, known, { [name]: given }, catalogue);
    return own.flatMap(({ field, words }) => (view !== '' && field?.required ? [] : [{ name: key, words }]));
  });
  if (removable.length + kept.length === 0 && state.keywords === '') return null;
  const required = Object.fromEntries(
    Object.entries(state.filter).filter(([name]) => !removable.some((filter) => filter.name === name)),
  );
  return (
    <div class="chips">
      {state.keywords !== '' && (
        <Chip words={`“${state.keywords}”`} onRemove={() => go({ ...state, keywords: '', page: 1 })} />
      )}
      {removable.map(({ name, words, field }) => {
        const id = state.filter[name] ?? '';
        const level = field?.kind === 'category' && field.tree === 'product' ? catalogue.pathTo(id).length : 0;
        const to = level > 0 ? withEntity(state, 'category', id, level) : undefined;
        const props = { words, to, onRemove: () => go(withField(state, fields, name, '')) };
        const isId = field?.kind === 'ids' || field?.kind === 'id';
        return isId ? <IdChip key={name} name={name} id={id} {...props} /> : <Chip key={name} {...props} />;
      })}
      {kept.map(({ name, words }) => (
        <Chip
          key={name}
          isOff
          words={text('keptFilter', { name: words })}
          onRemove={() => go({ ...state, kept: without(state.kept ?? {}, name) })}
        />
      ))}
      <button
        class="link-button"
        onClick={() => go({ ...state, keywords: '', page: 1, filter: required, kept: undefined })}
      >
        {text('filtersClear')}
      </button>
    </div>
  );
}
