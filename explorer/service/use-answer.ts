import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, ErrorCode } from '../../clients/typescript/src/errors.js';
import type { ErrorFault } from '../../clients/typescript/src/schema.js';
import { Transport } from '../../clients/typescript/src/transport.js';
import { useExplorer } from '../components/app/context.js';
import type { SentRequest } from '../model/snippets.js';
import type { State } from '../model/address.js';
import { filterValues, formFields, takes } from '../model/forms.js';

/** An answer, how long it took, and where the service had it from. Milliseconds. */
export interface Success<Data> {
  readonly data: Data;
  readonly envelope: unknown;
  readonly tookMs: number;
  readonly fromMemory: boolean;
  readonly elasticMs: number | undefined;
}

export type ProblemKind = 'token' | 'scope' | 'refused' | 'quota' | 'limit' | 'unavailable' | 'unreachable' | 'failed';

/** Why there is no answer. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
  readonly faults: readonly ErrorFault[];
  readonly requestId?: string | undefined;
  /** The wait that the service asks for; absent when a retry does not help. */
  readonly retryAfterMs?: number;
}

export type Answer<Data> = { readonly success: Success<Data> } | { readonly problem: Problem };

const DEFAULT_RETRY_SECONDS = 2;

const MOST_AT_ONCE = 3;
let running = 0;
const queue: (() => void)[] = [];

/** Runs at most three at once; the others wait for their turn. */
async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running === MOST_AT_ONCE) await new Promise<void>((next) => queue.push(next));
  else running++;
  try {
    return await run();
  } finally {
    const next = queue.shift();
    // Whoever is next takes the place over.
    if (next === undefined) running--;
    else next();
  }
}

/**
 * Sends to the service that this page came from; addresses are relative, so that a proxy may add a path. Nothing is repeated:
 * whoever asked shows how long it waits.
 */
export function transportWith(token: string): Transport {
  if (kept?.token !== token) {
    kept = { token, transport: new Transport({ baseUrl: new URL('.', location.href), token, retries: 0 }) };
  }
  return kept.transport;
}

/** Kept, so that no answer is older than the one before it: a transport sends the version of the data that it has seen. */
let kept: { readonly token: string; readonly transport: Transport } | undefined;

