import type { Type } from '@nestjs/common';
import { ErrorCode } from './failure-answers.js';
import { ErrorFault } from './field-error.js';
import { Fields, ListField, ObjectField, TextField, WholeField } from '../../fields/field.js';

/** The envelope of the document's examples without its data. */
export const EXAMPLE_ENVELOPE = {
  code: 0,
  message: '',
  timestamp: 1782864000,
  request_id: '8f14e45f-ceea-467f-a0e6-5b6d3f3d2c11',
} as const;

/** The fields of every answer next to `data` (docs/api.md, "Envelope"). */
export class Answer extends Fields({
  code: WholeField('0 on success', { required: true, oneOf: [0], example: 0 }),
  message: TextField('Empty on success, else what is wrong', { required: true, example: '' }),
  timestamp: WholeField('Unix seconds', { required: true, example: EXAMPLE_ENVELOPE.timestamp }),
  request_id: TextField('Request identifier, also in the header X-Request-Id', {
    required: true,
    example: EXAMPLE_ENVELOPE.request_id,
  }),
}) {}

export const AnswerEnvelope = <Data extends object>(type: Type<Data>, description: string) =>
  Fields({ data: ObjectField(() => type, description) }, Answer) as Type<Answer & { readonly data: Data }>;

class ErrorData extends Fields({
  errors: ListField(
    () => ErrorFault,
    'Every fault of the request; empty when there is nothing to list, as without a token',
  ),
}) {}

export class ErrorAnswer extends Fields(
  {
    code: WholeField('Kind: 10001 request, 20001 path, 30001 token, 30002 quota, 30003 rate, 40001 service', {
      required: true,
      oneOf: Object.values(ErrorCode),
      example: ErrorCode.Parameter,
    }),
    message: TextField('What is wrong: a sentence, or one for each fault', {
      required: true,
      example: 'page must be at least 1, but is 0.',
    }),
    data: ObjectField(() => ErrorData, 'What is wrong, fault by fault'),
  },
  Answer,
) {}
