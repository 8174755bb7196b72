import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../http/access/route-metadata.js';
import type { OperationMarks } from '../../http/open-api/operation.decorator.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import { QueryOrBody } from '../../http/validation/request-validation.pipe.js';
import type { CategoryListData } from './categories.dto.js';
import {
  CREATOR_CATEGORY_DOCS,
  PRODUCT_CATEGORY_DOCS,
  CategoryListRequest,
  CategoryListResponse,
} from './categories.dto.js';
import { CategoriesService } from './categories.service.js';

const PRODUCT_CATEGORIES: OperationMarks = {
  summary: 'Product categories',
  description: 'The product category tree of three levels, whole; the IDs that product filters take.',
  request: CategoryListRequest,
  response: CategoryListResponse,
  docs: PRODUCT_CATEGORY_DOCS,
};

const CREATOR_CATEGORIES: OperationMarks = {
  summary: 'Creator categories',
  description: 'The creator categories, whole; the IDs that creator category filters take.',
  request: CategoryListRequest,
  response: CategoryListResponse,
  docs: CREATOR_CATEGORY_DOCS,
};

@ApiTags('Categories')
@Controller()
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Operation(PRODUCT_CATEGORIES)
  @RequiresScope('product')
  @Post('/product/v1/category')
  listProductCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('product-categories', request);
  }

  @Operation(PRODUCT_CATEGORIES)
  @RequiresScope('product')
  @Get('/product/v1/category')
  getProductCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('product-categories', request);
  }

  @Operation(CREATOR_CATEGORIES)
  @RequiresScope('any')
  @Post('/creator/v1/category')
  listCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('creator-categories', request);
  }

  @Operation(CREATOR_CATEGORIES)
  @RequiresScope('any')
  @Get('/creator/v1/category')
  getCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest): Promise<CategoryListData> {
    return this.categories.list('creator-categories', request);
  }
}
