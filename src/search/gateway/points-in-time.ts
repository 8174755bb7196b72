import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../config/config.js';
import type { IndexKind } from '../../common/record-kind.js';
import { InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { requestScope } from '../../common/request-scope.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { statusOf } from '../../elastic/client/elastic-error.js';
import { OpenPointInTime } from '../../elastic/client/point-in-time.js';
import { retry } from '../../elastic/client/retry-policy.js';
import { SearchGateway } from './search-gateway.js';

/** A point in time is renewed while its reader reads, however slowly, and expires this long after the process has died. */
const KEEP_ALIVE = '2m';
const RENEW_EVERY_MS = 30_000;
const PAUSE_MS = 100;

/** Lets the parts of an export read the indices as they were when it began. */
@Injectable()
export class PointsInTime {
  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly gateway: SearchGateway,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {}

  /**
   * Yields the parts of work. Its searches of these indices read points in time that are opened now and closed at its
   * end; each has the deadline of a request. An index that can't be opened fails the searches of it alone.
   * @param preference selects the copies of the indices
   * @throws what the work throws; UnavailableFailure (503) or InternalFailure (500) of a search
   */
  async *during<Part>(
    indices: readonly IndexKind[],
    work: () => AsyncGenerator<Part, void, undefined>,
    preference?: string,
  ): AsyncGenerator<Part, void, undefined> {
    const scope = requestScope();
    const ending = new AbortController();
    const ended = AbortSignal.any([scope.signal, ending.signal]);
    let isUnderWay = false;
    const opened = indices.map((index) => [index, this.open(index, preference)] as const);
    const forEach = (act: (pointInTime: OpenPointInTime) => Promise<void>): Promise<unknown> =>
      Promise.allSettled(opened.map(async ([, opening]) => act(await opening)));
    const renewing = setInterval(() => void forEach((pointInTime) => pointInTime.keep()), RENEW_EVERY_MS);
    scope.pointsInTime = new Map(
      opened.map(([index, opening]) => {
        opening.catch(() => undefined);
        return [
          index,
          async (send) => {
            const pointInTime = await opening;
            const read = (signal: AbortSignal) => pointInTime.read((pit) => send(pit, signal));
            return this.withinDeadline(ended, () => isUnderWay, read);
          },
        ];
      }),
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

  /** Not ended by the client's disconnect: an opened point in time has to be closed. */
  private open(index: IndexKind, preference?: string): Promise<OpenPointInTime> {
    return this.gateway.onIndex(index, async (name) => {
      const request = { index: name, keep_alive: KEEP_ALIVE, ...(preference !== undefined && { preference }) };
      const { id } = await this.reads.run(index, (options) => this.client.openPointInTime(request, options), {
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
