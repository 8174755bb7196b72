import { KeywordsField, LangField } from '../../http/validation/fields.js';
import type { Lang } from '../../reference/lang.js';

/** Body of suggestions. */
export class SuggestRequest {
  @KeywordsField('What has been typed so far, from the first letter on; without any there are no suggestions.', 'beau')
  keywords: string;

  @LangField()
  lang: Lang;
}
