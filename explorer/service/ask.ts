import { ApiError, ErrorCode } from '../../clients/typescript/src/errors.js';
import type { ErrorFault } from '../../clients/typescript/src/schema.js';
import { Transport } from '../../clients/typescript/src/transport.js';
import type { SentRequest } from '../model/snippets.js';

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

/** Sends a request to the service. */
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

function kindOf(status: number, code: ErrorCode): ProblemKind {
  switch (status) {
    case 401:
      return 'token';
    case 403:
      return 'scope';
    case 429:
      return code === ErrorCode.QuotaExhausted ? 'quota' : 'limit';
    case 503:
      return 'unavailable';
    default:
      return status < 500 ? 'refused' : 'failed';
  }
}
