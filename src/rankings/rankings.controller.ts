import { Body, Controller, Post, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type ExportOptions, ExportSender } from '../http/export/export-sender.js';
import { Export, Operation, type OperationMarks } from '../http/open-api/operation.decorator.js';
import { shownFigures, usualFieldsWith } from '../fields/paths.js';
import { CONVERSIONS } from '../figures/figures.record.js';
import { isByChange } from '../figures/ranked-list.js';
import { describeSubject, type RankingOperation, SUBJECTS } from '../subjects/subjects.js';
import type { RankingPlan, RankingRequest } from './rankings.query.js';
import { PLACES } from './rankings.record.js';
import { RankingsService } from './rankings.service.js';
import EXAMPLES from './rankings.examples.json' with { type: 'json' };
import * as requests from './rankings.requests.js';
import { exportExamples, pageExamples } from './rankings.examples.js';

const pluralOf = ({ subject }: RankingPlan): string => SUBJECTS[subject].plural;

/** @param narrowed the summary of an example with a filter that only some rankings take */
const TopSellingPage = (plan: RankingPlan, response: Type, narrowed: string, filter: object) =>
  Operation({
    scope: 'ranking',
    subject: describeSubject(plan.subject, plan.name),
    response,
    summary: `Top selling ${pluralOf(plan)}`,
    description: `The ${pluralOf(plan)} with the largest sales (GMV) of a period, and how they have moved since the period before.`,
    examples: pageExamples(plan, pluralOf(plan), narrowed, filter),
  });

const RankingExport = ({ record }: RankingPlan, summary: string, examples: OperationMarks['examples']) =>
  Export({
    scope: ['ranking', 'export'],
    summary,
    description: 'The ranking of a period, into a file.',
    record,
    examples,
  });

const TopSellingExport = (plan: RankingPlan) =>
  RankingExport(plan, `Export the top selling ${pluralOf(plan)}`, exportExamples(pluralOf(plan)));

type RankingMethods = Readonly<Record<RankingOperation, unknown>>;

/** The rankings: a page and an export of each. */
@ApiTags('Rankings')
@Controller()
export class RankingsController implements RankingMethods {
  constructor(
    private readonly rankings: RankingsService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('creator/v1/rank/topEcommerce')
  @Operation({
    scope: 'ranking',
    summary: 'Top e-commerce creators',
    description: 'Creators by their sales (GMV) of a period.',
    subject: describeSubject('creator', 'topEcommerce'),
    response: requests.TopEcommerceResponse,
    examples: EXAMPLES.topEcommerce.page,
  })
  rankTopEcommerceCreators(@Body() request: requests.TopEcommerceRequest) {
    return this.rankings.page(requests.TOP_ECOMMERCE, request);
  }

  @Post('creator/v1/rank/topEcommerce/export')
  @RankingExport(requests.TOP_ECOMMERCE, 'Export the top e-commerce creators', EXAMPLES.topEcommerce.export)
  exportTopEcommerceCreators(@Body() request: requests.TopEcommerceExportRequest, @Res() response: Response) {
    return this.send(requests.TOP_ECOMMERCE, request, response);
  }

  @Post('creator/v1/rank/topGrowth')
  @Operation({
    scope: 'ranking',
    summary: 'Follower growth',
    description: 'Creators by the followers they gained in a period.',
    subject: describeSubject('creator', 'topGrowth'),
    response: requests.TopGrowthResponse,
    examples: EXAMPLES.topGrowth.page,
  })
  rankTopGrowthCreators(@Body() request: requests.TopGrowthRequest) {
    return this.rankings.page(requests.TOP_GROWTH, request);
  }

  @Post('creator/v1/rank/topGrowth/export')
  @RankingExport(requests.TOP_GROWTH, 'Export follower growth', EXAMPLES.topGrowth.export)
  exportTopGrowthCreators(@Body() request: requests.TopGrowthExportRequest, @Res() response: Response) {
    return this.send(requests.TOP_GROWTH, request, response);
  }

  @Post('product/v1/rank/topSelling')
  @TopSellingPage(requests.PRODUCT_TOP_SELLING, requests.ProductTopSellingResponse, 'In the US', { region: 'US' })
  rankTopSellingProducts(@Body() request: requests.ProductTopSellingRequest) {
    return this.rankings.page(requests.PRODUCT_TOP_SELLING, request);
  }

  @Post('product/v1/rank/topSelling/export')
  @TopSellingExport(requests.PRODUCT_TOP_SELLING)
  exportTopSellingProducts(@Body() request: requests.ProductTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.PRODUCT_TOP_SELLING, request, response);
  }

