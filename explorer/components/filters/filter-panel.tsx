import type { ErrorFault } from '../../../clients/typescript/src/schema.js';
import { shiftDay } from '../../../src/common/period/period.js';
import type { State } from '../../model/address.js';
import { levelIn, LEVELS } from '../../model/entities.js';
import { boundTo, type Facet, type FormField as Field, isReached, withField } from '../../model/forms.js';
import { daysOf, type Period, rangeText, reachOf } from '../../model/periods.js';
import { faultsOf } from '../../model/problems.js';
import { isList, VIEWS } from '../../model/views.js';
import type { Catalogue, Category } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { FieldFaults } from '../app/notice.js';
import {
  FacetList,
  type FieldProps,
  type Option,
  RangeField,
  SegmentField,
  SelectField,
  TextField,
} from './field-input.js';
import { BaseField, PeriodField } from './period-field.js';

/** The choices of the fields of a form. */
export interface FormSources {
  readonly catalogue: Catalogue;
  readonly periods: readonly Period[];
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

const COLUMNS = [
  ...['rank', 'creator.region', 'creator_usd_gmv', 'usd_gmv_change', 'creator_usd_gmv_growth_rate_info.rate'],
  ...['follower_count', 'period_videos', 'period_plays', 'usd_gmv_per_1000_plays', 'usd_gmv_per_1000_viewers'],
];
const SMALL = '1000..100000';
const DAYS = 28;

/** Creators who convert, as links: small ones whose videos sell, and growing ones of four whole weeks. */
export function Presets({ periods }: { readonly periods: readonly Period[] }) {
  const { text, state } = useExplorer();
  const week = periods.find(({ date_type, complete }) => date_type === 'week' && complete);
  const to = week && daysOf(`week:${week.date_value}`)?.to;
  const presets = [
    ['presetSmall', 'usd_gmv_per_1000_plays', { follower_count_range: SMALL }],
    ['presetGrowing', 'growth_rate', to && { date_info: rangeText({ from: shiftDay(to, 1 - DAYS), to }) }],
  ] as const;
  return (
    <p class="toolbar">
      {presets.map(([name, orderby, own]) => {
        const filter: Record<string, string> = { ...state.filter, ...(own || {}) };
        return (
          <StateLink key={name} class="chip" to={{ ...state, page: 1, columns: COLUMNS, orderby, filter }}>
            {text(name)}
          </StateLink>
        );
      })}
    </p>
  );
}
