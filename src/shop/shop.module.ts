import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { RecordsModule } from '../records/records.module.js';
import { ShopController } from './shop.controller.js';
import { ShopService } from './shop.service.js';

/** POST /shop/v1/search and /export. */
@Module({ imports: [FiguresModule, RecordsModule], controllers: [ShopController], providers: [ShopService] })
export class ShopModule {}
