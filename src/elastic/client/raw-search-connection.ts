import type { Client } from '@elastic/elasticsearch';
import { errors, UndiciConnection } from '@elastic/elasticsearch';

type Handler = Parameters<UndiciConnection['pool']['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];

/** What ends an answer that has not come, and what the pool chooses the node by. */
export interface RawSearchOptions {
  /** Milliseconds. */
  readonly requestTimeout?: number | undefined;
  readonly signal: AbortSignal;
  readonly context: unknown;
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** A connection that also hands an answer over as its bytes: one that is passed on need not go through a stream. */
export class RawSearchConnection extends UndiciConnection {
  private readonly prefix = this.url.pathname.replace(/\/$/, '');
  private readonly jsonHeaders = { ...this.headers, ...JSON_HEADERS };

  /** @throws TimeoutError, RequestAbortedError or ConnectionError of the client when there is no answer */
  post(path: string, json: string, bounds: RawSearchOptions): Promise<Answer> {
    const { origin } = this.url;
    const request = {
      origin,
      method: 'POST',
      path: this.prefix + path,
      headers: this.jsonHeaders,
      body: json,
    } as const;
    return new Promise((resolve, reject) => {
      this.pool.dispatch(request, new Collector(bounds, resolve, reject));
    });
  }
}

interface Answer {
  readonly statusCode: number;
  /** Its bytes as characters (latin1), in the pieces that they came in: none is large to V8. */
  readonly pieces: readonly string[];
}

/** Gathers an answer, and gives it up at its time-out or when its signal is aborted. */
class Collector implements Handler {
  private controller: Controller | undefined;
  private statusCode = 0;
  private pieces: string[] = [];
  private ended: Error | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly signal: AbortSignal;

  constructor(
    { signal, requestTimeout }: RawSearchOptions,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.signal = signal;
    if (requestTimeout !== undefined) {
      this.timer = setTimeout(() => this.giveUp(new errors.TimeoutError('Request timed out')), requestTimeout);
    }
    if (signal.aborted) this.leave();
    else signal.addEventListener('abort', this.leave, { once: true });
  }

  /** Called again when undici sends a request anew because its connection was closed before it was sent. */
  onRequestStart(controller: Controller): void {
    this.controller = controller;
    this.pieces = [];
    if (this.ended !== undefined) controller.abort(this.ended);
  }

  onResponseStart(_: Controller, statusCode: number): void {
    this.statusCode = statusCode;
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    this.pieces.push(chunk.toString('latin1'));
  }

  onResponseEnd(): void {
    this.settle();
    const { statusCode, pieces } = this;
    this.resolve({ statusCode, pieces });
  }

  onResponseError(_: Controller, error: Error & { code?: string }): void {
    this.settle();
    const isLate = error.code === 'UND_ERR_HEADERS_TIMEOUT' || error.code === 'UND_ERR_BODY_TIMEOUT';
    const failure = isLate ? new errors.TimeoutError('Request timed out') : new errors.ConnectionError(error.message);
    this.reject(this.ended ?? failure);
  }

  private readonly leave = (): void => this.giveUp(new errors.RequestAbortedError('Request aborted'));

  private giveUp(reason: Error): void {
    this.ended = reason;
    this.settle();
    this.controller?.abort(reason);
    this.reject(reason);
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.leave);
  }
}

/** Statuses that say that a node, or what is before it, is not there. */
const NODE_IS_AWAY = new Set([502, 503, 504]);

/**
 * Posts JSON to a node of the client's pool once; the answer is decoded.
 * The client's transport is left out: for every request it makes an object with a getter of its own, which V8 keeps, with
 * the answer and all that the request was made of, until it collects its old generation.
 * @throws what the client throws: ResponseError for an answer of failure, and the errors of a node that does not answer
 */
export async function searchRaw(
  { connectionPool: pool }: Client,
  path: string,
  json: string,
  options: RawSearchOptions,
): Promise<object> {
  const node = pool.getConnection({ now: Date.now(), requestId: 0, name: 'search', context: options.context });
  if (!(node instanceof RawSearchConnection))
    throw new errors.NoLivingConnectionsError('There is no node to ask.', nothing(), BARE);
  try {
    const { statusCode, pieces } = await node.post(path, json, options);
    if (NODE_IS_AWAY.has(statusCode)) pool.markDead(node);
    else pool.markAlive(node);
    if (statusCode < 400) return decoded(pieces) as object;
    throw new errors.ResponseError({ ...nothing(), statusCode, body: decoded(pieces) }, BARE);
  } catch (error) {
    if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) pool.markDead(node);
    throw error;
  }
}

type Result = ConstructorParameters<typeof errors.ResponseError>[0];

/** The client's errors carry the request and the connection; these do without, and leave nothing to redact. */
const BARE = { redaction: { type: 'off' } } as const;
const nothing = (): Result => ({ headers: {}, warnings: null, meta: {} as Result['meta'] });

function decoded(pieces: readonly string[]): unknown {
  const text = Buffer.from(pieces.join(''), 'latin1').toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
