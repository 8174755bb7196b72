import type { Client } from '@elastic/elasticsearch';
import { errors } from '@elastic/elasticsearch';
import type { TryOptions } from './cluster-reads.js';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
/** Statuses that say that a node, or what is before it, is not there. */
const NODE_IS_AWAY = new Set([502, 503, 504]);

/**
 * Posts a search once to a node of the client's pool, over the client's own connection; the answer is decoded. The
 * client's transport is left out: for every request it makes an object with a getter of its own, which V8 keeps, with the
 * answer, until it collects its old generation (docs/adr/0020-one-plain-read-path.md).
 * @throws what the client throws: ResponseError for an answer of failure, and the errors of a node that does not answer
 */
export async function postSearch(
  { connectionPool: pool }: Client,
  path: string,
  search: string,
  { signal, requestTimeout, context }: TryOptions,
): Promise<unknown> {
  const options = { requestId: 0, name: 'search', context };
  const node = pool.getConnection({ ...options, now: Date.now() });
  if (node === null) throw new errors.NoLivingConnectionsError('There is no node to ask.', nothing(), BARE);
  try {
    const { statusCode, body } = await node.request(
      { method: 'POST', path, headers: HEADERS, body: search },
      { ...options, signal, ...(requestTimeout !== undefined && { timeout: requestTimeout }) },
    );
    if (NODE_IS_AWAY.has(statusCode)) pool.markDead(node);
    else pool.markAlive(node);
    const answer = decoded(body as string);
    if (statusCode < 400) return answer;
    throw new errors.ResponseError({ ...nothing(), statusCode, body: answer }, BARE);
  } catch (error) {
    const { reason } = signal as { readonly reason: unknown };
    const isLate = signal.aborted && reason instanceof DOMException && reason.name === 'TimeoutError';
    if (isLate || error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) pool.markDead(node);
    throw error;
  }
}

type Result = ConstructorParameters<typeof errors.ResponseError>[0];

/** The client's errors carry the request and the connection; these do without, and leave nothing to redact. */
const BARE = { redaction: { type: 'off' } } as const;
const nothing = (): Result => ({ headers: {}, warnings: null, meta: {} as Result['meta'] });

function decoded(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
