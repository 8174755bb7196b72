import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { LangField } from '../http/validation/fields.js';
import { DocumentedField, Fields, ListField, TextField, WholeField } from '../fields/field.js';
import type { Lang } from '../common/lang.js';
import { KeywordsField } from './record.fields.js';

export class SuggestRequest {
  @KeywordsField(
    'What has been typed so far, from the first letter on; without any there are no suggestions, in double quotes none with a slip.',
    'beau',
  )
  keywords: string;

  @LangField()
  lang: Lang;
}

export class SuggestionItem extends Fields({
  kind: TextField('What it is', { required: true, oneOf: ['creator', 'shop', 'category'] }),
  text: TextField(
    'What to show: nickname and @handle of a creator, the name of a shop, of a category in the language asked for',
    { required: true },
  ),
  filter: DocumentedField<Readonly<Record<string, string | number>>>({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'integer', format: 'int64' }] },
    description:
      'What it stands for, by the names of filters: of a creator `uid` (rankings, history) and `keywords` (searches), of a ' +
      'shop `seller_id`, of a category `l1_category_id`, `l2_category_id`, `l3_category_id` or `creator_category_id`',
    example: { seller_id: '7495123456789012345' },
  }),
  region: TextField('Region of a creator; of a shop that of most of its products', { optional: true }),
  follower_count: WholeField('Followers of a creator', { optional: true }),
  total_units_sold: WholeField('Units sold by a shop in total', { optional: true }),
}) {}

export class SuggestData extends Fields({
  list: ListField(
    () => SuggestionItem,
    'At most 10: categories and the best known names, those as written before those with a slip',
  ),
}) {}

export class SuggestResponse extends AnswerEnvelope(SuggestData, 'The suggestions') {}
