import { errors, UndiciConnection } from '@elastic/elasticsearch';

type Handler = Parameters<UndiciConnection['pool']['dispatch']>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];

/** What ends an answer that has not come; as `TryOptions` has it. */
interface AnswerBounds {
  readonly requestTimeout?: number | undefined;
  readonly signal: AbortSignal;
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** A connection that also hands an answer over as its bytes: one that is passed on need not go through a stream. */
export class RawSearchConnection extends UndiciConnection {
  private readonly prefix = this.url.pathname.replace(/\/$/, '');
  private readonly jsonHeaders = { ...this.headers, ...JSON_HEADERS };

  /** @throws TimeoutError, RequestAbortedError or ConnectionError of the client when there is no answer */
  post(path: string, json: string, bounds: AnswerBounds): Promise<Answer> {
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
    { signal, requestTimeout }: AnswerBounds,
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
