import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type ExportOptions, ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import type { RankingPlan, RankingRequest } from './ranking.definition.js';
import { RankingReader } from './ranking.reader.js';
import EXAMPLES from './rankings.examples.json' with { type: 'json' };
import * as requests from './rankings.requests.js';

const INTO_A_FILE = 'The ranking of a day, week or month, into a file.';

/** The rankings: a page and an export of each. */
@ApiTags('Rankings')
@Controller()
export class RankingsController {
  constructor(
    private readonly rankings: RankingReader,
    private readonly exporter: ExportSender,
  ) {}

  @Post('creator/v1/rank/topEcommerce')
  @Operation({
    scope: 'ranking',
    summary: 'Top e-commerce creators',
    description: 'Creators by their sales (GMV) in a day, week or month.',
    response: requests.TopEcommerceResponse,
    examples: EXAMPLES.topEcommerce.page,
  })
  rankTopEcommerceCreators(@Body() request: requests.TopEcommerceRequest) {
    return this.rankings.page(requests.TOP_ECOMMERCE, request);
  }

  @Post('creator/v1/rank/topEcommerce/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export the top e-commerce creators',
    description: INTO_A_FILE,
    record: requests.TOP_ECOMMERCE.record,
    examples: EXAMPLES.topEcommerce.export,
  })
  exportTopEcommerceCreators(@Body() request: requests.TopEcommerceExportRequest, @Res() response: Response) {
    return this.send(requests.TOP_ECOMMERCE, request, response);
  }

  @Post('creator/v1/rank/topGrowth')
  @Operation({
    scope: 'ranking',
    summary: 'Follower growth',
    description: 'Creators by the followers they gained in a day, week or month.',
    response: requests.TopGrowthResponse,
    examples: EXAMPLES.topGrowth.page,
  })
  rankTopGrowthCreators(@Body() request: requests.TopGrowthRequest) {
    return this.rankings.page(requests.TOP_GROWTH, request);
  }

  @Post('creator/v1/rank/topGrowth/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export follower growth',
    description: INTO_A_FILE,
    record: requests.TOP_GROWTH.record,
    examples: EXAMPLES.topGrowth.export,
  })
  exportTopGrowthCreators(@Body() request: requests.TopGrowthExportRequest, @Res() response: Response) {
    return this.send(requests.TOP_GROWTH, request, response);
  }

  @Post('product/v1/rank/topSelling')
  @Operation({
    scope: 'ranking',
    summary: 'Top selling products',
    description:
      'Products by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    response: requests.ProductTopSellingResponse,
    examples: EXAMPLES.productTopSelling.page,
  })
  rankTopSellingProducts(@Body() request: requests.ProductTopSellingRequest) {
    return this.rankings.page(requests.PRODUCT_TOP_SELLING, request);
  }

  @Post('product/v1/rank/topSelling/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export the top selling products',
    description: INTO_A_FILE,
    record: requests.PRODUCT_TOP_SELLING.record,
    examples: EXAMPLES.productTopSelling.export,
  })
  exportTopSellingProducts(@Body() request: requests.ProductTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.PRODUCT_TOP_SELLING, request, response);
  }

  @Post('shop/v1/rank/topSelling')
  @Operation({
    scope: 'ranking',
    summary: 'Top selling shops',
    description: 'Shops by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    response: requests.ShopTopSellingResponse,
    examples: EXAMPLES.shopTopSelling.page,
  })
  rankTopSellingShops(@Body() request: requests.ShopTopSellingRequest) {
    return this.rankings.page(requests.SHOP_TOP_SELLING, request);
  }

  @Post('shop/v1/rank/topSelling/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export the top selling shops',
    description: INTO_A_FILE,
    record: requests.SHOP_TOP_SELLING.record,
    examples: EXAMPLES.shopTopSelling.export,
  })
  exportTopSellingShops(@Body() request: requests.ShopTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.SHOP_TOP_SELLING, request, response);
  }

  @Post('category/v1/rank/topSelling')
  @Operation({
    scope: 'ranking',
    summary: 'Top selling categories',
    description:
      'Level 1 product categories by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    response: requests.CategoryTopSellingResponse,
    examples: EXAMPLES.categoryTopSelling.page,
  })
  rankTopSellingCategories(@Body() request: requests.CategoryTopSellingRequest) {
    return this.rankings.page(requests.CATEGORY_TOP_SELLING, request);
  }

  @Post('category/v1/rank/topSelling/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export the top selling categories',
    description: INTO_A_FILE,
    record: requests.CATEGORY_TOP_SELLING.record,
    examples: EXAMPLES.categoryTopSelling.export,
  })
  exportTopSellingCategories(@Body() request: requests.CategoryTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.CATEGORY_TOP_SELLING, request, response);
  }

  @Post('video/v1/rank/topSelling')
  @Operation({
    scope: 'ranking',
    summary: 'Top selling videos',
    description:
      'Videos by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    response: requests.VideoTopSellingResponse,
    examples: EXAMPLES.videoTopSelling.page,
  })
  rankTopSellingVideos(@Body() request: requests.VideoTopSellingRequest) {
    return this.rankings.page(requests.VIDEO_TOP_SELLING, request);
  }

  @Post('video/v1/rank/topSelling/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export the top selling videos',
    description: INTO_A_FILE,
    record: requests.VIDEO_TOP_SELLING.record,
    examples: EXAMPLES.videoTopSelling.export,
  })
  exportTopSellingVideos(@Body() request: requests.VideoTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.VIDEO_TOP_SELLING, request, response);
  }

  @Post('live/v1/rank/topSelling')
  @Operation({
    scope: 'ranking',
    summary: 'Top selling live streams',
    description:
      'Live streams by their sales (GMV) in a day, week or month, and how they have moved since the period before.',
    response: requests.LiveTopSellingResponse,
    examples: EXAMPLES.liveTopSelling.page,
  })
  rankTopSellingLiveStreams(@Body() request: requests.LiveTopSellingRequest) {
    return this.rankings.page(requests.LIVE_TOP_SELLING, request);
  }

  @Post('live/v1/rank/topSelling/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export the top selling live streams',
    description: INTO_A_FILE,
    record: requests.LIVE_TOP_SELLING.record,
    examples: EXAMPLES.liveTopSelling.export,
  })
  exportTopSellingLiveStreams(@Body() request: requests.LiveTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.LIVE_TOP_SELLING, request, response);
  }

  private send(plan: RankingPlan, request: RankingRequest & ExportOptions, response: Response): Promise<void> {
    const pages = (limit: number) => this.rankings.export(plan, request, limit);
    return this.exporter.send(plan.record, request, pages, response);
  }
}
