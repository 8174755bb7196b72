import { withFilter } from '../../model/address.js';
import { isReached } from '../../model/facets.js';
import type { FormField as Field } from '../../model/form-fields.js';
import { useExplorer } from '../app/context.js';
import type { FormSources } from './form-field.js';
import { FormField } from './form-field.js';

const MAIN_KINDS: readonly Field['kind'][] = ['period', 'times', 'choice', 'category', 'flag'];
const ORDER: readonly Field['kind'][] = ['period', 'times', 'category', 'choice', 'flag'];

interface FilterPanelProps {
  readonly fields: readonly Field[];
  readonly sources: FormSources;
}

/** The form: a field for each filter of the operation, those with figures and ids folded away until they are used. */
export function FilterPanel({ fields, sources }: FilterPanelProps) {
  const { text, state, go } = useExplorer();
  const shown = fields.filter((field) => !field.deprecated && isReached(field, state.filter));
  const rank = ({ name, kind, required }: Field): number =>
    required ? -2 : /region/.test(name) ? -1 : ORDER.indexOf(kind);
  const main = shown.filter(({ kind }) => MAIN_KINDS.includes(kind)).sort((one, other) => rank(one) - rank(other));
  const others = shown.filter((field) => !main.includes(field));
  const isUsed = others.some(
    ({ name }) => state.filter[name] !== undefined || sources.faults.some(({ path }) => path.includes(name)),
  );
  const input = (field: Field) => (
    <FormField
      key={field.name}
      field={field}
      sources={sources}
      text={state.filter[field.name] ?? ''}
      onText={(given) => go(withFilter(state, field.name, given))}
    />
  );
  return (
    <>
      {main.map(input)}
      {others.length > 0 && (
        <details class="more-fields" open={isUsed}>
          <summary>{text('more')}</summary>
          {others.map(input)}
        </details>
      )}
    </>
  );
}
