import type { SentRequest } from '../model/snippets.js';

/** One thing wrong with a request, as the envelope lists it. */
export interface FieldFault {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly did_you_mean?: string;
}

interface Envelope<Data> {
  readonly code: number;
  readonly data: Data;
  readonly message: string;
  readonly request_id: string;
}

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
  readonly faults: readonly FieldFault[];
  readonly requestId?: string | undefined;
  /** The service asks to wait for so long; absent where trying again does not help. */
  readonly retryAfterMs?: number;
}

export type Answer<Data> = { readonly success: Success<Data> } | { readonly problem: Problem };

const QUOTA_EXHAUSTED = 30002;
const DEFAULT_RETRY_MS = 2000;

/** Sends a request to the service that this page came from; addresses are relative, so that a proxy may add a path. */
export const post = ({ path, body }: SentRequest, token: string, signal?: AbortSignal): Promise<Response> =>
  fetch(path.slice(1), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

/** The answer to a request; throws where `signal` ends it alone. */
export async function ask<Data>(request: SentRequest, token: string, signal: AbortSignal): Promise<Answer<Data>> {
  const startedAt = performance.now();
  try {
    const response = await post(request, token, signal);
    const envelope = (await response.json()) as Envelope<Data>;
    const tookMs = performance.now() - startedAt;
    if (!response.ok) return { problem: problemOf(response, envelope as ErrorEnvelope) };
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
    return { problem: UNREACHABLE };
  }
}

type ErrorEnvelope = Envelope<{ readonly errors?: readonly FieldFault[] }>;

export const UNREACHABLE: Problem = { kind: 'unreachable', message: '', faults: [], retryAfterMs: DEFAULT_RETRY_MS };

/** Why a response that is not 200 has no answer. */
export async function problemOfResponse(response: Response): Promise<Problem> {
  return problemOf(response, (await response.json()) as ErrorEnvelope);
}

function problemOf(response: Response, { code, data, message, request_id }: ErrorEnvelope): Problem {
  const kind = kindOf(response.status, code);
  const seconds = Number(response.headers.get('Retry-After'));
  const retryAfterMs = seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_MS;
  return {
    kind,
    message,
    faults: data.errors ?? [],
    requestId: request_id,
    ...((kind === 'limit' || kind === 'unavailable') && { retryAfterMs }),
  };
}

function kindOf(status: number, code: number): ProblemKind {
  switch (status) {
    case 401:
      return 'token';
    case 403:
      return 'scope';
    case 429:
      return code === QUOTA_EXHAUSTED ? 'quota' : 'limit';
    case 503:
      return 'unavailable';
    default:
      return status < 500 ? 'refused' : 'failed';
  }
}
