import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrorCode } from '../../errors/error-code.js';
import { bareEnvelope } from '../answer/envelope.interceptor.js';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';

/** To cut a connection at once could lose its last answer; a client that does not end it keeps it for no longer. */
const LINGER_MS = 500;

/** How long a client may take. Milliseconds. */
export interface ServerBounds {
  /** From the connection, or the answer before, to the end of a request's headers, */
  readonly headersMs: number;
  /** and to the end of its body. */
  readonly requestMs: number;
  /** Between two bytes, in either direction: longer than any request is worked on. */
  readonly idleMs: number;
  /** That a connection without a request is kept open: longer than clients and proxies commonly keep theirs. */
  readonly keepAliveMs: number;
  /** How often headers and bodies that are late are looked for. */
  readonly lookEveryMs: number;
}

/** @param timeoutMs deadline of a request, during which its connection may be silent */
export const serverBounds = (timeoutMs: number): ServerBounds => ({
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: timeoutMs + 30_000,
  keepAliveMs: 30_000,
  lookEveryMs: 1000,
});

/**
 * A server that bounds how long a client may take to send a request and to take its answer, and puts the envelope around
 * what Node answers by itself: bytes that are no HTTP, headers that are too large or too slow, expectations it can't
 * meet, CONNECT. Behind a request whose answer is under way it cuts the connection in the place of that.
 */
export function createBoundedServer(
  listener: RequestListener,
  { headersMs, requestMs, idleMs, keepAliveMs, lookEveryMs }: ServerBounds,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: lookEveryMs,
    },
    listener,
  );
  server.setTimeout(idleMs);
  const responses = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('connection', (socket: Duplex) => responses.set(socket, new Set()));
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    responses.get(socket)?.add(response);
    response.once('close', () => responses.get(socket)?.delete(response));
  });
  const refuse = (socket: Duplex, status: number, message: string, headers?: readonly string[]): void => {
    const isAnswering = [...(responses.get(socket) ?? [])].some(isUnderWay);
    if (isAnswering || !socket.writable) socket.destroy();
    else answerBare(socket, status, message, headers);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, 400, describe(error.code));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, 405, 'The service is no proxy: it takes POST and GET.', ['Allow: GET, HEAD, POST']);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  return server;
}

/** Whether what is written now would stand in the place of this answer, or in it: it is not the answer to what is at fault. */
const isUnderWay = ({ headersSent, writableEnded, req }: ServerResponse): boolean =>
  !writableEnded && (headersSent || req.complete);

function describe(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'The request is not valid HTTP.';
}

function answerBare(socket: Duplex, status: number, message: string, headers: readonly string[] = []): void {
  const requestId = randomUUID();
  const body = JSON.stringify(bareEnvelope(requestId, ErrorCode.Parameter, { errors: [] }, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...headers,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}

/** Answers a request before Express reads it, or returns false and leaves it alone. */
export type UnreadAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Nest's adapter for Express over a server with bounded clients; replies that are bytes are sent as they are. */
export class ServiceAdapter extends ExpressAdapter {
  /** Set by `UnreadRefusal`: the one thing that looks at a request before Express does. */
  answerUnread: UnreadAnswer = () => false;

  constructor(private readonly bounds: ServerBounds) {
    super();
  }

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    this.httpServer = createBoundedServer((request, response) => {
      if (!this.answerUnread(request, response)) express(request, response);
    }, this.bounds);
  }

  /** @param body a Buffer is JSON, encoded already; a request that was answered at its deadline is left alone */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (response.writableEnded) return undefined;
    if (!Buffer.isBuffer(body)) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
    return response.end(body);
  }
}
