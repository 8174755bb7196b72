import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateNested } from 'class-validator';
import { AnswerEnvelope } from '../answer/answer.dto.js';
import type { JsonObject } from '../validation/broken-rule.js';
import { Check, isAnySet, refusedAs } from '../validation/broken-rule.js';
import { ChoiceField, CountField, LangField } from '../validation/fields.js';
import { asItems, itemFields } from '../validation/orderby.field.js';
import type { FieldsClass } from '../../common/fields/schema.js';
import { brokenListRules, facetKinds, Published, Read, RequestField, schemaOf } from '../validation/request-field.js';
import { PERIOD_TYPES } from '../../common/period/period.js';
import type { FacetKind } from '../../search/compiler/facets.js';
import type { CountedValue } from '../../search/compiler/facet-values.js';
import { MAX_FACET_SIZE, MAX_FACETS } from '../../search/compiler/facets.js';
import type { FacetItem, FacetOptions, Measure } from '../../search/compiler/request.js';
import { ListField, TextField, WholeField } from '../../common/fields/field.js';
import { KeywordData } from '../../common/records/keyword-data.record.js';
import type { Lang } from '../../common/lang.js';

type Facets = Readonly<Record<string, FacetKind>>;

const namesOf = (facets: Facets, kind: FacetKind): string[] =>
  Object.keys(facets).filter((name) => facets[name] === kind);

function facetItemOf(facets: Facets): FieldsClass {
  const names = Object.keys(facets);
  const times = namesOf(facets, 'time');
  class Item implements FacetItem {
    @ChoiceField(names, 'The filter whose values are counted.', { required: true, example: times[0] ?? names[0] ?? '' })
    field: string;

    @CountField(
      MAX_FACET_SIZE,
      'Most values listed, 10 if not set: those of most records. Of times and figures, 100 if not set: the newest, the lowest.',
    )
    size?: number;
  }
  if (times.length > 0) IntervalField(names, times)(Item.prototype, 'interval');
  return Item;
}

/** `interval`: the periods that a time is counted by. */
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
interface Asked {
  readonly filter?: JsonObject | null;
}

/** Amounts can be counted only with a filter that fixes their currency (docs/api.md, "Facets"). */
const HasCurrency = (amounts: readonly string[]) =>
  applyDecorators(
    Check<unknown, Asked>(
      'facetCurrency',
      (items, { filter }) =>
        isAnySet(filter, ['region', 'seller_id'])
          ? []
          : itemFields(items).flatMap((item) =>
              amounts.includes(item.given as string)
                ? [{ rule: 'needs' as const, ...item, detail: 'filter.region or filter.seller_id' }]
                : [],
            ),
      { isAdjacent: true },
    ),
    Published('facet_currency', ['filter.region', 'filter.seller_id']),
  );

/** `facets`: 1 to 8 items `{field, size?, interval?}`; a single item is taken as a list of one. */
const FacetsField = (facets: Facets) => {
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
      typeName: () => 'an array of facets {field, size, interval}',
    },
    Check('facets', (items) => brokenListRules([items].flat(), MAX_FACETS, undefined, 'facet')),
    ValidateNested(refusedAs({ rule: 'type', detail: 'a facet {field, size, interval}' })),
    ...(amounts.length === 0 ? [] : [HasCurrency(amounts)]),
    ...(times.length === 0 ? [] : [Published('facet_interval')]),
    Read(asItems),
  );
};

/** `measure`: the figure that is added up for each value. */
const MeasureField = (measures: readonly Measure[]) =>
  applyDecorators(
    Check<unknown, Asked>(
      'measureCurrency',
      (measure, { filter }) =>
        measure === 'gmv' && !isAnySet(filter, ['region']) ? { rule: 'needs', detail: 'filter.region' } : undefined,
      { isAdjacent: true },
    ),
    Published('measure_currency', ['filter.region']),
    ChoiceField(
      measures,
      'What is added up for each value: units_sold, usd_gmv, or gmv in the currency of the region, with filter.region only.',
    ),
  );

/**
 * A request class for facets of a match.
 * @param filter the class of its filter, whose facets can be counted
 * @param measures the figures that can be added up; without any, the request has no field `measure`
 */
export function FacetedRequest<Match extends object>(
  match: Type<Match>,
  filter: FieldsClass,
  measures: readonly Measure[],
): Type<Match & FacetOptions> {
  class FacetsRequest extends (match as Type<object>) implements FacetOptions {
    @FacetsField(facetKinds(filter))
    facets: FacetItem[];

    declare lang: Lang;
  }
  if (measures.length > 0) MeasureField(measures)(FacetsRequest.prototype, 'measure');
  LangField()(FacetsRequest.prototype, 'lang');
  return FacetsRequest as Type<Match & FacetOptions>;
}

/** A value of a facet. */
export class FacetValue {
  @ApiProperty({
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
  })
  value: CountedValue['value'];

  @TextField(
    'Its name in the language of the request: of a region, category, shop or choice; a period as date_info.value has it; else the value itself',
    { required: true },
  )
  label: string;

  @WholeField('Records that have it, exact', { required: true })
  count: number;

  @ApiPropertyOptional({
    type: 'number',
    format: 'double',
    nullable: true,
    description:
      'With `measure`: its sum over these records, exact; GMV with 2 decimals; null when none of them has it',
  })
  measure?: number | null;
}

/** One facet of a request. */
export class Facet {
  @TextField('The filter whose values are counted', { required: true, example: 'region' })
  field: string;

  @ListField(
    () => FacetValue,
    'Most records first, then by value; times and figures ascending. Values without a record are left out',
  )
  values: FacetValue[];

  @WholeField('Records of values that are not listed; one that has several of them counts for each', { required: true })
  other_count: number;

  @WholeField('Records without a value', { required: true })
  missing_count: number;
}

export class FacetsData extends KeywordData {
  @WholeField('Records that match, exact: those of the search with the same keywords and filter, without orderby', {
    required: true,
  })
  total: number;

  @ListField(() => Facet, 'The facets asked for, in turn')
  facets: Facet[];
}

export class FacetsResponse extends AnswerEnvelope(FacetsData, 'Total and facets') {}
