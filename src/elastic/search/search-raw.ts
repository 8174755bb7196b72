import type { Client } from '@elastic/elasticsearch';
import { errors } from '@elastic/elasticsearch';
import type { TryOptions } from '../client/cluster-reads.js';
import { RawSearchConnection } from '../client/raw-search-connection.js';

/** Statuses that say that a node, or what is before it, is not there. */
const NODE_IS_AWAY = new Set([502, 503, 504]);

/**
 * Posts JSON to a node of the client's pool once; the answer is latin1-encoded, in the chunks it came in.
 * The client's transport is left out: for every request it makes an object with a getter of its own, which V8 keeps, with
 * the answer and all that the request was made of, until it collects its old generation.
 * @throws what the client throws: ResponseError for an answer of failure, and the errors of a node that does not answer
 */
export async function searchRaw(
  { connectionPool: pool }: Client,
  path: string,
  json: string,
  options: TryOptions,
): Promise<readonly string[]> {
  const node = pool.getConnection({ now: Date.now(), requestId: 0, name: 'search', context: options.context });
  if (!(node instanceof RawSearchConnection))
    throw new errors.NoLivingConnectionsError('There is no node to ask.', nothing(), BARE);
  try {
    const { statusCode, pieces } = await node.post(path, json, options);
    if (NODE_IS_AWAY.has(statusCode)) pool.markDead(node);
    else pool.markAlive(node);
    if (statusCode < 400) return pieces;
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
