import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { ProductController } from './product.controller.js';
import { ProductService } from './product.service.js';

/** POST /product/v1/search, /export, /facets, /suggest and /similar. */
@Module({ imports: [RecordsModule], controllers: [ProductController], providers: [ProductService] })
export class ProductModule {}
