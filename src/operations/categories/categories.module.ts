import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';

/** /product/v1/category and /creator/v1/category. */
@Module({ controllers: [CategoriesController], providers: [CategoriesService] })
export class CategoriesModule {}
