import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { LangField } from '../http/validation/fields.js';
import { Fields, ListField, TextField, WholeField } from '../fields/field.js';
import type { Lang } from '../common/lang.js';
import { KeywordsField, CategoryIdField } from '../records/record.fields.js';

/** Request of a category list, in the body or the query string. */
export class CategoryListRequest {
  @KeywordsField(
    'Words of a category’s name in any language, all of which it must hold; lists the categories that match with ' +
      'everything above and below them.',
  )
  keywords: string;

  @CategoryIdField('Lists only what is below this category; an ID that is in no tree lists nothing.')
  parent_id?: number;

  @LangField()
  lang: Lang;
}

export class CategoryBranch {
  @WholeField('Category ID', { required: true, example: 10000 })
  id: number;

  @TextField('Category name in the language of the request', { required: true, example: 'Beauty & Personal Care' })
  name: string;

  @WholeField('1 for the top of the tree', { required: true, example: 1 })
  level: number;

  @WholeField('ID of the category above; null at level 1')
  parent_id: number | null;

  @ListField(() => CategoryBranch, 'The categories right below that are listed')
  children: CategoryBranch[];
}

export class CategoryListData extends Fields({
  total: WholeField('Categories listed, those inside `children` included', { required: true }),
  list: ListField(() => CategoryBranch, 'The topmost of the categories listed; not paged'),
}) {}

export class CategoryListResponse extends AnswerEnvelope(CategoryListData, 'The tree') {}
