import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation, type OperationMarks } from '../http/open-api/operation.decorator.js';
import { QueryOrBody } from '../http/validation/request-validation.pipe.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { CategoryListRequest, CategoryListResponse } from './categories.requests.js';
import EXAMPLES from './categories.examples.json' with { type: 'json' };
import { listCategories } from './category-list.js';

const FIELDS = 'The fields are taken from the query string or the body; where both name one, the body counts.';

const PRODUCT_CATEGORIES: OperationMarks = {
  scope: 'product',
  summary: 'Product categories',
  description: `The product category tree of three levels, whole; the IDs that product filters take. ${FIELDS}`,
  response: CategoryListResponse,
  examples: EXAMPLES.product,
};

const CREATOR_CATEGORIES: OperationMarks = {
  scope: 'any',
  summary: 'Creator categories',
  description: `The creator categories, whole; the IDs that creator category filters take. ${FIELDS}`,
  response: CategoryListResponse,
  examples: EXAMPLES.creator,
};

@ApiTags('Categories')
@Controller()
export class CategoriesController {
  constructor(private readonly trees: CategoryTrees) {}

  @Post('product/v1/category')
  @Operation(PRODUCT_CATEGORIES)
  async listProductCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest) {
    return listCategories(await this.trees.get('product-categories'), request);
  }

  @Get('product/v1/category')
  @Operation({ ...PRODUCT_CATEGORIES, inQuery: true })
  getProductCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest) {
    return this.listProductCategories(request);
  }

  @Post('creator/v1/category')
  @Operation(CREATOR_CATEGORIES)
  async listCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest) {
    return listCategories(await this.trees.get('creator-categories'), request);
  }

  @Get('creator/v1/category')
  @Operation({ ...CREATOR_CATEGORIES, inQuery: true })
  getCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest) {
    return this.listCreatorCategories(request);
  }
}
