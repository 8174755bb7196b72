import type { Facet } from '../../model/facets.js';
import type { FormField as Field } from '../../model/form-fields.js';
import type { Period } from '../../model/periods.js';
import { faultsOf } from '../../model/problems.js';
import type { ErrorFault } from '../../../clients/typescript/src/schema.js';
import type { Catalogue } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { FacetList } from './facet-list.js';
import { FieldFaults } from './field-faults.js';
import {
  type FieldProps,
  type Option,
  RangeField,
  SegmentField,
  SelectField,
  TextField,
  TimesField,
} from './field-input.js';
import { PeriodField } from './period-field.js';

/** The choices of the fields of a form. */
export interface FormSources {
  readonly catalogue: Catalogue;
  readonly periods: readonly Period[];
  /** The last second of the data. */
  readonly end: number | undefined;
  readonly facets: readonly Facet[];
  readonly faults: readonly ErrorFault[];
}

interface FormFieldProps {
  readonly field: Field;
  readonly sources: FormSources;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A field of the form by its kind, with the errors that the service reports for it. */
export function FormField({ field, sources, text, onText }: FormFieldProps) {
  const faults = faultsOf(sources.faults, field.name);
  return (
    <div class={`field-holder field-${field.kind} ${faults.length > 0 ? 'field-wrong' : ''}`} data-field={field.name}>
      <Input field={field} sources={sources} text={text} onText={onText} />
      <FieldFaults faults={faults} />
    </div>
  );
}

const FEW = 2;

function Input({ field, sources, text, onText }: FormFieldProps) {
  const { state, choice } = useExplorer();
  const props: FieldProps = { field, text, onText };
  const facet = sources.facets.find((candidate) => candidate.field === field.name);
  switch (field.kind) {
    case 'period':
      return (
        <PeriodField
          name={field.name}
          text={text}
          onText={onText}
          periods={sources.periods}
          isFree={field.choices.includes('range')}
          end={sources.end}
        />
      );
    case 'times':
      return <TimesField {...props} end={sources.end} />;
    case 'range':
      return <RangeField {...props} />;
    case 'text':
    case 'number':
    case 'ids':
      return <TextField {...props} />;
    case 'id':
    case 'category':
    case 'choice':
    case 'flag': {
      const known = optionsOf(field, sources.catalogue, state.filter, choice);
      const isShort = field.kind === 'flag' || (field.kind === 'choice' && field.choices.length <= FEW);
      if (isShort) return <SegmentField {...props} options={counted(known, facet)} />;
      if (facet !== undefined && facet.values.length > 0) {
        const { other_count: otherCount, missing_count: missingCount } = facet;
        const options = facet.values.map(({ value, label, count }) => ({
          value,
          label: label ?? choice(field.name, value),
          count,
        }));
        return <FacetList {...props} options={options} otherCount={otherCount} missingCount={missingCount} />;
      }
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

/** The values with the counts of their facet, where there is one. */
function counted(options: readonly Option[], facet: Facet | undefined): Option[] {
  const countOf = (wanted: unknown): number | undefined =>
    facet?.values.find(({ value }) => Number(value) === Number(wanted))?.count ?? (facet === undefined ? undefined : 0);
  return options.map((option) => ({ ...option, count: countOf(option.value) }));
}
