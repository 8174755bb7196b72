import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../common/encoded-data.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import EXAMPLES from '../rankings.examples.json' with { type: 'json' };
import { type PeriodsData, PeriodsRequest, PeriodsResponse } from './periods.requests.js';
import { PeriodsService } from './periods.service.js';

@ApiTags('Rankings')
@Controller('creator/v1/rank')
export class PeriodsController {
  constructor(private readonly periods: PeriodsService) {}

  @Post('periods')
  @Operation({
    scope: 'ranking',
    summary: 'Periods with data',
    description: 'Which days, weeks and months the rankings have data for, and which of them are complete.',
    response: PeriodsResponse,
    examples: EXAMPLES.periods,
  })
  listRankingPeriods(@Body() request: PeriodsRequest): Promise<EncodedData<PeriodsData>> {
    return this.periods.list(request);
  }
}
