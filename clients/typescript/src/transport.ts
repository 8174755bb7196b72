import { ApiError, DeadlineError, ErrorCode, NoAnswerError } from './errors.js';
import type { ErrorAnswer } from './schema.js';

/** Settings of a client. */
export interface ClientOptions {
  /** Address of the service, with the path that a proxy adds to it. Default: COMMERCE_ANALYTICS_URL of the environment. */
  readonly baseUrl?: string | URL | undefined;
  /** Access token. Default: COMMERCE_ANALYTICS_TOKEN of the environment. */
  readonly token?: string | undefined;
  /** Milliseconds that a call has, all its tries and waits together, above 0 and at most 2,147,483,647; 30,000 unless set. */
  readonly timeoutMs?: number;
  /** How often a call is repeated when that may help; 2 unless set. */
  readonly retries?: number;
  /** In the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Called after each attempt of a call, for logs and metrics. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

/** One request of a call, and its result. */
export interface Attempt {
  readonly path: string;
  /** 1 for the first attempt of a call. */
  readonly number: number;
  readonly durationMs: number;
  /** Undefined when no answer came. */
  readonly response: Response | undefined;
  /** Undefined when the attempt succeeded. */
  readonly error: unknown;
  /** Milliseconds until the next attempt; undefined when there is none. */
  readonly retryInMs: number | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call; it then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  /** Further headers; they replace those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
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
  readonly response: Response;
}

type Outcome<Read> = { readonly response?: Response } & ({ readonly result: Read } | { readonly error: unknown });

/** The version of this package. */
export const VERSION = '1.1.0';

const TIMEOUT_MS = 30_000;
/** Timers of JavaScript end a longer time at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
const RETRIES = 2;
const FIRST_WAIT_MS = 250;
/** Statuses that another try may change; 429 unless the daily quota is used up. */
const PASSING = [429, 502, 503, 504];

/** Sends requests and repeats them: every operation reads, so that each may be repeated. */
export class Transport {
  private readonly baseUrl: string;
  private readonly fetch: typeof fetch;
  private readonly headers: Readonly<Record<string, string>>;
  /** The newest version of the data that an answer had. */
  private dataVersion: string | undefined;

  constructor(private readonly options: ClientOptions) {
    const environment = environmentVariables();
    const baseUrl = options.baseUrl ?? environment?.COMMERCE_ANALYTICS_URL ?? '';
    if (!URL.canParse(String(baseUrl)) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
      throw new TypeError(
        `baseUrl (or COMMERCE_ANALYTICS_URL) is "${String(baseUrl)}"; it must be an address with http or https.`,
      );
    }
    this.baseUrl = new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '');
    // A file's text ends in a newline.
    const token = (options.token ?? environment?.COMMERCE_ANALYTICS_TOKEN ?? '').trim();
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new TypeError('The token (or COMMERCE_ANALYTICS_TOKEN) is empty or holds a space.');
    }
    this.headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      // Browsers send their own.
      ...(environment && { 'User-Agent': `commerce-analytics-typescript/${VERSION}` }),
    };
    requireTimeout(options.timeoutMs);
    // A browser's fetch works only as a method of the window.
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /**
   * The time that a call has; whoever takes it has to end it.
   * @throws RangeError for a time that is none or that no timer can wait for
   */
  deadline({ timeoutMs = this.options.timeoutMs ?? TIMEOUT_MS, signal }: CallOptions): Deadline {
    requireTimeout(timeoutMs);
    return new Deadline(timeoutMs, signal);
  }

  /**
   * Asks for one answer, without a body by GET.
   * @throws ApiError, NoAnswerError, DeadlineError, the reason of the signal, or TypeError for a number that can't be sent
   */
  async send<Data>(
    path: string,
    body: object | undefined,
    options: CallOptions = {},
    read: (response: Response) => Promise<Answer<Data>> = (response) => readAnswer(response),
  ): Promise<Answer<Data>> {
    const deadline = this.deadline(options);
    try {
      return await this.open(path, body, deadline, options, read);
    } finally {
      deadline.end();
    }
  }

  /**
   * Sends a request until its answer is 200, or 304 to a GET, and `read` takes it.
   * @throws as `send`
   */
  async open<Read>(
    path: string,
    body: object | undefined,
    deadline: Deadline,
    { retries = this.options.retries ?? RETRIES, headers }: CallOptions,
    read: (response: Response) => Promise<Read> | Read,
  ): Promise<Read> {
    const text = body && requestText(body);
    for (let number = 1; ; number += 1) {
      deadline.signal.throwIfAborted();
      const startedAt = performance.now();
      const outcome = await this.attempt(path, text, deadline, headers, read);
      const error = 'error' in outcome ? outcome.error : undefined;
      const waitMs = number > retries ? undefined : waitBefore(error, number - 1);
      const retryInMs = waitMs !== undefined && waitMs <= deadline.remainingMs ? waitMs : undefined;
      const durationMs = performance.now() - startedAt;
      this.options.onAttempt?.({ path, number, durationMs, response: outcome.response, error, retryInMs });
      if ('result' in outcome) return outcome.result;
      if (retryInMs === undefined) throw error;
      await deadline.sleep(retryInMs);
    }
  }

