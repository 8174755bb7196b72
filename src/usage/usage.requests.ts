import { SCOPES } from '../common/access-token.js';
import type { Lang } from '../common/lang.js';
import { Fields, TextField, TextListField, WholeField, YesNoField } from '../fields/field.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { LangField } from '../http/validation/fields.js';

export class UsageRequest {
  @LangField()
  lang: Lang;
}

export class UsageData extends Fields({
  name: TextField('Name of the token', { required: true, example: 'analyst' }),
  scopes: TextListField(`What it opens: ${SCOPES.join(', ')}`, { required: true }),
  per_second: WholeField('Requests it may make a second; null without this limit, as in the others'),
  burst: WholeField('Requests above per_second within ten seconds'),
  per_minute: WholeField('Requests a minute'),
  per_day: WholeField('Requests a day of UTC'),
  left_today: WholeField('What is left of per_day, this request counted'),
  links: YesNoField('Whether it may make links to exports: it has the scope export, and the service has LINK_SECRET'),
}) {}

export class UsageResponse extends AnswerEnvelope(UsageData, 'The token as it is now') {}
