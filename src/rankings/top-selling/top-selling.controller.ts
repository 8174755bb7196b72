import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Export, Operation } from '../../http/open-api/operation.decorator.js';
import { ExportSender } from '../../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import type { EncodedData } from '../../common/records/encoded-data.js';
import {
  CategoryTopSellingRecord,
  ProductTopSellingRecord,
  ShopTopSellingRecord,
} from '../records/top-selling.record.js';
import { RankingReader } from '../ranking.reader.js';
import { CATEGORY_TOP_SELLING, PRODUCT_TOP_SELLING, SHOP_TOP_SELLING } from './top-selling.definition.js';
import type { CategoryTopSellingData, ProductTopSellingData, ShopTopSellingData } from './top-selling.dto.js';
import {
  CATEGORY_TOP_SELLING_DOCS,
  CATEGORY_TOP_SELLING_EXPORT_DOCS,
  PRODUCT_TOP_SELLING_DOCS,
  PRODUCT_TOP_SELLING_EXPORT_DOCS,
  SHOP_TOP_SELLING_DOCS,
  SHOP_TOP_SELLING_EXPORT_DOCS,
  CategoryTopSellingExportRequest,
  CategoryTopSellingRequest,
  CategoryTopSellingResponse,
  ProductTopSellingExportRequest,
  ProductTopSellingRequest,
  ProductTopSellingResponse,
  ShopTopSellingExportRequest,
  ShopTopSellingRequest,
  ShopTopSellingResponse,
} from './top-selling.dto.js';

/** The rankings of products, shops and categories and their exports. */
@ApiTags('Rankings')
@Controller()
export class TopSellingController {
  constructor(
    private readonly rankings: RankingReader,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    path: '/product/v1/rank/topSelling',
    scope: 'ranking',
    summary: 'Top selling products',
    description:
      'Products by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    request: ProductTopSellingRequest,
    response: ProductTopSellingResponse,
    docs: PRODUCT_TOP_SELLING_DOCS,
  })
  rankTopSellingProducts(
    @Body() request: ProductTopSellingRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<ProductTopSellingData>> {
    return this.rankings.page(PRODUCT_TOP_SELLING, request, context);
  }

  @Export({
    path: '/product/v1/rank/topSelling/export',
    scope: ['ranking', 'export'],
    summary: 'Export the top selling products',
    description: 'The ranking of a day, week or month, into a file.',
    request: ProductTopSellingExportRequest,
    record: ProductTopSellingRecord,
    docs: PRODUCT_TOP_SELLING_EXPORT_DOCS,
  })
  exportTopSellingProducts(
    @Body() options: ProductTopSellingExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.rankings.export(PRODUCT_TOP_SELLING, options, limit, request.context);
    return this.exports.send(ProductTopSellingRecord, options, pages, { request, response });
  }

  @Operation({
    path: '/shop/v1/rank/topSelling',
    scope: 'ranking',
    summary: 'Top selling shops',
    description: 'Shops by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    request: ShopTopSellingRequest,
    response: ShopTopSellingResponse,
    docs: SHOP_TOP_SELLING_DOCS,
  })
  rankTopSellingShops(
    @Body() request: ShopTopSellingRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<ShopTopSellingData>> {
    return this.rankings.page(SHOP_TOP_SELLING, request, context);
  }

  @Export({
    path: '/shop/v1/rank/topSelling/export',
    scope: ['ranking', 'export'],
    summary: 'Export the top selling shops',
    description: 'The ranking of a day, week or month, into a file.',
    request: ShopTopSellingExportRequest,
    record: ShopTopSellingRecord,
    docs: SHOP_TOP_SELLING_EXPORT_DOCS,
  })
  exportTopSellingShops(
    @Body() options: ShopTopSellingExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.rankings.export(SHOP_TOP_SELLING, options, limit, request.context);
    return this.exports.send(ShopTopSellingRecord, options, pages, { request, response });
  }

  @Operation({
    path: '/category/v1/rank/topSelling',
    scope: 'ranking',
    summary: 'Top selling categories',
    description:
      'Level 1 product categories by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    request: CategoryTopSellingRequest,
    response: CategoryTopSellingResponse,
    docs: CATEGORY_TOP_SELLING_DOCS,
  })
  rankTopSellingCategories(
    @Body() request: CategoryTopSellingRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<CategoryTopSellingData>> {
    return this.rankings.page(CATEGORY_TOP_SELLING, request, context);
  }

  @Export({
    path: '/category/v1/rank/topSelling/export',
    scope: ['ranking', 'export'],
    summary: 'Export the top selling categories',
    description: 'The ranking of a day, week or month, into a file.',
    request: CategoryTopSellingExportRequest,
    record: CategoryTopSellingRecord,
    docs: CATEGORY_TOP_SELLING_EXPORT_DOCS,
  })
  exportTopSellingCategories(
    @Body() options: CategoryTopSellingExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.rankings.export(CATEGORY_TOP_SELLING, options, limit, request.context);
    return this.exports.send(CategoryTopSellingRecord, options, pages, { request, response });
  }
}
