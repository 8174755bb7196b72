import { applyDecorators, type Type } from '@nestjs/common';
import { CLOCK_NAMES } from '../common/choice-names.js';
import { either, words } from '../common/errors/error-texts.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { Check, isAnySet, isOneSet, Published, Rule } from '../http/validation/broken-rule.js';
import { ChoiceField, ChoicesField, CountField, FlagFilterField, itemFields } from '../http/validation/fields.js';
import type { FieldsClass } from '../fields/schema.js';
import { brokenListRules, facetKinds, RequestField, schemaOf } from '../http/validation/request-field.js';
import { PERIOD_TYPES } from '../common/period/period.js';
import { type CountedValue, type FacetKind, MAX_FACET_SIZE, MAX_FACETS } from '../search/compiler/facets.js';
import { type FacetOptions, type Measure, MEASURES } from '../search/compiler/types.js';
import {
  DecimalField,
  DocumentedField,
  Fields,
  ListField,
  ObjectField,
  SOMETIMES,
  TextField,
  TextListField,
  WholeField,
  WholeListField,
} from '../fields/field.js';
import { KeywordData } from '../documents/keyword-data.record.js';
import { isObject, type JsonObject } from '../common/json-object.js';

type FacetKinds = Readonly<Record<string, FacetKind>>;

const namesOf = (facets: FacetKinds, kind: FacetKind): string[] =>
  Object.keys(facets).filter((name) => facets[name] === kind);

function facetItemOf(facets: FacetKinds): FieldsClass {
  const names = Object.keys(facets);
  const times = namesOf(facets, 'time');
  return Fields({
    field: ChoiceField(names, 'The filter whose values are counted.', {
      required: true,
      example: times[0] ?? names[0] ?? '',
    }),
    size: CountField(
      MAX_FACET_SIZE,
      'Most values listed, 10 if not set: those of most records. Of times and figures, 100 if not set: the newest, the lowest.',
    ),
    own_filter: FlagFilterField(
      'false counts the field as if its own filter were not set: the values to choose instead.',
    ),
    ...(times.length > 0 && { interval: IntervalField(names, times) }),
  });
}

const IntervalField = (names: readonly string[], times: readonly string[]) =>
  applyDecorators(
    Check<unknown, { field: string }>(
      'intervalOfTime',
      (_interval, { field }) =>
        names.includes(field) && !times.includes(field)
          ? { rule: 'not_a_time', valid: times, detail: field }
          : undefined,
      { isAdjacent: true },
    ),
    ChoiceField(
      PERIOD_TYPES,
      `Of times (${times.join()}): the periods, in UTC, that they are counted by. Default day.`,
    ),
  );

/** A body, as sent or as read. */
interface FacetsBody {
  readonly filter?: JsonObject | null;
  readonly facets?: unknown;
}

const MAX_TOP = 100;

const isWithoutOwnFilter = (facet: unknown): boolean =>
  isObject(facet) && [false, 0].includes(facet['own_filter'] as boolean);

const TopField = () =>
  applyDecorators(
    CountField(MAX_TOP, 'Counts only the first records of the search with the same orderby, as many as this.'),
    Rule<unknown, FacetsBody>(
      'alone',
      (_top, { facets }) =>
        [facets].flat().some(isWithoutOwnFilter) ? { rule: 'alone', detail: 'own_filter: false' } : undefined,
      { others: ['facets'], isAdjacent: true },
    ),
  );

/** Amounts can be counted only with a filter that fixes their currency (docs/api.md, "Facets"). */
const HasCurrency = (amounts: readonly string[]) =>
  Rule<unknown, FacetsBody>(
    'needs',
    (items, { filter }) =>
      isOneSet(filter, ['region', 'seller_id'])
        ? []
        : itemFields(items)
            .filter(({ given }) => amounts.includes(given as string))
            .map((item) => ({ rule: 'needs', ...item, detail: either('filter.region', 'filter.seller_id') })),
    { others: ['filter.region', 'filter.seller_id'], isAdjacent: true },
  );

/** `facets`: 1 to 8 items `{field, size?, interval?, own_filter?}`; a single item is taken as a list of one. */
const FacetsField = (filter: FieldsClass): PropertyDecorator => {
  const facets = facetKinds(filter);
  const type = facetItemOf(facets);
  const [amounts, times] = [namesOf(facets, 'amount'), namesOf(facets, 'time')];
  const needed = amounts.length === 0 ? '' : ` ${amounts.join()} must be used with filter.region or filter.seller_id.`;
  return RequestField(
    {
      schema: {
        type: 'array',
        description: `What to count by; each item is answered by a facet, in turn.${needed}`,
        minItems: 1,
        maxItems: MAX_FACETS,
        items: schemaOf(type),
        example: [{ field: Object.keys(facets)[0], size: 10 }],
      },
      required: true,
      nested: () => type,
      itemName: 'facet',
      typeName: () => words('facets'),
    },
    Check('facets', (items) => brokenListRules([items].flat(), MAX_FACETS, undefined, 'facet')),
    ...(amounts.length === 0 ? [] : [HasCurrency(amounts)]),
    ...(times.length === 0 ? [] : [Published('not_a_time')]),
  );
};

