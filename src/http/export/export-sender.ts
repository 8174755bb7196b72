import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Config, CONFIG } from '../../config/config.js';
import { Failure, RequestFailure } from '../../common/errors/failure.js';
import type { RecordPages } from '../../common/encoded-data.js';
import { requestScope, unlessAborted } from '../../common/request-scope.js';
import type { Lang } from '../../common/lang.js';
import { DataVersionWatch } from '../../freshness/data-watch.js';
import { RequestLimits } from '../../access/request-limits.js';
import { showVersion } from '../answer/envelope.interceptor.js';
import type { AccessToken } from '../../common/access-token.js';
import { Metrics } from '../../telemetry/metrics.js';
import { FailureFilter } from '../answer/failure.filter.js';
import { type ExportFormat, type RecordWriter, recordWriter } from './record-writer.js';

/** The options of an export next to its selection. */
export interface ExportOptions {
  readonly limit?: number;
  readonly format: ExportFormat;
  readonly fields: readonly string[];
  readonly excel?: boolean;
  readonly lang?: Lang;
}

/** An export of the token with this name. */
type Turn = Pick<AccessToken, 'name'>;

const MOST_AT_ONCE = 2;
/** Spreadsheets fetch all their links at once; each waits for its turn. */
const LINK_WAITS_MS = 10_000;
const LOOK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 5;
const ROWS_PER_REQUEST = 100;
/** Small, because V8 keeps large texts until it collects its old generation. */
const CHUNK_RECORDS = 20;
const TOO_SLOW = 'The export was read too slowly: nothing of it was taken for so long that it was ended. Export again.';

