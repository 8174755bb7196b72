import { Injectable } from '@nestjs/common';
import type { PeriodDocument } from '../../../documents/board.document.js';
import { PageCache } from '../../../search/page-cache.js';
import type { SearchCaller } from '../../../search/gateway/search-caller.js';
import { SearchGateway } from '../../../search/gateway/search-gateway.js';
import { NewestData } from '../../../search/state/newest-data.js';
import { EncodedData } from '../../../records/encoded-data.js';
import { InternalFailure } from '../../../errors/failure.js';
import { toPeriodRecord } from '../../../records/period.record.js';
import { byPeriodType, compilePeriods } from './periods.query.js';
import type { PeriodsRequest } from './periods.request.dto.js';
import type { PeriodsData } from './periods.response.dto.js';

/** Which periods have data. */
@Injectable()
export class PeriodsService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly newest: NewestData,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async list(request: PeriodsRequest, caller: SearchCaller): Promise<EncodedData<PeriodsData>> {
    const compiled = compilePeriods(request);
    const newest = await this.newest.get();
    return this.pages.remember(`periods ${JSON.stringify([compiled, newest])}`, caller, async (shared) => {
      const { answer } = await this.gateway.search(compiled, shared);
      const { total } = answer;
      const periods = answer.documents<PeriodDocument>();
      if (total > periods.length) throw new InternalFailure('There are more periods than one answer holds.');
      return EncodedData.of({ total, list: byPeriodType(periods).map(toPeriodRecord), newest });
    });
  }
}
