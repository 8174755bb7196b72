import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrorCode } from '../errors/error-code.js';
import { bareEnvelope } from './envelope.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Bounds how long a client may take to send a request, and puts the envelope around what Node answers by itself: bytes
 * that are no HTTP, headers that are too large or too slow, expectations it can't meet, CONNECT.
 */
export function boundServer(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else answerBare(socket, 400, describe(error.code));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    answerBare(socket, 405, 'The service is no proxy: it takes POST and GET.', ['Allow: GET, HEAD, POST']);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

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
}
