import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { RecordsModule } from '../records/records.module.js';
import { VideoController } from './video.controller.js';
import { ShopProductReader } from './video.products.js';
import { VideoService } from './video.service.js';

/** POST /video/v1/search, /export and /facets. */
@Module({
  imports: [FiguresModule, RecordsModule],
  controllers: [VideoController],
  providers: [ShopProductReader, VideoService],
})
export class VideoModule {}
