import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { PRODUCT_OPERATIONS, ProductSuggestController } from './product.requests.js';

/** POST /product/v1/search, /export, /facets and /suggest. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [PRODUCT_OPERATIONS.RecordController, ProductSuggestController],
})
export class ProductModule {}
