import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { PRODUCT_PLAN } from '../../../src/product/product.service.js';
import { type RecordPage, SearchService } from './search.service.js';
import { ProductSearchDto } from './search.dto.js';

@Controller('product/v1')
export class ProductController {
  constructor(private readonly searches: SearchService) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() request: ProductSearchDto): Promise<RecordPage> {
    return this.searches.page(PRODUCT_PLAN, request);
  }
}
