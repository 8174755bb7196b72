import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { CategoriesController } from './categories.controller.js';

/** /product/v1/category and /creator/v1/category. */
@Module({ imports: [SearchModule], controllers: [CategoriesController] })
export class CategoriesModule {}
