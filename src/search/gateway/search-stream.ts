import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../config/config.js';
import type { IdOrder } from '../../documents/id-order.js';
import type { IndexKind } from '../../common/record-kind.js';
import { InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { requestScope } from '../../common/request-scope.js';
import type { CompiledSearch, SearchBody, SortClause } from '../compiler/types.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { statusOf } from '../../elastic/client/elastic-error.js';
import { OpenPointInTime } from '../../elastic/client/point-in-time.js';
import { retry } from '../../elastic/client/retry-policy.js';
import { type Hit, preferenceOf, type SearchAnswer, SearchGateway } from './search-gateway.js';

/** A small first step sends the first rows at once. */
const FIRST_STEP_ROWS = 200;
const STEP_ROWS = 1000;
/** A point in time is renewed while its reader reads, however slowly, and expires this long after the process has died. */
const KEEP_ALIVE = '2m';
const RENEW_EVERY_MS = 30_000;
const PAUSE_MS = 100;
const ID_RANK = 'id_rank' satisfies keyof IdOrder;

/** Reads all hits of a compiled search past the paging window, in its order, as they were at one point in time. */
@Injectable()
export class SearchStream {
  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly gateway: SearchGateway,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {}

  /**
   * Yields answers with at most `most` hits together; the next is fetched while the reader works on one. The first has
   * the total, each has the deadline of a request. @throws UnavailableFailure (503) or InternalFailure (500)
   */
  async *answers(
    { index, attempts, enough }: CompiledSearch,
    most: number,
  ): AsyncGenerator<SearchAnswer, void, undefined> {
    const pointInTime = await this.gateway.onIndex(index, attempts, (name) =>
      this.open(index, name, preferenceOf(attempts[0])),
    );
    const renewing = setInterval(() => void pointInTime.keep().catch(() => undefined), RENEW_EVERY_MS);
    const ending = new AbortController();
    const ended = AbortSignal.any([requestScope().signal, ending.signal]);
    let next: Promise<SearchAnswer> | undefined;
    const take = (body: SearchBody, after?: readonly unknown[]): Promise<SearchAnswer> =>
      this.withinDeadline(ended, after !== undefined, (signal) =>
        pointInTime.read((pit) =>
          this.gateway.step(index, { ...body, pit, ...(after && { search_after: after }) }, signal),
        ),
      );
    try {
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
        next = left > 0 && after !== undefined ? take({ ...chosen, size, track_total_hits: false }, after) : undefined;
        next?.catch(() => undefined);
        yield answer;
        if (next === undefined) return;
        answer = await next;
      }
    } finally {
      clearInterval(renewing);
      ending.abort();
      await next?.catch(() => undefined);
      await pointInTime.close();
    }
  }

  /** Not ended by the client's disconnect: an opened point in time has to be closed. */
  private async open(index: IndexKind, name: string, preference: string): Promise<OpenPointInTime> {
    const request = { index: name, keep_alive: KEEP_ALIVE, preference };
    const { id } = await this.reads.run(index, (options) => this.client.openPointInTime(request, options), {
      timeoutMs: this.config.requestTimeoutMs,
    });
    return new OpenPointInTime(this.client, id, KEEP_ALIVE);
  }

  /** @param isRetried whether a failing step is retried until its deadline: a stream that breaks off is lost */
  private async withinDeadline<Answer>(
    signal: AbortSignal,
    isRetried: boolean,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const late = AbortSignal.timeout(this.config.requestTimeoutMs);
    const ended = AbortSignal.any([signal, late]);
    const pauseAfter = (error: unknown) => (isRetried && error instanceof UnavailableFailure ? PAUSE_MS : undefined);
    try {
      return await retry(() => work(ended), pauseAfter, ended);
    } catch (error) {
      if (late.aborted && !signal.aborted) throw new UnavailableFailure('search_late');
      if (!(error instanceof InternalFailure) || statusOf(error.cause) !== 404) throw error;
      throw new UnavailableFailure('data_lost', { cause: error });
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
