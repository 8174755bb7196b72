import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Express } from 'express';
import { BoundedExpressAdapter } from './http-server.js';

const HEADERS_MS = 300;
const BODY_MS = 600;
const IDLE_MS = 900;
/** Longer than any pause of a busy machine: what ends before was ended by the one bound that is short. */
const LONG_MS = 120_000;
const LONG_BOUNDS = {
  headersTimeout: LONG_MS,
  requestTimeout: LONG_MS,
  idleTimeout: LONG_MS,
  keepAliveTimeout: LONG_MS,
  connectionsCheckingInterval: 50,
};
/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

describe('a server with slow clients', () => {
  let server: Server;
  let answered: number;
  async function serve(bounds: Partial<typeof LONG_BOUNDS>): Promise<void> {
    answered = 0;
    const adapter = new BoundedExpressAdapter({ ...LONG_BOUNDS, ...bounds });
    adapter.getInstance<Express>().use((request, response) => {
      request.resume().once('end', () => {
        answered += 1;
        response.end(request.url === '/large' ? LARGE : 'done');
      });
    });
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    server.on('request', adapter.getInstance<Express>());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  /** Opens a connection; when it is closed, and what came. */
  function open(begin: (socket: Socket) => void): Promise<{ afterMs: number; text: string }> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      let text = '';
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => begin(socket));
      socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
      socket.on('close', () => resolve({ afterMs: performance.now() - startedAt, text }));
    });
  }
  const drip = (socket: Socket, part: string): void => {
    const timer = setInterval(() => socket.write(part), 50);
    socket.once('close', () => clearInterval(timer));
  };

  it('ends who sends headers line by line without end', async () => {
    await serve({ headersTimeout: HEADERS_MS });
    const { afterMs, text } = await open((socket) => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
      drip(socket, 'X: y\r\n');
    });
    expect(afterMs).toBeGreaterThan(HEADERS_MS * 0.9);
    expect(afterMs).toBeLessThan(LONG_MS / 2);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends who sends a body byte by byte', async () => {
    await serve({ headersTimeout: HEADERS_MS, requestTimeout: BODY_MS });
    const { afterMs, text } = await open((socket) => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
      drip(socket, 'x');
    });
    expect(afterMs).toBeGreaterThan(BODY_MS * 0.9);
    expect(afterMs).toBeLessThan(LONG_MS / 2);
    expect([text.includes('HTTP/1.1 408'), answered]).toEqual([true, 0]);
  });

  it('keeps no connection for who does not end his side of it', async () => {
    await serve({ headersTimeout: HEADERS_MS });
    const cut = new Promise<void>((resolve) => server.once('connection', (one) => one.once('close', resolve)));
    const startedAt = performance.now();
    const silent = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    silent.on('error', () => undefined).resume();
    await cut;
    expect(performance.now() - startedAt).toBeLessThan(LONG_MS / 2);
    silent.destroy();
  });

  it('ends who asks and does not read the answer', async () => {
    await serve({ idleTimeout: IDLE_MS });
    const ended = new Promise<void>((resolve) => server.once('connection', (one) => one.once('close', resolve)));
    const startedAt = performance.now();
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      reader.pause();
      reader.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    reader.on('error', () => undefined);
    await ended;
    expect(performance.now() - startedAt).toBeLessThan(LONG_MS / 2);
    expect(answered).toBe(1);
    reader.destroy();
  });
});
