import type { State } from '../../model/address.js';
import { levelIn, LEVELS } from '../../model/entities.js';
import { isReached } from '../../model/facets.js';
import type { FormField as Field } from '../../model/form-fields.js';
import { boundTo, withField } from '../../model/request-body.js';
import type { Catalogue } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { FormField, type FormSources } from './form-field.js';
import { Presets } from './presets.js';

const MAIN_KINDS: readonly Field['kind'][] = ['period', 'times', 'choice', 'category', 'flag'];
const PRICE = /^(?:usd_)?price_range$/;
const ORDER: readonly Field['kind'][] = ['period', 'times', 'category', 'choice', 'flag'];

interface FilterPanelProps {
  readonly fields: readonly Field[];
  readonly sources: FormSources;
}

/** The form: a field for each filter of the operation, those with figures and ids, but for the price, folded away until they are used. */
export function FilterPanel({ fields, sources }: FilterPanelProps) {
  const { text, state, go, field: nameOf } = useExplorer();
  const filter = withAbove(state.filter, sources.catalogue);
  const shown = fields.filter(
    (field) => (!field.deprecated || filter[field.name] !== undefined) && isReached(field, filter),
  );
  const choose = (name: string, given: string): void => {
    const at = LEVELS.indexOf(name);
    // A category takes the place of those below its level.
    const kept = Object.entries(at < 0 ? state.filter : filter).filter(([own]) => at < 0 || LEVELS.indexOf(own) < at);
    go(withField({ ...state, filter: Object.fromEntries(kept) }, fields, name, given));
  };
  const rank = ({ name, kind, required }: Field): number =>
    required ? -3 : /region/.test(name) ? -2 : PRICE.test(name) ? -1 : ORDER.indexOf(kind);
  const main = shown
    .filter(({ name, kind }) => PRICE.test(name) || MAIN_KINDS.includes(kind))
    .sort((one, other) => rank(one) - rank(other));
  const others = shown.filter((field) => !main.includes(field));
  const isUsed = others.some(
    ({ name }) => state.filter[name] !== undefined || sources.faults.some(({ path }) => path.includes(name)),
  );
  const input = (field: Field) => {
    const bound = boundTo(fields, state.filter, field.name);
    return (
      <>
        <FormField
          key={field.name}
          field={field}
          sources={sources}
          filter={filter}
          text={filter[field.name] ?? ''}
          onText={(given) => choose(field.name, given)}
        />
        {bound.length > 0 && (
          <p class="hint">{text('boundHint', { names: bound.map(({ name }) => nameOf(name)).join(', ') })}</p>
        )}
      </>
    );
  };
  return (
    <>
      {state.view === 'sales' && others.length > 0 && <Presets periods={sources.periods} />}
      {main.map(input)}
      {others.length > 0 && (
        <details
          class="more-fields"
          open={isUsed}
          onToggle={({ currentTarget }) =>
            !isUsed && currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
          }
        >
          <summary>{text('more')}</summary>
          {others.map(input)}
        </details>
      )}
    </>
  );
}

/** The filter with the categories above the deepest that it names. */
function withAbove(filter: State['filter'], { pathTo }: Catalogue): State['filter'] {
  const path = pathTo(filter[LEVELS[levelIn(filter) - 1] ?? ''] ?? '');
  return { ...filter, ...Object.fromEntries(path.map(({ id }, at) => [LEVELS[at] ?? '', String(id)])) };
}
