import { Module } from '@nestjs/common';
import { FacetPages } from '../facets/facet-pages.js';
import { ProductController } from './product.controller.js';
import { ProductService } from './product.service.js';

/** POST /product/v1/search and /facets. */
@Module({ controllers: [ProductController], providers: [ProductService, FacetPages] })
export class ProductModule {}