/** Streams exports without the envelope. Failures before the first byte are thrown. */
@Injectable()
export class ExportSender implements BeforeApplicationShutdown, OnApplicationShutdown {
  /** The exports under way. */
  private readonly inFlight = new Set<Promise<void>>();
  /** The exports that have their turn. */
  private readonly turns = new Set<Turn>();
  private readonly ending = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'exportMaxRows' | 'requestTimeoutMs'>,
    private readonly limits: RequestLimits,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'countLimited'>,
    private readonly failures: FailureFilter,
    private readonly versions: DataVersionWatch,
  ) {}

  /** Gives exports in progress one request deadline to end when the service shuts down. */
  beforeApplicationShutdown(): void {
    const end = (): void =>
      this.ending.abort(new Failure('unavailable', 'The service is ending; export again from the start.'));
    setTimeout(end, this.config.requestTimeoutMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.inFlight);
  }

  /**
   * Sends the pages in the requested format. An export that fails after its first byte ends as its writer says and with a
   * cut connection, so that no reader takes it for a whole one.
   * @throws RequestFailure (400) for a limit above the configured one, Failure (429) for a third export of a token and
   * for more rows than its day has left, and every error of the first page
   */
  async send(
    record: Type<object>,
    options: ExportOptions,
    pages: (limit: number) => RecordPages,
    response: Response,
  ): Promise<void> {
    const most = this.config.exportMaxRows;
    const { limit = most } = options;
    if (limit > most) throw new RequestFailure({ path: 'limit', rule: 'max', given: limit, limit: most });
    const scope = requestScope();
    scope.isExpensive = true;
    const writer = recordWriter(record, options);
    const sent = this.stream(scope.token as AccessToken, writer, { ...options, limit }, () => pages(limit), response);
    this.inFlight.add(sent);
    await sent.finally(() => this.inFlight.delete(sent));
  }

  /** Takes one of the turns of a token; a link waits for it. @throws Failure (429) */
  private async takeTurn(turn: Turn, stopped: AbortSignal): Promise<void> {
    const { link, liftDeadline } = requestScope();
    const isFull = (): boolean => [...this.turns].filter(({ name }) => name === turn.name).length >= MOST_AT_ONCE;
    if (link !== undefined && isFull()) {
      liftDeadline();
      const endsAt = performance.now() + LINK_WAITS_MS;
      while (isFull() && performance.now() < endsAt) await sleep(LOOK_EVERY_MS, undefined, { signal: stopped });
    }
    if (!isFull()) return void this.turns.add(turn);
    this.metrics.countLimited('exports');
    const text = `The token has ${MOST_AT_ONCE} exports under way, which is the most at once; try again when one has ended.`;
    throw new Failure('too_many_requests', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Gives back the counted requests of an export that fails, and the unsent ones of an export that its client left. */
  private async stream(
    token: AccessToken,
    writer: RecordWriter,
    { limit, format }: ExportOptions & { readonly limit: number },
    begin: () => RecordPages,
    response: Response,
  ): Promise<void> {
    const startedAt = Date.now();
    // The guard has counted the first request.
    let [counted, due] = [1, 0];
    const scope = requestScope();
    const slow = new AbortController();
    const stopped = AbortSignal.any([scope.signal, this.ending.signal, slow.signal]);
    // Without a listener the server would cut a silent connection.
    const silent = (): void => {
      if (response.writableNeedDrain) slow.abort(new Failure('unreadable', TOO_SLOW));
    };
    response.on('timeout', silent);
    let pages = begin();
    const turn: Turn = { name: token.name };
    try {
      await this.takeTurn(turn, stopped);
      const first = await this.versions.withSnapshot(async () => {
        await pages.return();
        pages = begin();
        return pages.next();
      });
      const { total: matched = 0, rows = Math.min(limit, matched) } = first.value ?? {};
      await this.limits.countExport(token, toRequests(rows), response);
      counted = Math.max(1, toRequests(rows));
      scope.signal.throwIfAborted();
      scope.liftDeadline();
      showVersion(response.req, response);
      response.status(200).set({
        'Content-Type': writer.contentType,
        'Content-Disposition': `attachment; filename="${nameOf(response.req.path)}.${format}"`,
        'X-Total-Count': String(rows),
        'X-Matched-Count': String(matched),
      });
      scope.hits = 0;
      await write(response, writer.head, stopped);
      for (let page = first; page.done !== true; page = await unlessAborted(pages.next(), stopped)) {
        const { records } = page.value;
        for (let at = 0; at < records.length; at += CHUNK_RECORDS) {
          const chunk = records.slice(at, at + CHUNK_RECORDS);
          const before: number = scope.hits ?? 0;
          const after = before + chunk.length;
          if (before > 0 && toRequests(after) > toRequests(before)) await this.limits.exportTurn(token, stopped);
          scope.hits = after;
          await write(response, writer.write(chunk), stopped);
        }
      }
      if (scope.hits !== rows) throw new Failure('internal', `The export has ${scope.hits} rows instead of ${rows}.`);
      await write(response, writer.end?.() ?? '', stopped);
      response.end();
      due = counted;
    } catch (error) {
      if (!response.headersSent) throw error;
      response.off('timeout', silent);
      void pages.return();
      if (response.destroyed || slow.signal.aborted) due = toRequests(scope.hits ?? 0);
      if (!response.destroyed) await this.breakOff(writer, stopped.aborted ? stopped.reason : error, response);
    } finally {
      this.turns.delete(turn);
      response.off('timeout', silent);
      await this.limits.giveBack(token, counted - due, startedAt);
      if (!response.headersSent) await this.limits.describe(token, response);
      await pages.return();
    }
  }

  /** Writes the end of an interrupted file, and cuts the connection. */
  private async breakOff(writer: RecordWriter, fault: unknown, response: Response): Promise<void> {
    const { code, message } = this.failures.logFailure(fault);
    const reason = { code, message, request_id: requestScope().requestId };
    // Restarts the server's time-out of silent clients for the last write.
    const { socket } = response.req;
    socket.setTimeout(socket.timeout ?? 0);
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(writer.brokenOff(reason), () => resolve());
    });
    response.destroy();
  }
}

/** Writes text or bytes, and waits until the client has room for more. */
async function write(response: Response, part: string | Uint8Array, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (part.length > 0 && !response.write(part)) await once(response, 'drain', { signal });
}

const toRequests = (rows: number): number => Math.ceil(rows / ROWS_PER_REQUEST);

/** `video` for /video/v1/export, `topEcommerce` for /creator/v1/rank/topEcommerce/export; a link has its file's name. */
export const nameOf = (path: string): string =>
  (/(?<![^/])([^/]+)(?:\/v\d+)?\/export$/.exec(path) ?? /\/([^/]+)\.\w+$/.exec(path))?.[1] ?? 'export';
