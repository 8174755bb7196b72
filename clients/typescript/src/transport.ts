import { Deadline } from './deadline.js';
import { ApiError, NoAnswerError, ErrorCode } from './errors.js';
import type { ErrorAnswer } from './schema.js';

/** What a client is made of. */
export interface ClientOptions {
  /** Address of the service, with the path that a proxy adds to it: `https://analytics.example`. */
  readonly baseUrl: string | URL;
  /** Access token. */
  readonly token: string;
  /** Milliseconds that a call has, all its tries and waits together; 30,000 unless set. */
  readonly timeoutMs?: number;
  /** How often a call is repeated when that may help; 2 unless set. */
  readonly retries?: number;
  /** In the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** What one call may have of its own. */
export interface CallOptions {
  /** Ends the call; it then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

/** The envelope of an answer (docs/api.md, "Envelope"). */
export interface Envelope<Data> {
  readonly code: number;
  readonly data: Data;
  readonly message: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly request_id: string;
}

/** An answer whose code is 0. */
export interface Answer<Data> {
  readonly envelope: Envelope<Data>;
  readonly headers: Headers;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 250;
/** Statuses that another try may change; 429 unless the daily quota is used up. */
const PASSING = [429, 502, 503, 504];

/** Sends requests and repeats them: every operation reads, so that each may be repeated. */
export class Transport {
  private readonly baseUrl: string;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: ClientOptions) {
    const { baseUrl } = options;
    if (!URL.canParse(baseUrl)) {
      throw new TypeError(`baseUrl is "${String(baseUrl)}"; it must be an absolute URL.`);
    }
    this.baseUrl = new URL(baseUrl).href.replace(/\/+$/, '');
    if (!/^[\x21-\x7e]+$/.test(options.token)) throw new TypeError('The token is empty or holds a space.');
    // A browser's fetch works as a method of the window alone.
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** The time that a call has; whoever takes it has to end it. */
  deadline({ timeoutMs = this.options.timeoutMs ?? TIMEOUT_MS, signal }: CallOptions): Deadline {
    return new Deadline(timeoutMs, signal);
  }

  /**
   * Asks for one answer.
   * @throws ApiError, NoAnswerError, DeadlineError, or the reason of the signal
   */
  async send<Data>(path: string, body: object, options: CallOptions = {}): Promise<Answer<Data>> {
    const deadline = this.deadline(options);
    try {
      return await this.open(path, body, deadline, options, readAnswer<Data>);
    } finally {
      deadline.end();
    }
  }

  /**
   * Sends a request until its answer is 200 and `read` takes it.
   * @throws as `send`
   */
  async open<Read>(
    path: string,
    body: object,
    deadline: Deadline,
    { retries = this.options.retries ?? RETRIES }: CallOptions,
    read: (response: Response) => Promise<Read> | Read,
  ): Promise<Read> {
    for (let tried = 0; ; tried += 1) {
      try {
        deadline.signal.throwIfAborted();
        const response = await this.fetch(`${this.baseUrl}${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${this.options.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
          signal: deadline.signal,
        });
        if (response.status !== 200) throw apiErrorOf(response, await response.text());
        return await read(response);
      } catch (error) {
        deadline.signal.throwIfAborted();
        const failure = error instanceof ApiError ? error : noAnswerErrorOf(this.baseUrl, error);
        const waitMs = waitBefore(failure, tried);
        if (tried >= retries || waitMs === undefined || waitMs > deadline.remainingMs) throw failure;
        await deadline.sleep(waitMs);
      }
    }
  }
}

async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  const text = await response.text();
  const envelope = parsed<Envelope<Data>>(text);
  if (envelope?.code !== 0) throw apiErrorOf(response, text);
  return { envelope, headers: response.headers };
}

function parsed<Body>(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}

const CODES: readonly unknown[] = Object.values(ErrorCode);

function apiErrorOf({ status, headers }: Response, text: string): ApiError {
  const answer = parsed<ErrorAnswer | null>(text);
  const requestId = headers.get('X-Request-Id') ?? undefined;
  if (!CODES.includes(answer?.code)) {
    const message = `HTTP ${status}, and not from the service: ${text.slice(0, 100)}`;
    return new ApiError({ code: undefined, status, message, errors: [], headers, requestId });
  }
  const { code, message, data, request_id } = answer as ErrorAnswer;
  return new ApiError({ code, status, message, errors: data.errors, headers, requestId: request_id });
}

const noAnswerErrorOf = (baseUrl: string, cause: unknown): NoAnswerError =>
  new NoAnswerError(`No whole answer from ${baseUrl}: ${reasonOf(cause)}`, { cause });

/** Node has the reason of "fetch failed" in its cause. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);

/** Milliseconds until the next try; undefined when none would help. */
function waitBefore(failure: ApiError | NoAnswerError, tried: number): number | undefined {
  const backoffMs = FIRST_WAIT_MS * 2 ** tried * (0.5 + Math.random() / 2);
  if (failure instanceof NoAnswerError) return backoffMs;
  if (!PASSING.includes(failure.status) || failure.code === ErrorCode.QuotaExhausted) return undefined;
  return failure.retryAfter === undefined ? backoffMs : failure.retryAfter * 1000;
}
