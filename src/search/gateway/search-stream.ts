import { Injectable } from '@nestjs/common';
import type { IdOrder } from '../../documents/id-order.js';
import type { CompiledSearch, SearchBody, SortClause } from '../compiler/types.js';
import { PointsInTime } from './points-in-time.js';
import { type Hit, preferenceOf, type SearchAnswer, SearchGateway } from './search-gateway.js';

/** A small first step sends the first rows at once. */
const FIRST_STEP_ROWS = 200;
const STEP_ROWS = 1000;
const ID_RANK = 'id_rank' satisfies keyof IdOrder;

/** Reads all hits of a compiled search past the paging window, in its order, as they were at one point in time. */
@Injectable()
export class SearchStream {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly pointsInTime: PointsInTime,
  ) {}

  /**
   * Yields answers with at most `most` hits together; the next is fetched while the reader works on one. The first has
   * the total, each has the deadline of a request. @throws UnavailableFailure (503) or InternalFailure (500)
   */
  answers(compiled: CompiledSearch, most: number): AsyncGenerator<SearchAnswer, void, undefined> {
    const { index, attempts } = compiled;
    return this.pointsInTime.during([index], () => this.steps(compiled, most), preferenceOf(attempts[0]));
  }

  private async *steps(
    { index, attempts, enough }: CompiledSearch,
    most: number,
  ): AsyncGenerator<SearchAnswer, void, undefined> {
    const take = (body: SearchBody, after?: readonly unknown[]): Promise<SearchAnswer> =>
      this.gateway.searchRaw<SearchAnswer>(index, { ...body, ...(after && { search_after: after }) });
    let size = Math.min(FIRST_STEP_ROWS, most);
    let [chosen] = attempts;
    let answer = await take({ ...chosen, size });
    for (const other of attempts.slice(1)) {
      if (answer.total >= enough) break;
      chosen = other;
      answer = await take({ ...chosen, size });
    }
    for (let left = Math.min(most, answer.total) - size; ; left -= size) {
      const after = sortValuesOf(answer.hits.hits.at(-1), chosen.sort);
      size = Math.min(STEP_ROWS, left);
      const isMore = left > 0 && after !== undefined;
      const next = isMore ? take({ ...chosen, size, track_total_hits: false }, after) : undefined;
      next?.catch(() => undefined);
      yield answer;
      if (next === undefined) return;
      answer = await next;
    }
  }
}

/** The sort value of a missing number: JSON decodes neither to the `long` that it is. */
const LONGEST = 2 ** 63;
const MISSING: ReadonlyMap<unknown, string> = new Map([
  [LONGEST, String(2n ** 63n - 1n)],
  [-LONGEST, String(-(2n ** 63n))],
]);

/** The sort values of a hit for `search_after`, exact: ranks of ids exceed 2^53 and are read as texts from its source. */
export function sortValuesOf(hit: Hit | undefined, sort: readonly SortClause[]): readonly unknown[] | undefined {
  return hit?.sort?.map((value, at) => {
    const isRank = sort[at] !== undefined && ID_RANK in sort[at];
    return isRank ? (hit._source as IdOrder)[ID_RANK] : (MISSING.get(value) ?? value);
  });
}
