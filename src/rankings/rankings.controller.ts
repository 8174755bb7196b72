import { Body, Controller, Post, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type ExportOptions, ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import type { RankingPlan, RankingRequest } from './ranking.query.js';
import { RankingReader } from './ranking.reader.js';
import EXAMPLES from './rankings.examples.json' with { type: 'json' };
import * as requests from './rankings.requests.js';

const RankingPage = ({ name }: RankingPlan, response: Type, summary: string, description: string) =>
  Operation({ scope: 'ranking', summary, description, response, examples: EXAMPLES[name].page });

const TopSellingPage = (plan: RankingPlan, response: Type, rows: string) =>
  RankingPage(
    plan,
    response,
    `Top selling ${rows}`,
    `The ${rows} with the largest sales (GMV) of a period, and how they have moved since the period before.`,
  );

const RankingExport = ({ name, record }: RankingPlan, summary: string) =>
  Export({
    scope: ['ranking', 'export'],
    summary,
    description: 'The ranking of a period, into a file.',
    record,
    examples: EXAMPLES[name].export,
  });

/** The rankings: a page and an export of each. */
@ApiTags('Rankings')
@Controller()
export class RankingsController {
  constructor(
    private readonly rankings: RankingReader,
    private readonly exporter: ExportSender,
  ) {}

  @Post('creator/v1/rank/topEcommerce')
  @RankingPage(
    requests.TOP_ECOMMERCE,
    requests.TopEcommerceResponse,
    'Top e-commerce creators',
    'Creators by their sales (GMV) of a period.',
  )
  rankTopEcommerceCreators(@Body() request: requests.TopEcommerceRequest) {
    return this.rankings.page(requests.TOP_ECOMMERCE, request);
  }

  @Post('creator/v1/rank/topEcommerce/export')
  @RankingExport(requests.TOP_ECOMMERCE, 'Export the top e-commerce creators')
  exportTopEcommerceCreators(@Body() request: requests.TopEcommerceExportRequest, @Res() response: Response) {
    return this.send(requests.TOP_ECOMMERCE, request, response);
  }

  @Post('creator/v1/rank/topGrowth')
  @RankingPage(
    requests.TOP_GROWTH,
    requests.TopGrowthResponse,
    'Follower growth',
    'Creators by the followers they gained in a period.',
  )
  rankTopGrowthCreators(@Body() request: requests.TopGrowthRequest) {
    return this.rankings.page(requests.TOP_GROWTH, request);
  }

  @Post('creator/v1/rank/topGrowth/export')
  @RankingExport(requests.TOP_GROWTH, 'Export follower growth')
  exportTopGrowthCreators(@Body() request: requests.TopGrowthExportRequest, @Res() response: Response) {
    return this.send(requests.TOP_GROWTH, request, response);
  }

  @Post('product/v1/rank/topSelling')
  @TopSellingPage(requests.PRODUCT_TOP_SELLING, requests.ProductTopSellingResponse, 'products')
  rankTopSellingProducts(@Body() request: requests.ProductTopSellingRequest) {
    return this.rankings.page(requests.PRODUCT_TOP_SELLING, request);
  }

  @Post('product/v1/rank/topSelling/export')
  @RankingExport(requests.PRODUCT_TOP_SELLING, 'Export the top selling products')
  exportTopSellingProducts(@Body() request: requests.ProductTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.PRODUCT_TOP_SELLING, request, response);
  }

  @Post('shop/v1/rank/topSelling')
  @TopSellingPage(requests.SHOP_TOP_SELLING, requests.ShopTopSellingResponse, 'shops')
  rankTopSellingShops(@Body() request: requests.ShopTopSellingRequest) {
    return this.rankings.page(requests.SHOP_TOP_SELLING, request);
  }

  @Post('shop/v1/rank/topSelling/export')
  @RankingExport(requests.SHOP_TOP_SELLING, 'Export the top selling shops')
  exportTopSellingShops(@Body() request: requests.ShopTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.SHOP_TOP_SELLING, request, response);
  }

  @Post('category/v1/rank/topSelling')
  @TopSellingPage(requests.CATEGORY_TOP_SELLING, requests.CategoryTopSellingResponse, 'categories')
  rankTopSellingCategories(@Body() request: requests.CategoryTopSellingRequest) {
    return this.rankings.page(requests.CATEGORY_TOP_SELLING, request);
  }

  @Post('category/v1/rank/topSelling/export')
  @RankingExport(requests.CATEGORY_TOP_SELLING, 'Export the top selling categories')
  exportTopSellingCategories(@Body() request: requests.CategoryTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.CATEGORY_TOP_SELLING, request, response);
  }

  @Post('video/v1/rank/topSelling')
  @TopSellingPage(requests.VIDEO_TOP_SELLING, requests.VideoTopSellingResponse, 'videos')
  rankTopSellingVideos(@Body() request: requests.VideoTopSellingRequest) {
    return this.rankings.page(requests.VIDEO_TOP_SELLING, request);
  }

  @Post('video/v1/rank/topSelling/export')
  @RankingExport(requests.VIDEO_TOP_SELLING, 'Export the top selling videos')
  exportTopSellingVideos(@Body() request: requests.VideoTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.VIDEO_TOP_SELLING, request, response);
  }

  @Post('live/v1/rank/topSelling')
  @TopSellingPage(requests.LIVE_TOP_SELLING, requests.LiveTopSellingResponse, 'live streams')
  rankTopSellingLiveStreams(@Body() request: requests.LiveTopSellingRequest) {
    return this.rankings.page(requests.LIVE_TOP_SELLING, request);
  }

  @Post('live/v1/rank/topSelling/export')
  @RankingExport(requests.LIVE_TOP_SELLING, 'Export the top selling live streams')
  exportTopSellingLiveStreams(@Body() request: requests.LiveTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.LIVE_TOP_SELLING, request, response);
  }

  private send(plan: RankingPlan, request: RankingRequest & ExportOptions, response: Response): Promise<void> {
    const pages = (limit: number) => this.rankings.export(plan, request, limit);
    return this.exporter.send(plan.record, request, pages, response);
  }
}
