import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { ProductController } from './product.controller.js';
import { ProductService } from './product.service.js';

/** POST /product/v1/search, /export, /facets and /suggest. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [ProductController],
  providers: [ProductService],
  exports: [ProductService],
})
export class ProductModule {}
