import { Module } from '@nestjs/common';
import { FacetPages } from '../../search/facets.js';
import { SuggestPages } from '../../search/suggestions.js';
import { ProductController } from './product.controller.js';
import { ProductService } from './product.service.js';

/** POST /product/v1/search, /facets and /suggest. */
@Module({
  controllers: [ProductController],
  providers: [ProductService, FacetPages, SuggestPages],
  exports: [ProductService],
})
export class ProductModule {}
