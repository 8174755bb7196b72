import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { CategoryIdField, KeywordsField, LangField } from '../http/validation/fields.js';
import { ListField, TextField, WholeField, Fields } from '../common/fields/field.js';
import type { Lang } from '../common/lang.js';
import type { OperationDocs } from '../http/open-api/operation.decorator.js';

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

/** A category with those below it. */
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

export const PRODUCT_CATEGORY_DOCS: OperationDocs = {
  examples: {
    below_one: { summary: 'What is below Beauty & Personal Care', value: { parent_id: 10000 } },
    by_keywords: { summary: 'Categories that name lipstick, with those above them', value: { keywords: 'lipstick' } },
    in_chinese: { summary: 'The whole tree in Chinese', value: { lang: 'ZH_CN' } },
  },
};

export const CREATOR_CATEGORY_DOCS: OperationDocs = {
  examples: {
    all: { summary: 'All of them', value: {} },
    by_keywords: { summary: 'Those that name beauty', value: { keywords: 'beauty' } },
    by_chinese_keywords: {
      summary: 'Those with a Chinese name about food',
      value: { keywords: '美食', lang: 'ZH_CN' },
    },
    in_chinese: { summary: 'All of them in Chinese', value: { lang: 'ZH_CN' } },
  },
};
