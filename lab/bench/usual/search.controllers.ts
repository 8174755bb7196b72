import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { VIDEO_PLAN } from '../../../src/video/video.service.js';
import { type RecordEntity, type RecordPage, SearchService } from './search.service.js';
import { LiveSearchDto, ProductSearchDto, VideoSearchDto } from './search.dto.js';
import { PRODUCT_PLAN } from '../../../src/product/product.service.js';
import { LIVE_PLAN } from '../../../src/live/live.service.js';
import { hasNextPage, SEARCH_WINDOW } from '../../../src/search/compiler/clauses.js';

@Controller('video/v1')
export class VideoController {
  constructor(private readonly searches: SearchService) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() request: VideoSearchDto): Promise<RecordPage> {
    return this.searches.page(VIDEO_PLAN, request);
  }
}

@Controller('product/v1')
export class ProductController {
  constructor(private readonly searches: SearchService) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() request: ProductSearchDto): Promise<RecordPage> {
    return this.searches.page(PRODUCT_PLAN, request);
  }
}

@Controller('live/v1')
export class LiveController {
  constructor(private readonly searches: SearchService) {}

  @Post('search')
  @HttpCode(200)
  async search(@Body() request: LiveSearchDto): Promise<{ has_more: number; list: RecordEntity[] }> {
    const { total, list } = await this.searches.page(LIVE_PLAN, request);
    return { has_more: hasNextPage(request, total, SEARCH_WINDOW) ? 1 : 0, list };
  }
}
