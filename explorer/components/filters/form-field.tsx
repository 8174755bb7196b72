import type { ErrorFault } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import type { Facet } from '../../model/facets.js';
import type { FormField as Field } from '../../model/form-fields.js';
import { type Period, reachOf } from '../../model/periods.js';
import { faultsOf } from '../../model/problems.js';
import { isList, VIEWS } from '../../model/views.js';
import type { Catalogue, Category } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { FieldFaults } from '../app/notice.js';
import { FacetList } from './facet-list.js';
import { type FieldProps, type Option, RangeField, SegmentField, SelectField, TextField } from './field-input.js';
import { BaseField, PeriodField } from './period-field.js';

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
    <FacetList {...props} options={facet.values} otherCount={facet.other_count} missingCount={facet.missing_count} />
  );
  switch (field.kind) {
    case 'period':
      return (
        <>
          <PeriodField text={text} onText={onText} periods={sources.periods} end={sources.end} />
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

/** The values with the counts of their facet, where there is one. */
function addCounts(options: readonly Option[], facet: Facet | undefined): Option[] {
  const countOf = (wanted: unknown): number | undefined =>
    facet?.values.find(({ value }) => Number(value) === Number(wanted))?.count ?? (facet === undefined ? undefined : 0);
  return options.map((option) => ({ ...option, count: countOf(option.value) }));
}
