import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { compileProductSearch } from '../../../../src/operations/product/product.query.js';
import { RecordSearch } from '../record-search.js';
import type { RecordPage } from '../record-search.js';
import { ProductSearchDto } from './product.dto.js';

@Controller('product/v1')
export class ProductController {
  constructor(private readonly records: RecordSearch) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() request: ProductSearchDto): Promise<RecordPage> {
    return this.records.page('products', compileProductSearch, request);
  }
}
