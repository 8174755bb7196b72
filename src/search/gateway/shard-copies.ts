import { createHash } from 'node:crypto';
import { errors } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { IndexKind } from '../../documents/index-kind.js';
import type { SortClause } from '../../query/types.js';
import { isTransient } from '../../elastic/client/elastic-error.js';

/** How long Elasticsearch chooses the copies of an index after those that were preferred have not answered. */
const UNPREFERRED_FOR_MS = 30_000;

/** What tells one search from another, without its page. */
interface Ranked {
  readonly query?: unknown;
  readonly sort?: readonly SortClause[];
}

/**
 * What Elasticsearch calls a preference: equal texts are answered by the same copy of each shard, as long as it is there.
 * It is made of the query and the order, so that all pages of a search see the same scores, in every process, while
 * searches spread over the copies. Scores of copies differ when they have merged different deleted documents away.
 */
export const preferenceOf = ({ query, sort }: Ranked): string =>
  createHash('sha1')
    .update(JSON.stringify([query, sort]))
    .digest('hex')
    .slice(0, 16);

/** How rare a word is must be counted over all shards where that ranks; an index of one shard is asked as ever. */
export const searchTypeOf = ({ sort }: Ranked): string =>
  sort?.[0] !== undefined && '_score' in sort[0] ? '&search_type=dfs_query_then_fetch' : '';

/** Says when searches prefer certain copies: always but for a while after these have not answered. */
export class ShardCopies {
  private readonly silent = new LRUCache<IndexKind, true>({ max: 100, ttl: UNPREFERRED_FOR_MS });

  /** The parameter for a try at a search. */
  parameterFor(index: IndexKind, preference: string | undefined): string {
    return preference === undefined || this.silent.has(index) ? '' : `&preference=${preference}`;
  }

  /** A try has failed: a copy that hangs would be preferred again and again. A connection that was refused says nothing of copies. */
  failed(index: IndexKind, error: unknown): void {
    if (isTransient(error) && !(error instanceof errors.ConnectionError)) this.silent.set(index, true);
  }
}
