import { Injectable } from '@nestjs/common';
import { RequestFailure } from '../common/errors/failure.js';
import type { IndexKind } from '../common/record-kind.js';
import type { Lang } from '../common/lang.js';
import { someOf, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';

/** More than 100 handles, or words near them, have. */
const MOST = 10_000;
/** The most longer handles that an error names. */
const MOST_LONGER = 5;

interface FilteredRequest {
  readonly filter: object;
  readonly lang?: Lang;
}

interface Buckets<More = object> {
  readonly buckets: readonly (More & { readonly key: string })[];
}

interface CountedHandles {
  readonly aggregations: { readonly handles: Buckets<{ readonly uids: Buckets }> };
}

/** Finds creators by their handles. */
@Injectable()
export class Handles {
  constructor(private readonly gateway: SearchGateway) {}

  /**
   * Returns the UIDs of the handles of a request, from the records of an index.
   * @throws RequestFailure (400) for handles that no record has, with the nearest ones
   */
  async uids(index: IndexKind, { filter }: FilteredRequest): Promise<readonly string[]> {
    const { unique_id: handles } = filter as { readonly unique_id: readonly string[] };
    const byHandle = await this.find(index, terms('handle', handles));
    const unknown = handles.filter((handle) => !byHandle.has(handle));
    if (unknown.length === 0) return [...byHandle.values()].flat();
    const near = unknown.flatMap((value) => [
      { fuzzy: { handle: { value, fuzziness: 2, prefix_length: 1 } } },
      { prefix: { handle: { value } } },
    ]);
    const found = [...(await this.find(index, someOf(...near))).keys()];
    const longer = found.filter((handle) => unknown.some((begin) => handle.startsWith(begin)));
    const valid = found.filter((handle) => longer.indexOf(handle) < MOST_LONGER);
    const broken = { path: 'filter.unique_id', rule: 'unknown_handle', valid } as const;
    throw new RequestFailure(...unknown.map((given) => ({ ...broken, given })));
  }

  /** The UIDs of the records that match, by their handles. */
  private async find(index: IndexKind, query: QueryClause): Promise<ReadonlyMap<string, readonly string[]>> {
    const uids = { terms: { field: 'uid', size: MOST } };
    const handles = { terms: { field: 'handle', size: MOST }, aggs: { uids } };
    const answer = await this.gateway.searchRaw<CountedHandles>(index, { query, size: 0, aggs: { handles } });
    return new Map(
      answer.aggregations.handles.buckets.map(({ key, uids: { buckets } }) => [key, buckets.map((uid) => uid.key)]),
    );
  }
}