  private async attempt<Read>(
    path: string,
    body: string | undefined,
    { signal }: Deadline,
    ownHeaders: CallOptions['headers'],
    read: (response: Response) => Promise<Read> | Read,
  ): Promise<Outcome<Read>> {
    const headers = new Headers(this.headers);
    if (this.dataVersion !== undefined) headers.set('X-Data-Version', this.dataVersion);
    for (const [name, value] of Object.entries(ownHeaders ?? {})) headers.set(name, value);
    let response: Response | undefined;
    try {
      const request = body === undefined ? { headers, signal } : { method: 'POST', headers, body, signal };
      response = await this.fetch(`${this.baseUrl}${path}`, request);
      this.dataVersion = newerVersion(this.dataVersion, response.headers.get('X-Data-Version'));
      if (![200, 304].includes(response.status)) throw apiErrorOf(response, await response.text());
      return { response, result: await read(response) };
    } catch (cause) {
      const failure = cause instanceof ApiError ? cause : noAnswerErrorOf(this.baseUrl, cause);
      return { ...(response && { response }), error: signal.aborted ? (signal.reason as unknown) : failure };
    }
  }
}

function requireTimeout(timeoutMs: unknown = TIMEOUT_MS): void {
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return;
  const wanted = `a number of milliseconds above 0, up to ${LONGEST_TIMEOUT_MS}`;
  throw new RangeError(`timeoutMs is ${String(timeoutMs)}; it must be ${wanted}.`);
}

/**
 * The JSON of a request; a bigint that is too large for a number is written as text.
 * @throws TypeError for a number that JSON does not have, and for a whole one that may be an id and has lost digits
 */
export function requestText(body: object): string {
  let name = '';
  return JSON.stringify(body, (key, value: unknown) => {
    if (!/^\d+$/.test(key)) name = key;
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    if (!Number.isFinite(value)) throw new TypeError(`${name} is ${value}; it must be a finite number.`);
    if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 64) return value;
    throw new TypeError(`${name} is ${value}, a number that has lost digits; give it as a string, or as a bigint.`);
  });
}

/** The newer one of two versions `<epoch>.<number>`; of different epochs the one that came later. */
function newerVersion(known: string | undefined, come: string | null): string | undefined {
  if (known === undefined || come === null) return come ?? known;
  const [epoch, number] = known.split('.');
  const [otherEpoch, otherNumber] = come.split('.');
  return epoch === otherEpoch && Number(otherNumber) < Number(number) ? known : come;
}

/** The environment of Node, Deno and Bun; undefined in browsers. */
export const environmentVariables = (): Readonly<Record<string, string | undefined>> | undefined =>
  (globalThis as { readonly process?: { readonly env?: Record<string, string | undefined> } }).process?.env;

/** @param held the text of the answer where the client has it */
export async function readAnswer<Data>(response: Response, held?: string): Promise<Answer<Data>> {
  const text = held ?? (await response.text());
  const envelope = parsed<Envelope<Data>>(text);
  if (envelope?.code !== 0) throw apiErrorOf(response, text);
  return { envelope, response };
}

/** The value of a JSON text; undefined for another text. */
export function parsed<Body>(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}

/** As `parsed`; whole numbers of 16 digits or more come as texts, which keep their digits. */
export const parsedWithDigits = <Body>(text: string): Body | undefined =>
  parsed(text.replace(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g, (part) => (/^-?\d{16,}$/.test(part) ? `"${part}"` : part)));

const CODES: readonly unknown[] = Object.values(ErrorCode);

/** The error of an answer that is no success. */
export function apiErrorOf({ status, headers }: Response, text: string): ApiError {
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

/** Milliseconds until the next attempt; undefined when none would help. */
function waitBefore(error: unknown, retried: number): number | undefined {
  const backoffMs = FIRST_WAIT_MS * 2 ** retried * (0.5 + Math.random() / 2);
  if (error instanceof NoAnswerError) return backoffMs;
  if (!(error instanceof ApiError) || !PASSING.includes(error.status)) return undefined;
  if (error.code === ErrorCode.QuotaExhausted) return undefined;
  return error.retryAfter === undefined ? backoffMs : error.retryAfter * 1000;
}

/** The time that a call has, all its tries together, and the signal of its caller. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly onAbort = (): void => this.controller.abort(this.outer?.reason);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private endsAt = 0;

  constructor(
    private readonly timeoutMs: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    if (outer?.aborted === true) this.onAbort();
    outer?.addEventListener('abort', this.onAbort, { once: true });
    this.restart();
  }

  /** Aborted when the time is over or the caller gives up. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get remainingMs(): number {
    return this.endsAt - performance.now();
  }

  /** Gives the whole time again, from now. */
  restart(): void {
    clearTimeout(this.timer);
    this.endsAt = performance.now() + this.timeoutMs;
    this.timer = setTimeout(() => this.controller.abort(new DeadlineError(this.timeoutMs)), this.timeoutMs);
  }

  /** Lets no time pass until `restart`: the caller is at work with what came. */
  pause(): void {
    clearTimeout(this.timer);
  }

  /** @throws DeadlineError when the time is over, and the reason of the caller's signal when that is aborted */
  async sleep(ms: number): Promise<void> {
    this.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.signal.addEventListener('abort', done);
    });
    this.signal.throwIfAborted();
  }

  /** Nothing of it lasts. */
  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.onAbort);
  }
}
