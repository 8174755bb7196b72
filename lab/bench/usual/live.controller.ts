import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { LIVE_PLAN } from '../../../src/live/live.service.js';
import { hasNextPage, SEARCH_WINDOW } from '../../../src/search/compiler/clauses.js';
import { type RecordEntity, SearchService } from './search.service.js';
import { LiveSearchDto } from './search.dto.js';

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
