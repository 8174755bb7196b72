import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Answer } from '../../http/answer/answer.dto.js';
import type { CountedValue } from '../../query/facet-values.js';
import { ListField, ObjectField, TextField, WholeField } from '../../records/fields/field.js';
import { KeywordData } from '../../records/keyword-data.record.js';

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

/** `data` of facets. */
export class FacetsData extends KeywordData {
  @WholeField('Records that match, exact: those of the search with the same keywords and filter, without orderby', {
    required: true,
  })
  total: number;

  @ListField(() => Facet, 'The facets asked for, in turn')
  facets: Facet[];
}

/** Answer of facets. */
export class FacetsResponse extends Answer {
  @ObjectField(() => FacetsData, 'Total and facets')
  data: FacetsData;
}
