import { useState } from 'preact/hooks';
import type { ErrorFault } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import { levelIn, LEVELS } from '../../model/entities.js';
import { type Facet, isReached } from '../../model/facets.js';
import { fieldText } from '../../model/field-text.js';
import type { FormField as Field } from '../../model/form-fields.js';
import { formatNumber } from '../../model/format.js';
import { type Period, reachOf } from '../../model/periods.js';
import { faultsOf } from '../../model/problems.js';
import { boundTo, withField } from '../../model/request-body.js';
import { isList, VIEWS } from '../../model/views.js';
import type { Catalogue, Category } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { FieldFaults } from '../app/notice.js';
import { type FieldProps, type Option, RangeField, SegmentField, SelectField, TextField } from './field-input.js';
import { BaseField, PeriodField } from './period-field.js';
import { Presets } from './presets.js';

/** The choices of the fields of a form. */
export interface FormSources {
  readonly catalogue: Catalogue;
  readonly periods: readonly Period[];
  /** The last second of the data. */
  readonly end: number | undefined;
  readonly facets: readonly Facet[];
  readonly faults: readonly ErrorFault[];
}

interface FormFieldProps extends FieldProps {
  readonly sources: FormSources;
  /** The filter, with the categories above the one that is chosen. */
  readonly filter: State['filter'];
}

/** A field of the form by its kind, with the errors that the service reports for it. */
export function FormField({ field, ...props }: FormFieldProps) {
  const faults = faultsOf(props.sources.faults, field.name);
  return (
    <div class={`field-holder field-${field.kind} ${faults.length > 0 ? 'field-wrong' : ''}`} data-field={field.name}>
      <Input field={field} {...props} />
      <FieldFaults faults={faults} />
    </div>
  );
}

const FEW = 2;

function Input({ field, sources, filter, text, onText }: FormFieldProps) {
  const { state, choice } = useExplorer();
  const props: FieldProps = { field, text, onText };
  const facet = sources.facets.find((candidate) => candidate.field === field.name);
  const listed = facet !== undefined && facet.values.length > 0 && (
    <FacetList
      {...props}
      options={facet.values.map(({ value, label, count }) => ({
        value,
        label: label ?? choice(field.name, value),
        count,
      }))}
      otherCount={facet.other_count}
      missingCount={facet.missing_count}
    />
  );
  switch (field.kind) {
    case 'period':
      return (
        <>
          <PeriodField name={field.name} text={text} onText={onText} periods={sources.periods} end={sources.end} />
          <BaseField chosen={text} reach={reachOf(sources.periods, sources.end)} />
        </>
      );
    case 'times':
    case 'range':
      return <RangeField {...props} end={sources.end} />;
    case 'text':
    case 'number':
      return <TextField {...props} />;
    case 'ids':
      return (
        <>
          <TextField {...props} />
          {listed}
        </>
      );
    case 'id':
    case 'category':
    case 'choice':
    case 'flag': {
      const isOfAnyLevel =
        field.name === 'product_category_id' && isList(state.view) && VIEWS[state.view].ranking !== undefined;
      const known = isOfAnyLevel
        ? treeOptions(sources.catalogue.product, sources.catalogue.pathTo(text))
        : optionsOf(field, sources.catalogue, filter, choice);
      const isShort = field.kind === 'flag' || (field.kind === 'choice' && field.choices.length <= FEW);
      if (isShort) return <SegmentField {...props} options={addCounts(known, facet)} />;
      if (listed) return listed;
      return field.kind === 'id' ? <TextField {...props} /> : <SelectField {...props} options={known} />;
    }
  }
}

/** Every value that a closed list or a category tree has. */
function optionsOf(
  { name, kind, choices, tree, level }: Field,
  catalogue: Catalogue,
  filter: Readonly<Record<string, string>>,
  choice: (field: string, value: unknown) => string,
): Option[] {
  if (kind === 'flag') return [true, false].map((value) => ({ value, label: choice(name, value) }));
  if (kind !== 'category') return choices.map((value) => ({ value, label: choice(name, value) }));
  const list = level === 1 ? catalogue[tree] : catalogue.below(tree, filter[`l${level - 1}_category_id`] ?? '');
  return list.map(({ id, name: label }) => ({ value: id, label }));
}

/** A tree of categories, open along a path. */
const treeOptions = (list: readonly Category[], path: readonly Category[]): Option[] =>
  list.flatMap(({ id, name, level, children }) => [
    { value: id, label: `${'\u2003'.repeat(level - 1)}${name}` },
    ...(path.some((own) => own.id === id) ? treeOptions(children, path) : []),
  ]);

/** The filter with the categories above the deepest that it names. */
function withAbove(filter: State['filter'], { pathTo }: Catalogue): State['filter'] {
  const path = pathTo(filter[LEVELS[levelIn(filter) - 1] ?? ''] ?? '');
  return { ...filter, ...Object.fromEntries(path.map(({ id }, at) => [LEVELS[at] ?? '', String(id)])) };
}

/** The values with the counts of their facet, where there is one. */
function addCounts(options: readonly Option[], facet: Facet | undefined): Option[] {
  const countOf = (wanted: unknown): number | undefined =>
    facet?.values.find(({ value }) => Number(value) === Number(wanted))?.count ?? (facet === undefined ? undefined : 0);
  return options.map((option) => ({ ...option, count: countOf(option.value) }));
}

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
              <button
                type="button"
                class="facet-row"
                aria-pressed={own === text}
                onClick={() => onText(own === text ? '' : own)}
              >
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
        <button type="button" class="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('showLess') : say('showAll', { count: options.length })}
        </button>
      )}
    </fieldset>
  );
}

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
