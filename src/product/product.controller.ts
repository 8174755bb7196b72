import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../common/records/encoded-data.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { ExportSender } from '../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../http/request/request-context.js';
import { Context } from '../http/request/request-context.js';
import { ProductRecord } from './product.record.js';
import type { FacetsData } from '../http/requests/facets.requests.js';
import { FacetsResponse } from '../http/requests/facets.requests.js';
import type { SuggestData } from '../http/requests/suggest.requests.js';
import { suggestDocs, SuggestRequest, SuggestResponse } from '../http/requests/suggest.requests.js';
import type { ProductSearchData } from './product.requests.js';
import {
  PRODUCT_DOCS,
  PRODUCT_EXPORT_DOCS,
  PRODUCT_FACETS_DOCS,
  ProductExportRequest,
  ProductFacetsRequest,
  ProductSearchRequest,
  ProductSearchResponse,
} from './product.requests.js';
import { ProductService } from './product.service.js';

@ApiTags('Search')
@Controller()
export class ProductController {
  constructor(
    private readonly products: ProductService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    path: '/product/v1/search',
    scope: 'product',
    summary: 'Search products',
    description: 'Shop products by keywords and filters, sorted.',
    request: ProductSearchRequest,
    response: ProductSearchResponse,
    docs: PRODUCT_DOCS,
  })
  searchProducts(
    @Body() request: ProductSearchRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<ProductSearchData>> {
    return this.products.search(request, context);
  }

  @Export({
    path: '/product/v1/export',
    scope: ['product', 'export'],
    summary: 'Export products',
    description: 'Products by keywords and filters, into a file.',
    request: ProductExportRequest,
    record: ProductRecord,
    docs: PRODUCT_EXPORT_DOCS,
  })
  exportProducts(
    @Body() options: ProductExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.products.export(options, limit, request.context);
    return this.exports.send(ProductRecord, options, pages, { request, response });
  }

  @Operation({
    path: '/product/v1/facets',
    scope: 'product',
    summary: 'Count products',
    description: 'Products of a search counted by the values of its filters, exactly.',
    request: ProductFacetsRequest,
    response: FacetsResponse,
    docs: PRODUCT_FACETS_DOCS,
  })
  countProductsByFacet(
    @Body() request: ProductFacetsRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<FacetsData>> {
    return this.products.facets(request, context);
  }

  @Operation({
    path: '/product/v1/suggest',
    scope: 'product',
    summary: 'Suggest shops and categories',
    description: 'Shops and product categories by name, while somebody types.',
    request: SuggestRequest,
    response: SuggestResponse,
    docs: suggestDocs('b'),
  })
  suggestProductFilters(
    @Body() request: SuggestRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<SuggestData>> {
    return this.products.suggest(request, context);
  }
}
