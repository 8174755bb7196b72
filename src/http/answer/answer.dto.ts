import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ErrorCode } from '../../common/errors/error-code.js';
import { ListField, ObjectField, TextField, WholeField } from '../../common/fields/field.js';
import { ERROR_TEXTS } from '../../common/error-texts.js';

/** The envelope of the document's examples without its data. */
export const EXAMPLE_ENVELOPE = {
  code: 0,
  message: '',
  timestamp: 1782864000,
  request_id: '8f14e45f-ceea-467f-a0e6-5b6d3f3d2c11',
} as const;

/** A field that is absent where it has no value. */
const OPTIONAL = { required: true, optional: true };

/** The fields of every answer next to `data` (docs/api.md, "Envelope"). */
export abstract class Answer {
  @WholeField('0 on success', { required: true, oneOf: [0], example: 0 })
  code: number;

  @TextField('Empty on success, else what is wrong', { required: true, example: '' })
  message: string;

  @WholeField('Unix seconds', { required: true, example: EXAMPLE_ENVELOPE.timestamp })
  timestamp: number;

  @TextField('Request identifier, also in the header X-Request-Id', {
    required: true,
    example: EXAMPLE_ENVELOPE.request_id,
  })
  request_id: string;
}

export function AnswerEnvelope<Data extends object>(
  type: Type<Data>,
  description: string,
): Type<Answer & { readonly data: Data }> {
  class AnswerWithData extends Answer {
    @ObjectField(() => type, description)
    data: Data;
  }
  return AnswerWithData;
}

export class ErrorFault {
  @TextField('Where: a path such as `filter.price_range.min` or `orderby[0].field`; `body` for the body as a whole', {
    required: true,
    example: 'filter.region',
  })
  path: string;

  @ApiProperty({ type: String, description: 'Which rule', enum: Object.keys(ERROR_TEXTS), example: 'one_of' })
  rule: string;

  @TextField('One sentence that repeats the offending value, cut at 100 characters, in the language of the request', {
    required: true,
    example: 'filter.region is "UK"; it must be one of US, GB, MX. Did you mean GB?',
  })
  message: string;

  @ApiProperty({
    description: 'The valid values, where they are a closed list',
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer', format: 'int32' }, { type: 'boolean' }] },
    required: false,
    example: ['US', 'GB', 'MX'],
  })
  valid?: (string | number | boolean)[];

  @TextField('The valid value that the offending one was probably meant to be', { ...OPTIONAL, example: 'GB' })
  did_you_mean?: string;

  @WholeField('The limit that was passed', { ...OPTIONAL, example: 5000 })
  limit?: number;
}

export class ErrorData {
  @ListField(() => ErrorFault, 'Every fault of the request; empty when there is nothing to list, as without a token')
  errors: ErrorFault[];
}

export class ErrorAnswer extends Answer {
  @WholeField('What kind of error: 10001 request, 20001 path, 30001 token, 30002 quota, 30003 rate, 40001 service', {
    required: true,
    oneOf: Object.values(ErrorCode),
    example: ErrorCode.Parameter,
  })
  declare code: number;

  @TextField('What is wrong: a sentence, or one for each fault', {
    required: true,
    example: 'page must be at least 1, but is 0.',
  })
  declare message: string;

  @ObjectField(() => ErrorData, 'What is wrong, fault by fault')
  data: ErrorData;
}
