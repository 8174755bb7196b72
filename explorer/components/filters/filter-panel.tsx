import { isReached } from '../../model/facets.js';
import type { FormField as Field } from '../../model/form-fields.js';
import { withField } from '../../model/request-body.js';
import { useExplorer } from '../app/context.js';
import type { FormSources } from './form-field.js';
import { FormField } from './form-field.js';

const MAIN_KINDS: readonly Field['kind'][] = ['period', 'times', 'choice', 'category', 'flag'];
const PRICE = 'price_range';
const ORDER: readonly Field['kind'][] = ['period', 'times', 'category', 'choice', 'flag'];

interface FilterPanelProps {
  readonly fields: readonly Field[];
  readonly sources: FormSources;
}

/** The form: a field for each filter of the operation, those with figures and ids, but for the price, folded away until they are used. */
export function FilterPanel({ fields, sources }: FilterPanelProps) {
  const { text, state, go } = useExplorer();
  const shown = fields.filter((field) => !field.deprecated && isReached(field, state.filter));
  const rank = ({ name, kind, required }: Field): number =>
    required ? -3 : /region/.test(name) ? -2 : name === PRICE ? -1 : ORDER.indexOf(kind);
  const main = shown
    .filter(({ name, kind }) => name === PRICE || MAIN_KINDS.includes(kind))
    .sort((one, other) => rank(one) - rank(other));
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
      onText={(given) => go(withField(state, fields, field.name, given))}
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