export async function ask<Data>(
  { path, body }: SentRequest,
  token: string,
  signal: AbortSignal,
): Promise<Answer<Data>> {
  const startedAt = performance.now();
  try {
    const { envelope, response } = await transportWith(token).send<Data>(path, body, { signal });
    const tookMs = performance.now() - startedAt;
    const timing = response.headers.get('Server-Timing') ?? '';
    const elastic = /elasticsearch;dur=([\d.]+)/.exec(timing)?.[1];
    return {
      success: {
        data: envelope.data,
        envelope,
        tookMs,
        fromMemory: timing === 'memory',
        elasticMs: elastic === undefined ? undefined : Number(elastic),
      },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { problem: problemOf(error) };
  }
}

/** How a failed request is shown. */
export function problemOf(error: unknown): Problem {
  // The client takes no token that a header can't hold.
  if (error instanceof TypeError) return { kind: 'token', message: error.message, faults: [] };
  if (!(error instanceof ApiError) || error.code === undefined) {
    return { kind: 'unreachable', message: '', faults: [], retryAfterMs: DEFAULT_RETRY_SECONDS * 1000 };
  }
  const { message, errors: faults, requestId, retryAfter } = error;
  const kind = kindOf(error.status, error.code);
  const retryAfterMs = (retryAfter || DEFAULT_RETRY_SECONDS) * 1000;
  return {
    kind,
    message,
    faults,
    requestId,
    ...((kind === 'limit' || kind === 'unavailable') && { retryAfterMs }),
  };
}

const KINDS: Readonly<Record<number, ProblemKind>> = { 401: 'token', 403: 'scope', 429: 'limit', 503: 'unavailable' };

const kindOf = (status: number, code: ErrorCode): ProblemKind =>
  code === ErrorCode.QuotaExhausted ? 'quota' : (KINDS[status] ?? (status < 500 ? 'refused' : 'failed'));

/** The state of a request. The last answer stays until the next one arrives. */
export interface Asked<Data> {
  readonly success?: Success<Data> | undefined;
  readonly problem?: Problem | undefined;
  readonly loading: boolean;
  /** Whether the answer is that of the request, and no retry is to come. */
  readonly isAnswered: boolean;
  readonly retry: () => void;
}

interface Known<Data> extends Pick<Asked<Data>, 'success' | 'problem'> {
  readonly key: string;
}

const LONGEST_WAIT_MS = 10_000;

/**
 * Loads whenever the key changes, and again by itself when the service asked to wait or was gone: later each time.
 * @param key identifies the loaded data; an empty key loads nothing
 */
export function useLoaded<Data>(key: string, load: (signal: AbortSignal) => Promise<Answer<Data>>): Asked<Data> {
  const [known, setKnown] = useState<Known<Data>>({ key: '' });
  const [attempt, setAttempt] = useState(0);
  const failures = useRef(0);
  useEffect(() => {
    if (key === '') return setKnown({ key });
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (answer: Answer<Data>): void => {
      if (controller.signal.aborted) return;
      if ('success' in answer) {
        failures.current = 0;
        return setKnown({ key, success: answer.success });
      }
      const problem = withWait(answer.problem, failures.current++);
      setKnown((before) => ({ key, problem, success: problem.kind === 'refused' ? undefined : before.success }));
      if (problem.retryAfterMs === undefined) return;
      timer = setTimeout(() => setAttempt((count) => count + 1), problem.retryAfterMs);
    };
    load(controller.signal).then(take, () => undefined);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key, attempt]);
  const isCurrent = known.key === key;
  return {
    success: key === '' ? undefined : known.success,
    problem: isCurrent ? known.problem : undefined,
    loading: !isCurrent,
    isAnswered: isCurrent && known.problem?.retryAfterMs === undefined,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** Adds the wait before a retry: that of the service, and longer after each failure. */
function withWait(problem: Problem, failures: number): Problem {
  const { retryAfterMs } = problem;
  if (retryAfterMs === undefined) return problem;
  return { ...problem, retryAfterMs: Math.max(retryAfterMs, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures)) };
}

/**
 * Asks the service for one request; nothing without a token.
 * @param isInTurn whether it waits for others
 */
export function useAnswer<Data>(request: SentRequest | undefined, isInTurn = false): Asked<Data> {
  const { token } = useExplorer();
  const key = request === undefined || token === '' ? '' : JSON.stringify([request, token]);
  return useLoaded<Data>(key, (signal) => {
    const send = () => ask<Data>(request as SentRequest, token, signal);
    return isInTurn ? inTurn(send) : send();
  });
}

/** The first problem of several requests, and a retry of those that have one. */
export const failureOf = (all: readonly Pick<Asked<unknown>, 'problem' | 'retry'>[]) => ({
  problem: all.find(({ problem }) => problem !== undefined)?.problem,
  retry: (): void => all.forEach(({ problem, retry }) => problem !== undefined && retry()),
});

const isFinal = (answer: Answer<unknown> | undefined): boolean =>
  answer !== undefined && ('success' in answer || answer.problem.kind === 'refused');

/**
 * Asks several requests at once; a retry asks only for those that have no answer yet.
 * @param isWhole whether one that is refused leaves none of the data; else only its own is missing, but for the first
 */
export function useAnswers<Data>(requests: readonly SentRequest[], isWhole = true): Asked<readonly Data[]> {
  const { token } = useExplorer();
  const key = token === '' || requests.length === 0 ? '' : JSON.stringify([requests, token]);
  const known = useRef<{ readonly key: string; readonly answers: Answer<Data>[] }>({ key, answers: [] });
  return useLoaded<readonly Data[]>(key, async (signal) => {
    if (known.current.key !== key) known.current = { key, answers: [] };
    const { answers } = known.current;
    const ofRequest = async (request: SentRequest, at: number): Promise<void> => {
      if (!isFinal(answers[at])) answers[at] = await ask<Data>(request, token, signal);
    };
    await Promise.all(requests.map(ofRequest));
    const data: Data[] = [];
    for (const [at, answer] of answers.entries()) {
      if ('success' in answer) data.push(answer.success.data);
      else if (isWhole || at === 0 || !isFinal(answer)) return answer;
    }
    return { success: { ...(answers[0] as { readonly success: Success<Data> }).success, data } };
  });
}

export interface Rows<Row> {
  readonly list: readonly Row[];
}

/**
 * The rows of an operation in the language of the page.
 * @param filter the texts of its filter; undefined asks nothing
 * @param more the rest of the body
 */
export function useRows<Data extends Rows<unknown>>(path: string, filter: State['filter'] | undefined, more: object) {
  const { document: openApi, state } = useExplorer();
  const fields = useMemo(() => formFields(openApi, path), [openApi, path]);
  const lang = takes(openApi, path, 'lang') && { lang: state.lang };
  const request = filter && { path, body: { ...more, filter: filterValues(fields, filter), ...lang } };
  // The first page asks for more than a busy service answers at once.
  return { request, ...useAnswer<Data>(request, state.view === 'home') };
}
