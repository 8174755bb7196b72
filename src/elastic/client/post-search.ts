import { type Client, errors } from '@elastic/elasticsearch';
import type { TryOptions } from './cluster-reads.js';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
/** Statuses of a proxy whose node is down. */
const NODE_IS_DOWN = new Set([502, 503, 504]);

/**
 * Posts a search over the client's connection, but without its transport, which makes an object for each request that
 * V8 keeps with the answer (docs/decisions.md, "One plain read path").
 * @param decode parses the text of an answer
 * @throws the client's errors
 */
export async function postSearch(
  { connectionPool: pool }: Client,
  path: string,
  search: string,
  { signal, requestTimeout, context }: TryOptions,
  decode: (text: string) => unknown = decodeAnswer,
): Promise<unknown> {
  const options = { requestId: 0, name: 'search', context };
  const node = pool.getConnection({ ...options, now: Date.now() });
  if (node === null) throw new errors.NoLivingConnectionsError('There is no node to ask.', nothing(), BARE);
  try {
    const { statusCode, body } = await node.request(
      { method: 'POST', path, headers: HEADERS, body: search },
      { ...options, signal, ...(requestTimeout !== undefined && { timeout: requestTimeout }) },
    );
    if (NODE_IS_DOWN.has(statusCode)) pool.markDead(node);
    else pool.markAlive(node);
    if (statusCode < 400) return await decode(body as string);
    throw new errors.ResponseError({ ...nothing(), statusCode, body: decodeAnswer(body as string) }, BARE);
  } catch (error) {
    const { reason } = signal as { readonly reason: unknown };
    const isLate = signal.aborted && reason instanceof DOMException && reason.name === 'TimeoutError';
    if (isLate || error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) pool.markDead(node);
    throw error;
  }
}

type Result = ConstructorParameters<typeof errors.ResponseError>[0];

/** Errors without request and connection have nothing to redact. */
const BARE = { redaction: { type: 'off' } } as const;
const nothing = (): Result => ({ headers: {}, warnings: null, meta: {} as Result['meta'] });

function decodeAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
