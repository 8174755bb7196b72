import { Controller, Get, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { requestScope } from '../common/request-scope.js';
import { entityTag, isHeld, PASSING } from '../http/answer/entity-tag.js';
import { Operation, type OperationMarks } from '../http/open-api/operation.decorator.js';
import { QueryOrBody } from '../http/validation/request-validation.pipe.js';
import { VERSION } from '../config/project-dir.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { CategoryListRequest, CategoryListResponse } from './categories.dto.js';
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

/** Whether the client has the list of this request, from the data as they are. */
function isHeldTree(request: CategoryListRequest, response: Response): boolean {
  const version = requestScope().snapshot?.dataVersion;
  if (version === undefined) return false;
  return isHeld(response, entityTag('W/', JSON.stringify([VERSION, version, response.req.path, request])));
}

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
  getProductCategories(
    @QueryOrBody(CategoryListRequest) request: CategoryListRequest,
    @Res(PASSING) response: Response,
  ) {
    return isHeldTree(request, response) ? undefined : this.listProductCategories(request);
  }

  @Post('creator/v1/category')
  @Operation(CREATOR_CATEGORIES)
  async listCreatorCategories(@QueryOrBody(CategoryListRequest) request: CategoryListRequest) {
    return listCategories(await this.trees.get('creator-categories'), request);
  }

  @Get('creator/v1/category')
  @Operation({ ...CREATOR_CATEGORIES, inQuery: true })
  getCreatorCategories(
    @QueryOrBody(CategoryListRequest) request: CategoryListRequest,
    @Res(PASSING) response: Response,
  ) {
    return isHeldTree(request, response) ? undefined : this.listCreatorCategories(request);
  }
}
