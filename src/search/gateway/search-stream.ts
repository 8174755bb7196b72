import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../config/config.js';
import type { IdOrder } from '../../common/id-order.js';
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

type Parts<Part> = AsyncGenerator<Part, void, undefined>;

/** Reads the parts of exports, all of one moment. */
@Injectable()
export class SearchStream {
  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly gateway: SearchGateway,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {}

  /** Yields at most `most` hits in the order of the search; the next are fetched meanwhile. The first answer has the total. */
  answers(compiled: CompiledSearch, most: number): Parts<SearchAnswer> {
    const { index, attempts } = compiled;
    return this.ofOneMoment([index], () => this.steps(compiled, most), preferenceOf(attempts[0]));
  }

  /**
   * Yields the parts of work, whose searches read these indices at points in time that are opened now, each within the
   * deadline of a request. @throws what the work throws; UnavailableFailure (503) or InternalFailure (500)
   */
  async *ofOneMoment<Part>(indices: readonly IndexKind[], work: () => Parts<Part>, preference?: string): Parts<Part> {
    const scope = requestScope();
    const ending = new AbortController();
    const ended = AbortSignal.any([scope.signal, ending.signal]);
    let isUnderWay = false;
    const opened = indices.map((index) => [index, this.open(index, preference)] as const);
    const forEach = (act: (pointInTime: OpenPointInTime) => Promise<void>): Promise<unknown> =>
      Promise.allSettled(opened.map(async ([, opening]) => act(await opening)));
    void forEach(() => Promise.resolve());
    const renewing = setInterval(() => void forEach((pointInTime) => pointInTime.keep()), RENEW_EVERY_MS);
    scope.useCache = false;
    scope.pointsInTime = new Map(
      opened.map(([index, opening]) => [
        index,
        async (send) => {
          const pointInTime = await opening;
          const read = (signal: AbortSignal) => pointInTime.read((pit) => send(pit, signal));
          return this.withinDeadline(ended, () => isUnderWay, read);
        },
      ]),
    );
    try {
      for await (const part of work()) {
        isUnderWay = true;
        yield part;
      }
    } finally {
      clearInterval(renewing);
      ending.abort();
      await forEach((pointInTime) => pointInTime.close());
    }
  }

  private async *steps({ index, attempts, enough }: CompiledSearch, most: number): Parts<SearchAnswer> {
    const take = (body: SearchBody, after?: readonly unknown[]): Promise<SearchAnswer> =>
      this.gateway.searchRaw(index, { ...body, ...(after && { search_after: after }) });
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

  /** Not ended by the client's disconnect: an opened point in time has to be closed. */
  private open(kind: IndexKind, preference = ''): Promise<OpenPointInTime> {
    return this.gateway.onIndex(kind, async (index) => {
      const request = { index, keep_alive: KEEP_ALIVE, ...(preference && { preference }) };
      const { id } = await this.reads.run(kind, (options) => this.client.openPointInTime(request, options), {
        timeoutMs: this.config.requestTimeoutMs,
      });
      return new OpenPointInTime(this.client, id, KEEP_ALIVE);
    });
  }

  /** @param isRetried whether a failing search is retried until its deadline: an export that breaks off is lost */
  private async withinDeadline<Answer>(
    signal: AbortSignal,
    isRetried: () => boolean,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const late = AbortSignal.timeout(this.config.requestTimeoutMs);
    const ended = AbortSignal.any([signal, late]);
    const pauseAfter = (error: unknown) => (isRetried() && error instanceof UnavailableFailure ? PAUSE_MS : undefined);
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
