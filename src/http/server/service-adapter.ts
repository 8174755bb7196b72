import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrorCode } from '../../errors/error-code.js';
import { bareEnvelope } from '../answer/envelope.interceptor.js';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';

/** Cutting a connection at once could lose its last answer. */
const LINGER_MS = 500;

/** The time that clients may take, in milliseconds. */
export interface ServerBounds {
  /** From the connection, or the previous answer, to the end of a request's headers. */
  readonly headersMs: number;
  /** From the connection, or the previous answer, to the end of a request's body. */
  readonly requestMs: number;
  /** Between two bytes in either direction: longer than the deadline of requests. */
  readonly idleMs: number;
  /** An idle connection is kept open for this long: longer than clients and proxies commonly keep theirs. */
  readonly keepAliveMs: number;
  /** The interval of checks for late headers and bodies. */
  readonly checkEveryMs: number;
}

/** @param timeoutMs the deadline of requests, until which a connection may be silent */
export const serverBounds = (timeoutMs: number): ServerBounds => ({
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: timeoutMs + 30_000,
  keepAliveMs: 30_000,
  checkEveryMs: 1000,
});

/**
 * Creates a server that bounds the time of clients and wraps Node's own answers in the envelope: for invalid HTTP, headers
 * that are too large or too slow, unmet expectations and CONNECT. While another answer is in progress on the connection,
 * it cuts the connection instead.
 */
export function createBoundedServer(
  listener: RequestListener,
  { headersMs, requestMs, idleMs, keepAliveMs, checkEveryMs }: ServerBounds,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkEveryMs,
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

/** Whether a text written now would be taken for a part of this answer. */
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

/** Answers a request before Express reads it, or returns false. */
export type UnreadAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Nest's adapter for Express over a bounded server. It sends replies that are bytes unchanged. */
export class ServiceAdapter extends ExpressAdapter {
  /** Set by `UnreadRefusal`. */
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

  /** @param body a Buffer is encoded JSON. A request that was answered at its deadline is ignored. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (response.writableEnded) return undefined;
    if (!Buffer.isBuffer(body)) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
    return response.end(body);
  }
}
