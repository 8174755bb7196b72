import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { FacetsResponse } from '../records/facets.requests.js';
import { SuggestRequest, SuggestResponse } from '../records/suggest.requests.js';
import EXAMPLES from './product.examples.json' with { type: 'json' };
import { ProductRecord } from './product.record.js';
import {
  ProductExportRequest,
  ProductFacetsRequest,
  ProductSearchRequest,
  ProductSearchResponse,
  SimilarProductsRequest,
  SimilarProductsResponse,
} from './product.requests.js';
import { ProductService } from './product.service.js';

@ApiTags('Search')
@Controller('product/v1')
export class ProductController {
  constructor(
    private readonly products: ProductService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('search')
  @Operation({
    scope: 'product',
    summary: 'Search products',
    description: 'Shop products by keywords and filters, sorted.',
    response: ProductSearchResponse,
    examples: EXAMPLES.search,
  })
  searchProducts(@Body() request: ProductSearchRequest) {
    return this.products.search(request);
  }

  @Post('export')
  @Export({
    scope: ['product', 'export'],
    summary: 'Export products',
    description: 'Products by keywords and filters, into a file.',
    record: ProductRecord,
    examples: EXAMPLES.export,
  })
  exportProducts(@Body() request: ProductExportRequest, @Res() response: Response) {
    return this.exporter.send(ProductRecord, request, (limit) => this.products.export(request, limit), response);
  }

  @Post('facets')
  @Operation({
    scope: 'product',
    summary: 'Count products',
    description: 'Products of a search counted by the values of its filters, exactly.',
    response: FacetsResponse,
    examples: EXAMPLES.facets,
  })
  countProductsByFacet(@Body() request: ProductFacetsRequest) {
    return this.products.facets(request);
  }

  @Post('suggest')
  @Operation({
    scope: 'product',
    summary: 'Suggest shops and categories',
    description: 'Shops and product categories by name, while somebody types.',
    response: SuggestResponse,
    examples: EXAMPLES.suggest,
  })
  suggestProductFilters(@Body() request: SuggestRequest) {
    return this.products.suggest(request);
  }

  @Post('similar')
  @Operation({
    scope: 'product',
    summary: 'Similar products',
    description: 'Products whose title and categories have the words of a product.',
    response: SimilarProductsResponse,
    examples: EXAMPLES.similar,
  })
  findSimilarProducts(@Body() request: SimilarProductsRequest) {
    return this.products.similar(request);
  }
}
