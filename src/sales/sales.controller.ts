import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { shownFigures, usualFieldsWith } from '../fields/paths.js';
import type { EncodedData } from '../common/encoded-data.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { ExportSender } from '../http/export/export-sender.js';
import { BreakdownRecord } from './breakdown.record.js';
import { BREAKDOWN_NAMES, keyFields, keysOf, OTHER_FIGURES } from './sales.definition.js';
import EXAMPLES from './sales.examples.json' with { type: 'json' };
import { type BreakdownData, BreakdownExportRequest, BreakdownRequest, BreakdownResponse } from './sales.requests.js';
import { SalesService } from './sales.service.js';

@ApiTags('Sales')
@Controller('sales/v1')
export class SalesController {
  constructor(
    private readonly sales: SalesService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('breakdown')
  @Operation({
    scope: 'ranking',
    summary: 'Break sales down',
    description:
      'The sales of creators, products, shops, videos or live streams, or of all, between two days, added up by creator, product, shop, category, video, live stream, channel, day, week, month, region, category, account type or followers of creators, price or age of products, ads, lengths or tags of videos, or by two of them.',
    response: BreakdownResponse,
    examples: EXAMPLES.page,
  })
  breakDownSales(@Body() request: BreakdownRequest): Promise<EncodedData<BreakdownData>> {
    return this.sales.breakdown(request);
  }

  @Post('breakdown/export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export a breakdown of sales',
    description: 'All rows of a breakdown, into a file.',
    record: BreakdownRecord,
    examples: EXAMPLES.export,
  })
  exportSalesBreakdown(@Body() request: BreakdownExportRequest, @Res() response: Response): Promise<void> {
    const pages = (limit: number) => this.sales.export(request, limit);
    return this.exporter.send(BreakdownRecord, withColumns(request), pages, response);
  }
}

const KEYS: readonly string[] = BREAKDOWN_NAMES.flatMap(keyFields);

/** Selects the columns of this breakdown for CSV: its key and the sums. */
function withColumns(options: BreakdownExportRequest): BreakdownExportRequest {
  if (options.fields.length > 0) return options;
  const others = [...(options.series ? ['series'] : []), ...shownFigures(options, OTHER_FIGURES)];
  const usual = usualFieldsWith(BreakdownRecord, others);
  if (options.format !== 'csv') return others.length > 0 ? { ...options, fields: usual } : options;
  const keys: readonly string[] = keysOf(options.by).flatMap(keyFields);
  const isShown = (name = ''): boolean => keys.includes(name) || !KEYS.includes(name);
  return { ...options, fields: usual.filter((path) => isShown(path.split('.')[0])) };
}
