import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OnModuleInit } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { requestIdOf } from '../request/request-context.middleware.js';
import { RequestObserver } from '../request/request-observer.js';
import { RouteTable } from '../server/route-table.js';
import { DATA_HEADERS } from '../server/security-headers.middleware.js';
import type { ServiceAdapter } from '../server/service-adapter.js';
import { busyBody, BUSY_ANSWER } from './busy-answer.js';
import { LoadShedding } from './load-shedding.js';

const FIXED_HEADERS = [...DATA_HEADERS, ...Object.entries(BUSY_ANSWER.headers)].flat();

/**
 * Load shedding before Express: refuses requests of operations unread (503, 40001, `Retry-After`), at a fraction of what
 * it costs to read and route them. They are counted, not logged. Requests from pages of other origins pass, because CORS
 * answers those.
 */
@Injectable()
export class UnreadRefusal implements OnModuleInit {
  private paths: ReadonlySet<string> = new Set();

  constructor(
    private readonly host: HttpAdapterHost<ServiceAdapter>,
    private readonly load: LoadShedding,
    private readonly routes: RouteTable,
    private readonly observer: RequestObserver,
  ) {}

  onModuleInit(): void {
    this.paths = this.routes.operationPaths;
    this.host.httpAdapter.answerUnread = (request, response) => this.answer(request, response);
  }

  /** Answers the request if it is refused; else returns false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url: path = '' } = request;
    if (!this.paths.has(path) || request.headers.origin !== undefined || !this.load.refusesUnread()) return false;
    const requestId = requestIdOf(request);
    const body = busyBody(requestId, path);
    const own = ['X-Request-Id', requestId, 'Content-Length', String(Buffer.byteLength(body))];
    response.writeHead(BUSY_ANSWER.status, [...FIXED_HEADERS, ...own]);
    response.end(body);
    const { status, code } = BUSY_ANSWER;
    this.observer.ended({ method, path, status, code, tookMs: 0, elasticMs: 0 });
    return true;
  }
}