const CrossField = (filter: FieldsClass) => {
  const names = Object.keys(facetKinds(filter)).filter((name) => name in CLOCK_NAMES);
  return applyDecorators(
    Rule('pair', (given) => (new Set([given].flat()).size === 2 ? undefined : { rule: 'pair' })),
    ChoicesField(names, 'Two fields that are counted together, as a matrix next to the facets.', {
      most: 2,
      minItems: 2,
      uniqueItems: true,
      example: names,
      typeName: 'field_names',
    }),
  );
};

/** `measure`: the figure that is added up for each value. @param others measures besides sales */
const MeasureField = (...others: readonly Measure[]) =>
  applyDecorators(
    Rule<unknown, FacetsBody>(
      'needs',
      (measure, { filter }) =>
        measure === 'gmv' && !isAnySet(filter, ['region']) ? { rule: 'needs', detail: 'filter.region' } : undefined,
      { others: ['filter.region'], isAdjacent: true },
    ),
    ChoiceField(
      [...MEASURES, ...others],
      `What is added up for each value: ${['units_sold', ...others].join(', ')}, usd_gmv, or gmv in the currency of the region, with filter.region only.`,
    ),
  );

/** Adds facets to the request class of a selection: those of its filter, and `measures` besides sales. */
export const FacetsRequestOf = <Selected extends object>(
  selection: Type<Selected>,
  filter: FieldsClass,
  { hasCross = false, measures }: { readonly hasCross?: boolean; readonly measures?: readonly Measure[] } = {},
) =>
  Fields(
    {
      facets: FacetsField(filter),
      top: TopField(),
      ...(hasCross && { cross: CrossField(filter) }),
      ...(measures && { measure: MeasureField(...measures) }),
    },
    selection,
  ) as Type<Selected & FacetOptions>;

const MEAN = DecimalField('With `measure`: its mean per record that has it, two decimals', { optional: true });

export class FacetValue extends Fields({
  value: DocumentedField<CountedValue['value']>({
    description: 'The value as the filter named as the facet takes it; a range with both ends inclusive',
    oneOf: [
      { type: 'string' },
      { type: 'integer', format: 'int64' },
      { type: 'boolean' },
      {
        type: 'object',
        required: ['min', 'max'],
        properties: { min: { type: 'number', format: 'double' }, max: { type: 'number', format: 'double' } },
        additionalProperties: false,
      },
    ],
  }),
  label: TextField(
    'Its name in the language of the request: of a region, category, shop or choice; a period as date_info.value has it; else the value itself',
    { required: true },
  ),
  count: WholeField('Records that have it, exact', { required: true }),
  measure: DecimalField(
    'With `measure`: its sum over these records, exact; GMV with 2 decimals; null when none of them has it',
    { optional: true },
  ),
  mean: MEAN,
}) {}

class CrossCell extends Fields({
  values: WholeListField('The value of each of the two fields'),
  count: WholeField('Records that have both, exact', { required: true }),
  measure: DecimalField('With `measure`: its sum over these records', { optional: true }),
  mean: MEAN,
}) {}

/** The records of each pair of values of two fields. */
class Cross extends Fields({
  fields: TextListField('The two fields', { required: true }),
  cells: ListField(() => CrossCell, 'By the first value, then the second; pairs without a record are left out'),
}) {}

export class Facet extends Fields({
  field: TextField('The filter whose values are counted', { required: true, example: 'region' }),
  values: ListField(
    () => FacetValue,
    'Most records first, then by value; times and figures ascending. Values without a record are left out',
  ),
  other_count: WholeField('Records of values that are not listed; one that has several of them counts for each', {
    required: true,
  }),
  missing_count: WholeField('Records without a value', { required: true }),
}) {}

export class FacetsData extends Fields(
  {
    total: WholeField('Records that match, exact: those of the search with the same keywords, filter and orderby', {
      required: true,
    }),
    counted: WholeField('Only with `top`: the records that are counted, the first of the search', SOMETIMES),
    facets: ListField(() => Facet, 'The facets asked for, in turn'),
    cross: ObjectField(() => Cross, 'With `cross`: the matrix', { optional: true }),
  },
  KeywordData,
) {}

export class FacetsResponse extends AnswerEnvelope(FacetsData, 'Total and facets') {}
