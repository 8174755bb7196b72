import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http';
import { itemsOf } from '../../src/config/setting.js';
import { elasticsearchUrl } from './app.js';

export type Fault =
  | { readonly kind: 'none' }
  /** It is taken and never answered. */
  | { readonly kind: 'hang' }
  /** It is passed on, and the answer held back for so long. */
  | { readonly kind: 'late'; readonly ms: number }
  /** It is passed on, and the answer held back until then. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** It is passed on, and the connection cut in the place of an answer. */
  | { readonly kind: 'lost' }
  /** The connection is cut before an answer. */
  | { readonly kind: 'cut' }
  /** Head and first byte of an answer come, the rest never does. */
  | { readonly kind: 'stall' }
  /** Head and half of an answer come, then the connection is cut. */
  | { readonly kind: 'cut-body' }
  /** It is answered with this status, and the JSON where there is one. */
  | { readonly kind: 'answer'; readonly status: number; readonly json?: object };

/** An idle connection is left open, as Elasticsearch leaves it. */
const KEPT_FOREVER = 0;

/** Whether a path searches the live streams, by their alias or by an index of a version. */
export const isSearchOfLives = (path: string): boolean => /lives[^/]*\/_search/.test(path);

/** Stands between the service and Elasticsearch, and does to requests what networks and clusters do to them. */
export class FaultProxy {
  fault: Fault = { kind: 'none' };
  /** Which requests the fault meets; all of them unless told otherwise. */
  only: (path: string, method: string) => boolean = () => true;
  /** Requests that the fault met, and those that were passed on. */
  met = 0;
  passed = 0;
  /** Method and path of every request, in turn. */
  readonly seen: { readonly method: string; readonly path: string }[] = [];
  /** Requests that were given up before they were answered. */
  left = 0;
  private port = 0;
  private server: Server | undefined;

  constructor(private readonly target = elasticsearchUrl()) {}

  static async start(target = elasticsearchUrl()): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.up();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get listens(): boolean {
    return this.server !== undefined;
  }

  /** Listens, on the same port after a `down`. */
  async up(): Promise<void> {
    if (this.listens) return;
    const server = createServer({ keepAliveTimeout: KEPT_FOREVER }, (request, response) =>
      this.handle(request, response),
    );
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Refuses connections and cuts those there are, as a node that has been killed. */
  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Holds back the answers to what the fault meets until the function that it returns is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.fault = { kind: 'held', until: new Promise<void>((resolve) => (release = resolve)) };
    return release;
  }

  heal(): void {
    this.fault = { kind: 'none' };
    this.only = () => true;
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const fault: Fault = this.only(request.url ?? '', request.method ?? '') ? this.fault : { kind: 'none' };
    this.seen.push({ method: request.method ?? '', path: request.url ?? '' });
    response.once('close', () => {
      if (!response.writableFinished) this.left += 1;
    });
    if (fault.kind === 'none') this.passed += 1;
    else this.met += 1;
    const json = '{"took":1,"hits":{"total":';
    switch (fault.kind) {
      case 'none':
        return this.pass(request, response, (answer) => answer());
      case 'late':
        return this.pass(request, response, (answer) => void setTimeout(answer, fault.ms).unref());
      case 'held':
        return this.pass(request, response, (answer) => void fault.until.then(answer));
      case 'lost':
        return this.pass(request, response, () => request.socket.destroy());
      case 'hang':
        return;
      case 'cut':
        request.socket.destroy();
        return;
      case 'stall':
        response.writeHead(200, headers(1000)).write('{');
        return;
      case 'cut-body':
        response.writeHead(200, headers(1000)).write(json, () => request.socket.destroy());
        return;
      case 'answer':
        response
          .writeHead(fault.status, headers())
          .end(JSON.stringify(fault.json ?? { error: 'fault', status: fault.status }));
    }
  }

  /** @param atAnswer what is done once the answer is there: to answer, now or later, or something else */
  private pass(request: IncomingMessage, response: ServerResponse, atAnswer: (answer: () => void) => void): void {
    // Whether a connection is kept is each side's own matter: a client's `close` made Elasticsearch close one that was kept here.
    const passedOn = { ...request.headers };
    delete passedOn.connection;
    const onward = forward(
      new URL(request.url ?? '/', itemsOf(this.target)[0]),
      { method: request.method, headers: passedOn },
      (answer) => {
        atAnswer(() => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
      },
    );
    onward.once('error', () => response.destroy());
    response.once('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    request.pipe(onward);
  }
}

const headers = (length?: number): Record<string, string> => ({
  'Content-Type': 'application/json',
  'X-Elastic-Product': 'Elasticsearch',
  ...(length !== undefined && { 'Content-Length': String(length) }),
});
