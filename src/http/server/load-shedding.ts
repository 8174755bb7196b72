import type { RequestListener } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { SearchBulkhead } from '../../search/gateway/search-bulkhead.js';
import { answerOf } from '../answer/failure-answers.js';
import { FailureFilter } from '../answer/failure.filter.js';
import { requestIdOf } from '../request/request-scope.middleware.js';
import { Metrics } from '../../telemetry/metrics.js';
import { SecurityHeadersMiddleware } from './security-headers.middleware.js';

const BUSY = answerOf(new UnavailableFailure('searches_waiting'));

/**
 * Refuses requests unread (503) while the queue of searches is full and this process is overloaded: before Express, at a
 * fraction of what it costs to route them (docs/decisions.md, "One plain read path"). They are counted, not logged.
 */
@Injectable()
export class LoadShedding {
  constructor(
    @Inject(SearchBulkhead) private readonly load: Pick<SearchBulkhead, 'refusesUnread'>,
    @Inject(SecurityHeadersMiddleware) private readonly headers: Pick<SecurityHeadersMiddleware, 'use'>,
    @Inject(FailureFilter) private readonly failures: Pick<FailureFilter, 'write'>,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'countRequest'>,
  ) {}

  /** A listener that answers the requests which are refused, and passes on the others. */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const { method, url = '' } = request;
      // Every search is a POST.
      if (method !== 'POST' || !this.load.refusesUnread()) return next(request, response);
      const [path = ''] = url.split('?', 1);
      this.headers.use(request, response, () => undefined);
      this.failures.write(response, { requestId: requestIdOf(request), path }, BUSY);
      this.metrics.countRequest({ method, path, status: BUSY.status, code: BUSY.code, tookMs: 0, elasticMs: 0 });
    };
  }
}
