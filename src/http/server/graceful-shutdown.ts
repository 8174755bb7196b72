import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Config, CONFIG } from '../../config/config.js';
import { TRACES } from '../../telemetry/metrics.js';
import type { Traces } from '../../telemetry/traces.js';
import { RequestScopeMiddleware } from '../request/request-scope.middleware.js';

const GRACE_BEYOND_DEADLINE_MS = 1000;

/**
 * Shuts the server down in two steps: for the configured delay the service reports that it is not ready and closes each
 * connection after its current answer, then the server is closed, and connections that are still open a second after the
 * deadline of requests are cut. Otherwise kept-alive connections would stay open until their clients end them.
 */
@Injectable()
export class GracefulShutdown implements OnModuleDestroy, OnApplicationShutdown {
  hasBegun = false;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs' | 'shutdownDelayMs'>,
    @Inject(HttpAdapterHost) private readonly host: { readonly httpAdapter: { getHttpServer(): Server } },
    @Inject(RequestScopeMiddleware) private readonly requests: { readonly openResponses: readonly ServerResponse[] },
    @Optional() @Inject(TRACES) private readonly traces?: Pick<Traces, 'close'>,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.hasBegun = true;
    const server = this.host.httpAdapter.getHttpServer();
    const makeLast = (response: ServerResponse): void => {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      response.once('close', () => server.closeIdleConnections());
    };
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => makeLast(response));
    this.requests.openResponses.forEach(makeLast);
    await sleep(this.config.shutdownDelayMs);
    setTimeout(() => server.closeAllConnections(), this.config.requestTimeoutMs + GRACE_BEYOND_DEADLINE_MS).unref();
  }

  /** Waits until every response is closed: a server counts as closed before those of disconnected clients end. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.requests.openResponses.map((response) => once(response, 'close')));
    await nextTurn();
    await this.traces?.close();
  }
}
