import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import EXAMPLES from './shop.examples.json' with { type: 'json' };
import { ShopFiguresRecord } from './shop.record.js';
import { ShopExportRequest, ShopSearchRequest, ShopSearchResponse } from './shop.requests.js';
import { ShopService } from './shop.service.js';

@ApiTags('Search')
@Controller('shop/v1')
export class ShopController {
  constructor(
    private readonly shops: ShopService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('search')
  @Operation({
    scope: 'product',
    summary: 'Search shops',
    description: 'Shops by name and filters. Their figures are added up from their products as loaded now.',
    response: ShopSearchResponse,
    examples: EXAMPLES.search,
  })
  searchShops(@Body() request: ShopSearchRequest) {
    return this.shops.search(request);
  }

  @Post('export')
  @Export({
    scope: ['product', 'export'],
    summary: 'Export shops',
    description: 'Shops by name and filters, into a file.',
    record: ShopFiguresRecord,
    examples: EXAMPLES.export,
  })
  exportShops(@Body() request: ShopExportRequest, @Res() response: Response) {
    return this.exporter.send(ShopFiguresRecord, request, (limit) => this.shops.export(request, limit), response);
  }
}
