import type { ConnectionRequestParams } from '@elastic/elasticsearch';
import { errors, UndiciConnection } from '@elastic/elasticsearch';

/** In the `context` of a request: its answer is wanted as bytes, not decoded. */
export const AS_BYTES = Object.freeze({ answer: 'bytes' });

type Options = Parameters<UndiciConnection['request']>[1];
type Handler = Parameters<UndiciConnection['pool']['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type Headers = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/** What the client's transport leaves as it is: it decodes JSON by the type of the answer alone. */
const OPAQUE = { 'content-type': 'application/octet-stream' };

/**
 * A connection that hands a good answer over as its bytes, one a character (latin1), to whoever asks with `AS_BYTES`:
 * an answer that is passed on need neither be decoded and encoded again nor go through a stream. Answers of failure are
 * decoded as ever.
 */
export class RawConnection extends UndiciConnection {
  override async request(params: ConnectionRequestParams, options: Options): Promise<never> {
    const { answer } = (options.context ?? {}) as Partial<typeof AS_BYTES>;
    if (answer !== AS_BYTES.answer) return (await super.request(params, options)) as never;
    const { statusCode, headers, bytes } = await this.collect(params, options);
    return (
      statusCode < 400
        ? { statusCode, headers: { ...headers, ...OPAQUE }, body: bytes.toString('latin1') }
        : { statusCode, headers, body: bytes.toString('utf8') }
    ) as never;
  }

  private collect(params: ConnectionRequestParams, options: Options): Promise<Answer> {
    const { method, path, querystring, body, headers } = params;
    const { origin, pathname } = this.url;
    const query = typeof querystring === 'string' && querystring !== '' ? `?${querystring}` : '';
    const request = {
      origin,
      method,
      path: `${pathname.replace(/\/$/, '')}${path}${query}`,
      headers: { ...this.headers, ...headers },
      body: (body ?? null) as string | null,
    };
    return new Promise((resolve, reject) => {
      this.pool.dispatch(request, new Collector(options, resolve, reject));
    });
  }
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Gathers an answer, and gives it up at its time-out or when its signal is aborted. */
class Collector implements Handler {
  private controller: Controller | undefined;
  private statusCode = 0;
  private headers: Headers = {};
  private chunks: Buffer[] = [];
  private ended: Error | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly signal: AbortSignal | undefined;

  constructor(
    { signal, timeout }: Options,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.signal = signal;
    if (timeout !== undefined && timeout !== null) {
      this.timer = setTimeout(() => this.giveUp(new errors.TimeoutError('Request timed out')), timeout);
    }
    if (signal?.aborted === true) this.leave();
    else signal?.addEventListener('abort', this.leave, { once: true });
  }

  /** Called again when undici sends a request anew because its connection was closed before it was sent. */
  onRequestStart(controller: Controller): void {
    this.controller = controller;
    this.chunks = [];
    if (this.ended !== undefined) controller.abort(this.ended);
  }

  onResponseStart(_: Controller, statusCode: number, headers: Headers): void {
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.settle();
    const { statusCode, headers, chunks } = this;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    this.resolve({ statusCode, headers, bytes });
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
    this.signal?.removeEventListener('abort', this.leave);
  }
}