  @Post('shop/v1/rank/topSelling')
  @TopSellingPage(requests.SHOP_TOP_SELLING, requests.ShopTopSellingResponse, 'Only in beauty and personal care', {
    l1_category_id: 10000,
  })
  rankTopSellingShops(@Body() request: requests.ShopTopSellingRequest) {
    return this.rankings.page(requests.SHOP_TOP_SELLING, request);
  }

  @Post('shop/v1/rank/topSelling/export')
  @TopSellingExport(requests.SHOP_TOP_SELLING)
  exportTopSellingShops(@Body() request: requests.ShopTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.SHOP_TOP_SELLING, request, response);
  }

  @Post('category/v1/rank/topSelling')
  @TopSellingPage(requests.CATEGORY_TOP_SELLING, requests.CategoryTopSellingResponse, 'Only by creators of the US', {
    region: 'US',
  })
  rankTopSellingCategories(@Body() request: requests.CategoryTopSellingRequest) {
    return this.rankings.page(requests.CATEGORY_TOP_SELLING, request);
  }

  @Post('category/v1/rank/topSelling/export')
  @TopSellingExport(requests.CATEGORY_TOP_SELLING)
  exportTopSellingCategories(@Body() request: requests.CategoryTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.CATEGORY_TOP_SELLING, request, response);
  }

  @Post('video/v1/rank/topSelling')
  @TopSellingPage(requests.VIDEO_TOP_SELLING, requests.VideoTopSellingResponse, 'By creators of the US', {
    region: 'US',
  })
  rankTopSellingVideos(@Body() request: requests.VideoTopSellingRequest) {
    return this.rankings.page(requests.VIDEO_TOP_SELLING, request);
  }

  @Post('video/v1/rank/topSelling/export')
  @TopSellingExport(requests.VIDEO_TOP_SELLING)
  exportTopSellingVideos(@Body() request: requests.VideoTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.VIDEO_TOP_SELLING, request, response);
  }

  @Post('live/v1/rank/topSelling')
  @TopSellingPage(requests.LIVE_TOP_SELLING, requests.LiveTopSellingResponse, 'By creators of the US', { region: 'US' })
  rankTopSellingLiveStreams(@Body() request: requests.LiveTopSellingRequest) {
    return this.rankings.page(requests.LIVE_TOP_SELLING, request);
  }

  @Post('live/v1/rank/topSelling/export')
  @TopSellingExport(requests.LIVE_TOP_SELLING)
  exportTopSellingLiveStreams(@Body() request: requests.LiveTopSellingExportRequest, @Res() response: Response) {
    return this.send(requests.LIVE_TOP_SELLING, request, response);
  }

  private send(plan: RankingPlan, request: RankingRequest & ExportOptions, response: Response): Promise<void> {
    const pages = (limit: number) => this.rankings.export(plan, request, limit);
    const places = isByChange({ order: request.orderby }) ? PLACES : [];
    const others = [...places, ...(request.series ? ['series'] : []), ...shownFigures(request, CONVERSIONS)];
    const fields =
      request.fields.length > 0 || others.length === 0 ? request.fields : usualFieldsWith(plan.record, others);
    return this.exporter.send(plan.record, { ...request, fields }, pages, response);
  }
}
