import { Injectable } from '@nestjs/common';
import type { PeriodDocument } from '../../../documents/board.document.js';
import { SearchGateway } from '../../../elastic/search/search-gateway.js';
import { InternalFailure } from '../../../errors/failure.js';
import { EncodedData } from '../../../http/answer/encoded-data.js';
import { toPeriodRecord } from '../../../records/period.record.js';
import { byPeriodType, compilePeriods } from './periods.query.js';
import type { PeriodsRequest } from './periods.request.dto.js';
import type { PeriodsData } from './periods.response.dto.js';

/** Which periods have data. */
@Injectable()
export class PeriodsService {
  constructor(private readonly gateway: SearchGateway) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async list(request: PeriodsRequest, signal: AbortSignal): Promise<EncodedData<PeriodsData>> {
    const { total, items } = await this.gateway.search<PeriodDocument>(compilePeriods(request), signal);
    if (total > items.length) throw new InternalFailure('There are more periods than one answer holds.');
    return EncodedData.of({ total, list: byPeriodType(items).map(toPeriodRecord) });
  }
}
