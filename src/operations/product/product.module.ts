import { Module } from '@nestjs/common';
import { ProductController } from './product.controller.js';
import { ProductService } from './product.service.js';

/** POST /product/v1/search. */
@Module({ controllers: [ProductController], providers: [ProductService] })
export class ProductModule {}
