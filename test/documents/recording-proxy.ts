import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request that was passed on, and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  readonly headers: Headers;
  readonly answered: string;
}

/** Passes requests on to an address and keeps what was sent and answered. */
export class RecordingProxy {
  private readonly exchanges: Exchange[] = [];
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  private constructor(private readonly target: string) {}

  static async before(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What was exchanged since it was last asked for. */
  taken(): Exchange[] {
    return this.exchanges.splice(0);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const sent = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const answer = await fetch(`${this.target}${path}`, {
      method,
      headers: passedOn(Object.entries(request.headers) as [string, string][]),
      ...(sent !== '' && { body: sent }),
    });
    const answered = await answer.text();
    this.exchanges.push({ method, path, sent, status: answer.status, headers: answer.headers, answered });
    response.writeHead(answer.status, passedOn([...answer.headers])).end(answered);
  }
}

/** Headers that are about a connection or the bytes on it. */
const OF_CONNECTION = /^(?:host|connection|content-length|content-encoding|transfer-encoding)$/;

const passedOn = (headers: readonly [string, string][]): Record<string, string> =>
  Object.fromEntries(headers.filter(([name]) => !OF_CONNECTION.test(name)));
