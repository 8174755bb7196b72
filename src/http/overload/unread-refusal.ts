import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OnModuleInit } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.token.js';
import { requestIdOf } from '../request/request-context.middleware.js';
import { RequestObserver } from '../request/request-observer.js';
import { RouteTable } from '../server/route-table.js';
import { corsHeadersFor, DATA_HEADERS } from '../server/security-headers.middleware.js';
import type { ServiceAdapter } from '../server/service-adapter.js';
import { busyBody, BUSY_ANSWER } from './busy-answer.js';
import { LoadShedding } from './load-shedding.js';

const FIXED_HEADERS = { ...Object.fromEntries(DATA_HEADERS), ...BUSY_ANSWER.headers };

/**
 * Load shedding before Express: refuses requests of operations unread (503, 40001, `Retry-After`), at a fraction of what
 * it costs to read and route them: refused by a middleware, four times the load left an eighth of capacity to the others
 * (docs/adr/0020-one-plain-read-path.md). They are counted, not logged.
 */
@Injectable()
export class UnreadRefusal implements OnModuleInit {
  private paths: ReadonlySet<string> = new Set();

  constructor(
    private readonly host: HttpAdapterHost<ServiceAdapter>,
    private readonly load: LoadShedding,
    private readonly routes: RouteTable,
    private readonly observer: RequestObserver,
    @Inject(CONFIG) private readonly config: Pick<Config, 'corsOrigins'>,
  ) {}

  onModuleInit(): void {
    this.paths = this.routes.operationPaths;
    this.host.httpAdapter.answerUnread = (request, response) => this.answer(request, response);
  }

  /** Answers the request if it is refused; else returns false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?', 1);
    // Browsers ask with OPTIONS before a request, which searches nothing.
    if (!this.paths.has(path) || method === 'OPTIONS' || !this.load.refusesUnread()) return false;
    const requestId = requestIdOf(request);
    const body = busyBody(requestId, path);
    response.writeHead(BUSY_ANSWER.status, {
      ...FIXED_HEADERS,
      ...corsHeadersFor(headers.origin, this.config.corsOrigins),
      'X-Request-Id': requestId,
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
    const { status, code } = BUSY_ANSWER;
    this.observer.ended({ method, path, status, code, tookMs: 0, elasticMs: 0 });
    return true;
  }
}
