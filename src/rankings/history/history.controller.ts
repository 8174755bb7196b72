import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../common/records/encoded-data.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import type { HistoryData, ProductHistoryData } from './history.dto.js';
import {
  CATEGORY_HISTORY_DOCS,
  HISTORY_DOCS,
  PRODUCT_HISTORY_DOCS,
  SHOP_HISTORY_DOCS,
  CategoryHistoryRequest,
  HistoryRequest,
  HistoryResponse,
  ProductHistoryRequest,
  ProductHistoryResponse,
  SellingHistoryResponse,
  ShopHistoryRequest,
} from './history.dto.js';
import { HistoryService } from './history.service.js';

@ApiTags('Rankings')
@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Operation({
    path: '/creator/v1/history',
    scope: 'ranking',
    summary: 'History of a creator',
    description: 'A creator’s followers and sales, period by period, as the rankings count them.',
    request: HistoryRequest,
    response: HistoryResponse,
    docs: HISTORY_DOCS,
  })
  listCreatorHistory(
    @Body() request: HistoryRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<HistoryData>> {
    return this.history.list(request, context);
  }

  @Operation({
    path: '/product/v1/history',
    scope: 'ranking',
    summary: 'History of a product',
    description: 'A product’s sales, period by period, as the ranking counts them.',
    request: ProductHistoryRequest,
    response: ProductHistoryResponse,
    docs: PRODUCT_HISTORY_DOCS,
  })
  listProductHistory(
    @Body() { product_id: id, ...span }: ProductHistoryRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<ProductHistoryData>> {
    return this.history.listSales('product', { id, span }, context);
  }

  @Operation({
    path: '/shop/v1/history',
    scope: 'ranking',
    summary: 'History of a shop',
    description: 'A shop’s sales, period by period, as the ranking counts them.',
    request: ShopHistoryRequest,
    response: SellingHistoryResponse,
    docs: SHOP_HISTORY_DOCS,
  })
  listShopHistory(
    @Body() { seller_id: id, ...span }: ShopHistoryRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<ProductHistoryData>> {
    return this.history.listSales('shop', { id, span }, context);
  }

  @Operation({
    path: '/category/v1/history',
    scope: 'ranking',
    summary: 'History of a category',
    description: 'The sales of a level 1 category, period by period, as the ranking counts them.',
    request: CategoryHistoryRequest,
    response: SellingHistoryResponse,
    docs: CATEGORY_HISTORY_DOCS,
  })
  listCategoryHistory(
    @Body() { l1_category_id, region: part, ...span }: CategoryHistoryRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<ProductHistoryData>> {
    return this.history.listSales('category', { id: String(l1_category_id), part, span }, context);
  }
}
