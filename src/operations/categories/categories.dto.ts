import { CategoryIdField, KeywordsField, LangField } from '../../http/validation/fields.js';
import type { Lang } from '../../reference/lang.js';

/** What a category list may be asked for, in the body or the query string. */
export class CategoryListRequest {
  @KeywordsField(
    'Words of a category’s name in any language, all of which it must hold; lists the categories that match with ' +
      'everything above and below them.',
  )
  keywords: string;

  @CategoryIdField('Lists what is below this category alone; an ID that is in no tree lists nothing.')
  parent_id?: number;

  @LangField()
  lang: Lang;
}
