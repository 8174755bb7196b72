import { UnavailableFailure } from '../../errors/failure.js';
import { failureBody } from '../answer/failure.filter.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OnModuleInit } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';
import { requestIdOf } from '../request/request-context.middleware.js';
import { RequestObserver } from '../request/request-log.js';
import { RouteTable } from './route-table.js';
import { corsHeadersFor, DATA_HEADERS } from './security-headers.middleware.js';
import type { ServiceAdapter } from './service-adapter.js';

/** Decides which requests are refused because of load. The app module binds the bulkhead of searches. */
export abstract class LoadShedding {
  /** Whether to refuse an unread request: the queue of searches is full and this process is overloaded. */
  abstract refusesUnread(): boolean;
}

const BUSY = new UnavailableFailure('Too many requests are in progress; try again shortly.');

const BUSY_ANSWER = {
  code: BUSY.code,
  status: BUSY.status,
  headers: { ...BUSY.headers, 'Content-Type': 'application/json; charset=utf-8' },
} as const;

const busyBody = (requestId: string, path: string): string => JSON.stringify(failureBody({ requestId, path }, BUSY));

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

  /** Answers a refused request; returns false for an accepted one. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?', 1);
    // OPTIONS, with which browsers precede a request, searches nothing.
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
