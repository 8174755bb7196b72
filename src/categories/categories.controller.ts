import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { OperationMarks } from '../http/open-api/operation.decorator.js';
import { Operation } from '../http/open-api/operation.decorator.js';
import { QueryOrBody } from '../http/validation/request-validation.pipe.js';
import type { CategoryListData } from './categories.dto.js';
import {
  CREATOR_CATEGORY_DOCS,
  PRODUCT_CATEGORY_DOCS,
  CategoryListRequest,
  CategoryListResponse,
} from './categories.dto.js';
import { CategoriesService } from './categories.service.js';

const FIELDS = 'The fields are taken from the query string or the body; where both name one, the body counts.';

const PRODUCT_CATEGORIES: OperationMarks = {
  path: '/product/v1/category',
  scope: 'product',
  summary: 'Product categories',
  description: `The product category tree of three levels, whole; the IDs that product filters take. ${FIELDS}`,
  request: CategoryListRequest,
  response: CategoryListResponse,
  docs: PRODUCT_CATEGORY_DOCS,
};

const CREATOR_CATEGORIES: OperationMarks = {
  path: '/creator/v1/category',
  scope: 'any',
  summary: 'Creator categories',
  description: `The creator categories, whole; the IDs that creator category filters take. ${FIELDS}`,
  request: CategoryListRequest,
  response: CategoryListResponse,
  docs: CREATOR_CATEGORY_DOCS,
};

@ApiTags('Categories')
@Controller()
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Operation(PRODUCT_CATEGORIES)
  listProductCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('product-categories', request);
  }

  @Operation({ ...PRODUCT_CATEGORIES, method: 'GET' })
  getProductCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('product-categories', request);
  }

  @Operation(CREATOR_CATEGORIES)
  listCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('creator-categories', request);
  }

  @Operation({ ...CREATOR_CATEGORIES, method: 'GET' })
  getCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('creator-categories', request);
  }
}
