import { randomUUID } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode } from '../../src/http/answer/failure-answers.js';
import { envelopeOf } from '../../src/http/answer/envelope.interceptor.js';

const LOOK_EVERY_MS = 250;
const LOOK_TIMEOUT_MS = 2000;
const LARGEST_BODY_BYTES = 1024 * 1024;
const TRIES_PER_BACKEND = 3;
const PAUSE_MS = 50;
/** Longer than the default deadline of a request. */
const ANSWER_TIMEOUT_MS = 30_000;

const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade']);

interface Backend {
  readonly url: string;
  ready: boolean;
}

/** A complete answer of a process. */
interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * One port in front of several API processes. Ready processes get requests in turn. When a process ends during a
 * request, another one gets it: that is safe, because requests only read.
 */
export class Balancer {
  private backends: Backend[] = [];
  private turn = 0;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly looking = setInterval(() => void this.lookAtAll(), LOOK_EVERY_MS).unref();
  /** Number of requests repeated at another process. */
  rescued = 0;

  private constructor(private readonly server: Server) {}

  /** Starts listening; port 0 takes a free one. */
  static async listen(port: number, host: string): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      balancer.handle(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return balancer;
  }

  get url(): string {
    const { address, family, port } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Adds a process, which gets requests when it is ready. */
  async add(url: string): Promise<void> {
    const backend = { url, ready: false };
    this.backends.push(backend);
    await this.look(backend);
  }

  /** Removes a process. It gets no further requests, but finishes its own. */
  remove(url: string): void {
    this.backends = this.backends.filter((backend) => backend.url !== url);
  }

  async close(): Promise<void> {
    clearInterval(this.looking);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeIdleConnections();
    await closed;
    this.agent.destroy();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const body = await readBody(request, LARGEST_BODY_BYTES);
    const answer = await this.ask(request, body, left.signal);
    if (left.signal.aborted) return;
    if (answer === undefined) return refuse(response);
    response.writeHead(answer.status, { ...endToEnd(answer.headers), 'content-length': String(answer.body.length) });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  }

  /** The first complete answer; undefined when there is none. */
  private async ask(request: IncomingMessage, body: Buffer, signal: AbortSignal): Promise<Answered | undefined> {
    const most = TRIES_PER_BACKEND * Math.max(1, this.backends.length);
    const failed = new Set<Backend>();
    for (let tries = 0; tries < most && !signal.aborted; tries += 1) {
      const backend = this.next(failed);
      if (backend === undefined) {
        failed.clear();
        await sleep(PAUSE_MS);
        continue;
      }
      try {
        const answer = await this.forward(backend, request, body, signal);
        if (tries > 0) this.rescued += 1;
        return answer;
      } catch {
        failed.add(backend);
        if (!signal.aborted) void this.look(backend);
      }
    }
    return undefined;
  }

  /** The next ready process in turn, or the next of all when none is ready. */
  private next(failed: ReadonlySet<Backend>): Backend | undefined {
    const left = this.backends.filter((backend) => !failed.has(backend));
    const ready = left.filter((backend) => backend.ready);
    const choice = ready.length > 0 ? ready : left;
    this.turn += 1;
    return choice[this.turn % Math.max(1, choice.length)];
  }

  private forward(backend: Backend, request: IncomingMessage, body: Buffer, signal: AbortSignal): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const onward = send(
        new URL(request.url ?? '/', backend.url),
        {
          method: request.method,
          headers: { ...endToEnd(request.headers), 'content-length': String(body.length) },
          agent: this.agent,
          timeout: ANSWER_TIMEOUT_MS,
          signal,
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .once('error', reject)
            .once('end', () => {
              if (!answer.complete) return reject(new Error('The answer was cut.'));
              resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) });
            });
        },
      );
      onward.once('timeout', () => onward.destroy(new Error('No answer.'))).once('error', reject);
      onward.end(body);
    });
  }

  private async lookAtAll(): Promise<void> {
    await Promise.all(this.backends.map((backend) => this.look(backend)));
  }

  private async look(backend: Backend): Promise<void> {
    try {
      const answer = await fetch(`${backend.url}/health/ready`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
      await answer.body?.cancel();
      backend.ready = answer.ok;
    } catch {
      backend.ready = false;
    }
  }
}

/** Removes headers that belong to one connection. */
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name)));

async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse(response: ServerResponse): void {
  const at = { requestId: randomUUID(), path: '' };
  const body = envelopeOf(at, ErrorCode.Service, { errors: [] }, 'No process of the service answers.');
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': '1',
    'X-Request-Id': at.requestId,
  });
  response.end(JSON.stringify(body));
}
