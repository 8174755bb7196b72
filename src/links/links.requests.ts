import { words } from '../common/errors/error-texts.js';
import type { JsonObject } from '../common/json-object.js';
import type { Lang } from '../common/lang.js';
import { Fields, TextField, WholeField } from '../fields/field.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { Check } from '../http/validation/broken-rule.js';
import { LangField } from '../http/validation/fields.js';
import { RequestField } from '../http/validation/request-field.js';

const DAY_SECONDS = 86_400;
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,59}$/;

/** Request of a link (docs/api.md, "Links"). */
export class LinkRequest {
  @RequestField({
    schema: {
      ...{ type: 'string', maxLength: 60, example: 'exportProducts' },
      description: 'The export, by the id of its operation.',
    },
    required: true,
  })
  operation: string;

  @RequestField({
    schema: {
      type: 'object',
      additionalProperties: true,
      description: 'Its request, as POST takes it; its format is that of the file. Checked when the link is made.',
      example: { filter: { region: 'US' }, format: 'csv' },
    },
    required: true,
  })
  request: JsonObject;

  @RequestField({
    schema: {
      ...{ type: 'integer', format: 'int32', minimum: 60, maximum: 365 * DAY_SECONDS, default: 30 * DAY_SECONDS },
      description: 'Seconds for which the link is valid, 60 to 31536000 (365 days); 30 days when not set.',
      example: 30 * DAY_SECONDS,
    },
  })
  expires_in: number;

  @RequestField(
    {
      schema: {
        ...{ type: 'string', maxLength: 60, pattern: FILE_NAME.source },
        description: 'Name of the file without its ending; that of the operation’s records when not set.',
        example: 'us-products',
      },
    },
    Check('file_name', (given) =>
      typeof given !== 'string' || FILE_NAME.test(given) ? undefined : { rule: 'type', detail: words('file_name') },
    ),
  )
  name?: string;

  @LangField()
  lang: Lang;
}

export class LinkData extends Fields({
  url: TextField('The address; whoever has it can fetch the rows until it expires', {
    required: true,
    example: 'https://analytics.example/v1/links/bYxBCsIwEEX.dGhlIHNpZ25hdHVyZQ/us-products.csv',
  }),
  expires_at: WholeField('Unix seconds from which it is answered with 410', { required: true, example: 1785456000 }),
}) {}

export class LinkResponse extends AnswerEnvelope(LinkData, 'The link') {}
