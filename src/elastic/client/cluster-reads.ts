import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import type { Client } from '@elastic/elasticsearch';
import type { IndexKind } from '../../documents/index-kind.js';
import type { BreakerObserver } from './circuit-breakers.js';
import { Breakers } from './circuit-breakers.js';
import type { TriedNodes } from './elastic-client.js';
import { isTransient, statusOf } from './elastic-error.js';
import { translateElasticError } from './failure-translation.js';
import type { IndexNames } from '../indices/index-names.js';

/** What a read passes to the client, as it is: the options of one try. */
export interface TryOptions {
  /** Absent when the signal alone ends the try: a timer for each would be felt. */
  readonly requestTimeout?: number;
  readonly signal: AbortSignal;
  readonly context: TriedNodes;
}

/** How long a read may take, retries included, and who may end it before. */
export interface ReadBounds {
  readonly timeoutMs: number;
  /**
   * Aborted when the deadline has passed, with an `UnavailableFailure` or a `TimeoutError`, or when whoever asked
   * has gone, with anything else. The query is then cancelled at Elasticsearch.
   */
  readonly signal?: AbortSignal | undefined;
}

type Send<T> = (options: TryOptions) => Promise<T>;

/** Where there is another node, a try gets this share of the time left, so that a silent node leaves the others enough. */
const SHARE_OF_TRY = 0.6;
/** Tries beyond one per node, each after a pause: a cluster that has just lost a node needs a moment. */
const TRIES_AFTER_PAUSE = 4;
const FIRST_PAUSE_MS = 50;
/** The read that finds out whether a cluster is well again may not take longer, so that the next one can soon follow. */
const LONGEST_TRY_OUT_MS = 2000;
/** Aborts a try a little after the client's own time-out, which alone tells the pool that the node is silent. */
const ABORT_AFTER_TIMEOUT_MS = 25;

/**
 * Reads that outlast the loss of a node: what a node cuts, refuses or leaves unanswered is asked of another one within
 * the same deadline. While most reads of an index fail all the same, further ones are refused at once.
 */
export class ClusterReads {
  private readonly breakers: Breakers;

  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
    observer?: BreakerObserver,
  ) {
    this.breakers = new Breakers((kind) => this.probe(kind), observer);
  }

  /** The indices whose reads are refused for now, or tried out again after having been. */
  get troubled(): readonly IndexKind[] {
    return this.breakers.troubled;
  }

  /**
   * Sends a read of one index until it is answered.
   * @param send passes the options on to the client; what it throws itself counts as an answer of Elasticsearch
   * @throws UnavailableFailure (503) when no node answers in time, or none has lately; InternalFailure (500) else
   */
  run<T>(kind: IndexKind, send: Send<T>, bounds: ReadBounds): Promise<T> {
    const { timeoutMs, signal } = bounds;
    if (this.breakers.isClosed(kind)) return this.breakers.run(kind, () => this.outlast(send, bounds), signal);
    // No client ends the read that finds out whether the index is back: the cluster's answer alone decides.
    const tryOut = () => this.tryUntil(send, Math.min(timeoutMs, LONGEST_TRY_OUT_MS), undefined, true);
    return this.breakers.run(kind, tryOut);
  }

  /** As `run`, whatever became of reads before: for those who look how the cluster is. */
  outlast<T>(send: Send<T>, { timeoutMs, signal }: ReadBounds): Promise<T> {
    return this.tryUntil(send, timeoutMs, signal, signal === undefined || this.nodes > 1);
  }

  /** @param timed whether a try has a time-out of its own, beside what the signal does */
  private async tryUntil<T>(
    send: Send<T>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    timed: boolean,
  ): Promise<T> {
    const giveUpAt = performance.now() + timeoutMs;
    const context: TriedNodes = { tried: new Set() };
    for (let tries = 1; ; tries += 1) {
      try {
        if (!timed && signal !== undefined) return await send({ signal, context });
        return await this.tryOnce(send, giveUpAt - performance.now(), tries, context, signal);
      } catch (error) {
        const pauseMs = this.pauseBefore(tries + 1);
        const late = performance.now() + pauseMs >= giveUpAt;
        if (late || signal?.aborted === true || !this.mayTryAgain(error, tries)) throw translateElasticError(error);
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** A read of at most one document from each shard. */
  private probe(kind: IndexKind): Promise<object> {
    const request = { index: this.names.alias(kind), terminate_after: 1 };
    return this.tryUntil((options) => this.client.count(request, options), LONGEST_TRY_OUT_MS, undefined, true);
  }

  private get nodes(): number {
    return this.client.connectionPool.size;
  }

  private pauseBefore(nextTry: number): number {
    const round = nextTry - this.nodes - 1;
    return round < 0 ? 0 : FIRST_PAUSE_MS * 2 ** round * (0.5 + Math.random() / 2);
  }

  /** A node that refuses work (429) is asked once in the place of another: more would add to what it suffers from. */
  private mayTryAgain(error: unknown, tries: number): boolean {
    if (statusOf(error) === 429) return this.nodes > 1 && tries === 1;
    return isTransient(error) && tries < this.nodes + TRIES_AFTER_PAUSE;
  }

  private async tryOnce<T>(
    send: Send<T>,
    remainingMs: number,
    tries: number,
    context: TriedNodes,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const share = tries < this.nodes ? SHARE_OF_TRY : 1;
    const requestTimeout = Math.max(1, Math.floor(remainingMs * share));
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, requestTimeout + ABORT_AFTER_TIMEOUT_MS);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
    try {
      return await send({ requestTimeout, signal: ending.signal, context });
    } catch (error) {
      throw ending.signal.aborted && signal?.aborted !== true ? new errors.TimeoutError('Too late.') : error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
}
