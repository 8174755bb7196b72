import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/open-api/operation.decorator.js';
import {
  CategoryHistoryRequest,
  HistoryRequest,
  HistoryResponse,
  ProductHistoryRequest,
  ProductHistoryResponse,
  SellingHistoryResponse,
  ShopHistoryRequest,
} from './histories.requests.js';
import { HistoryService } from './history.service.js';
import EXAMPLES from './rankings.examples.json' with { type: 'json' };

const WITHOUT_SALES = 'A period without sales has 0 when facts cover all of it, else null.';

/** The figures of a subject, period by period. */
@ApiTags('Rankings')
@Controller()
export class HistoriesController {
  constructor(private readonly histories: HistoryService) {}

  @Post('creator/v1/history')
  @Operation({
    scope: 'ranking',
    summary: 'History of a creator',
    description:
      'A creator’s followers and sales, period by period, as the rankings count them. A period without facts of the ' +
      'creator has null. One with a creator-day and no sales has 0.',
    response: HistoryResponse,
    examples: EXAMPLES.histories.creator,
  })
  listCreatorHistory(@Body() request: HistoryRequest) {
    return this.histories.list('creator', request);
  }

  @Post('product/v1/history')
  @Operation({
    scope: 'ranking',
    summary: 'History of a product',
    description: `The sales of a product, period by period, as the ranking counts them. ${WITHOUT_SALES}`,
    response: ProductHistoryResponse,
    examples: EXAMPLES.histories.product,
  })
  listProductHistory(@Body() request: ProductHistoryRequest) {
    return this.histories.list('product', request);
  }

  @Post('shop/v1/history')
  @Operation({
    scope: 'ranking',
    summary: 'History of a shop',
    description: `The sales of a shop, period by period, as the ranking counts them. ${WITHOUT_SALES}`,
    response: SellingHistoryResponse,
    examples: EXAMPLES.histories.shop,
  })
  listShopHistory(@Body() request: ShopHistoryRequest) {
    return this.histories.list('shop', request);
  }

  @Post('category/v1/history')
  @Operation({
    scope: 'ranking',
    summary: 'History of a category',
    description: `The sales of a category, period by period, as the ranking counts them. ${WITHOUT_SALES}`,
    response: SellingHistoryResponse,
    examples: EXAMPLES.histories.category,
  })
  listCategoryHistory(@Body() request: CategoryHistoryRequest) {
    return this.histories.list('category', request);
  }
}
