import { Controller, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation, type OperationMarks } from '../http/open-api/operation.decorator.js';
import { QueryOrBody } from '../http/validation/request-validation.pipe.js';
import { CategoryTrees, type TreeKind } from '../search/state/category-trees.js';
import { type CategoryListData, CategoryListRequest, CategoryListResponse } from './categories.dto.js';
import EXAMPLES from './categories.examples.json' with { type: 'json' };
import { listCategories } from './category-list.js';

const FIELDS = 'The fields are taken from the query string or the body; where both name one, the body counts.';

/** The controller of a tree: POST and GET. @param name begins the names of its operations */
function categoriesController(tree: TreeKind, name: string, texts: Omit<OperationMarks, 'request' | 'response'>): Type {
  const marks = { ...texts, request: CategoryListRequest, response: CategoryListResponse };

  @ApiTags('Categories')
  @Controller()
  class CategoriesController {
    constructor(private readonly trees: CategoryTrees) {}

    @Operation(marks)
    async [`list${name}Categories`](
      @QueryOrBody(CategoryListRequest) request: CategoryListRequest,
    ): Promise<CategoryListData> {
      return listCategories(await this.trees.get(tree), request);
    }

    @Operation({ ...marks, method: 'GET' })
    async [`get${name}Categories`](
      @QueryOrBody(CategoryListRequest) request: CategoryListRequest,
    ): Promise<CategoryListData> {
      return listCategories(await this.trees.get(tree), request);
    }
  }
  return CategoriesController;
}

export const CATEGORIES_CONTROLLERS = [
  categoriesController('product-categories', 'Product', {
    path: '/product/v1/category',
    scope: 'product',
    summary: 'Product categories',
    description: `The product category tree of three levels, whole; the IDs that product filters take. ${FIELDS}`,
    examples: EXAMPLES.product,
  }),
  categoriesController('creator-categories', 'Creator', {
    path: '/creator/v1/category',
    scope: 'any',
    summary: 'Creator categories',
    description: `The creator categories, whole; the IDs that creator category filters take. ${FIELDS}`,
    examples: EXAMPLES.creator,
  }),
];
