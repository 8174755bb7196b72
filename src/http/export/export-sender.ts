import { once } from 'node:events';
import type { Type } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';
import { ErrorCode } from '../../common/errors/error-code.js';
import {
  HttpFailure,
  InternalFailure,
  LimitFailure,
  RequestFailure,
  UnavailableFailure,
} from '../../common/errors/failure.js';
import type { RecordPages } from '../../common/records/encoded-data.js';
import { requestScope } from '../../common/request-scope.js';
import { unlessAborted } from '../../common/unless-aborted.js';
import { DataVersionWatch } from '../../search/state/data-watch.js';
import { RequestLimits } from '../access/request-limits.js';
import { showVersion } from '../answer/envelope.interceptor.js';
import { toFailure } from '../answer/failure.filter.js';
import type { AccessToken } from '../../common/access-token.js';
import { Metrics } from '../../health/metrics.js';
import { RequestLog } from '../request/request-log.js';
import { fieldError } from '../validation/request-errors.js';
import type { ExportOptions } from './export-request.js';
import type { RecordWriter } from './record-writer.js';
import { recordWriter } from './record-writer.js';

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** The requests of the day's quota that an export was counted as, and those that it used. */
interface Charge {
  /** `Date.now()` at the count. */
  readonly at: number;
  counted: number;
  due: number;
}

const MOST_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 5;
const ROWS_PER_REQUEST = 100;
/** Small, because V8 keeps large texts until it collects its old generation. */
const CHUNK_RECORDS = 20;
const TOO_SLOW = 'The export was read too slowly: nothing of it was taken for so long that it was ended. Export again.';

/** Streams exports without the envelope. Failures before the first byte are thrown. */
@Injectable()
export class ExportSender {
  private readonly inFlight: { readonly name: string; readonly done: Promise<void> }[] = [];
  private readonly ending = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'exportMaxRows' | 'requestTimeoutMs'>,
    private readonly limits: RequestLimits,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'limited'>,
    private readonly log: RequestLog,
    private readonly versions: DataVersionWatch,
  ) {}

  /** Gives exports in progress one request deadline to end when the service shuts down. */
  onModuleDestroy(): void {
    const end = (): void =>
      this.ending.abort(new UnavailableFailure('The service is ending; export again from the start.'));
    setTimeout(end, this.config.requestTimeoutMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.inFlight.map(({ done }) => done));
  }

  /**
   * Sends the pages in the requested format. An export that fails after its first byte ends with an error line (NDJSON)
   * or an unclosed quotation mark (CSV) and a cut connection, so that no reader takes it for a whole one.
   * @throws RequestFailure (400) for a limit above the configured one, LimitFailure (429) for a third export of a token and
   * for more rows than its day has left, and every error of the first page
   */
  async send(
    record: Type<object>,
    options: ExportOptions,
    pages: (limit: number) => RecordPages,
    exchange: Exchange,
  ): Promise<void> {
    const limit = this.limitOf(options);
    const { token } = requestScope();
    if (token === undefined) throw new InternalFailure('An export needs a token.');
    const charge = { at: Date.now(), counted: 1, due: 0 };
    const sent = this.stream(
      token,
      charge,
      recordWriter(record, options),
      { ...options, limit },
      () => pages(limit),
      exchange,
    ).finally(() => this.settle(token, charge, exchange.response));
    const entry = { name: token.name, done: sent.catch(() => undefined) };
    this.inFlight.push(entry);
    try {
      await sent;
    } finally {
      this.inFlight.splice(this.inFlight.indexOf(entry), 1);
    }
  }

  private limitOf({ limit, lang = 'EN_US' }: ExportOptions): number {
    const { exportMaxRows } = this.config;
    if (limit === undefined) return exportMaxRows;
    if (limit <= exportMaxRows) return limit;
    throw new RequestFailure([fieldError({ path: 'limit', rule: 'max', given: limit, limit: exportMaxRows }, lang)]);
  }

  private requireTurn(token: AccessToken): void {
    if (this.inFlight.filter(({ name }) => name === token.name).length < MOST_AT_ONCE) return;
    this.metrics.limited('exports');
    const text = `The token has ${MOST_AT_ONCE} exports under way, which is the most at once; try again when one has ended.`;
    throw new LimitFailure(ErrorCode.TooManyRequests, text, RETRY_AFTER_SECONDS);
  }

  private async stream(
    token: AccessToken,
    charge: Charge,
    writer: RecordWriter,
    { limit, format }: ExportOptions & { readonly limit: number },
    begin: () => RecordPages,
    { request, response }: Exchange,
  ): Promise<void> {
    this.requireTurn(token);
    const scope = requestScope();
    const slow = new AbortController();
    const stopped = AbortSignal.any([scope.signal, this.ending.signal, slow.signal]);
    // Without a listener the server would cut a silent connection.
    const silent = (): void => {
      if (response.writableNeedDrain) slow.abort(new HttpFailure(400, TOO_SLOW));
    };
    response.on('timeout', silent);
    let pages = begin();
    try {
      const first = await this.versions.withSnapshot(async () => {
        await pages.return();
        pages = begin();
        return pages.next();
      });
      const matched = first.done === true ? 0 : first.value.total;
      const rows = Math.min(limit, matched);
      await this.limits.countExport(token, toRequests(rows), response);
      charge.counted = Math.max(1, toRequests(rows));
      scope.signal.throwIfAborted();
      scope.liftDeadline();
      showVersion(request, response);
      response.status(200).set({
        'Content-Type': writer.contentType,
        'Content-Disposition': `attachment; filename="${nameOf(request.path)}.${format}"`,
        'X-Total-Count': String(rows),
        'X-Matched-Count': String(matched),
      });
      scope.hits = 0;
      await write(response, writer.head, stopped);
      for (let page = first; page.done !== true; page = await unlessAborted(pages.next(), stopped)) {
        const { records } = page.value;
        // The guard has counted the first request.
        for (
          let requests = Math.max(1, toRequests(scope.hits));
          requests < toRequests(scope.hits + records.length);
          requests += 1
        )
          await this.limits.exportTurn(token, stopped);
        scope.hits += records.length;
        for (let at = 0; at < records.length; at += CHUNK_RECORDS) {
          await write(response, writer.write(records.slice(at, at + CHUNK_RECORDS)), stopped);
        }
      }
      if (scope.hits !== rows) throw new InternalFailure(`The export has ${scope.hits} rows instead of ${rows}.`);
      response.end();
      charge.due = charge.counted;
    } catch (error) {
      if (!response.headersSent) throw error;
      response.off('timeout', silent);
      void pages.return();
      if (response.destroyed || slow.signal.aborted) charge.due = toRequests(scope.hits ?? 0);
      if (!response.destroyed) await this.breakOff(writer, stopped.aborted ? stopped.reason : error, request, response);
    } finally {
      response.off('timeout', silent);
      await pages.return();
    }
  }

  /** Gives back the requests of a failed export, and the unsent ones of an export that its client left. */
  private async settle(token: AccessToken, { counted, due, at }: Charge, response: Response): Promise<void> {
    await this.limits.giveBack(token, counted - due, at);
    if (!response.headersSent) await this.limits.describe(token, response);
  }

  private async breakOff(writer: RecordWriter, fault: unknown, request: Request, response: Response): Promise<void> {
    const failure = toFailure(fault);
    this.log.failed(failure, fault);
    const { code, message } = failure;
    const reason = { code, message, request_id: requestScope().requestId };
    // Restarts the server's time-out of silent clients for the last write.
    request.socket.setTimeout(request.socket.timeout ?? 0);
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(writer.brokenOff(reason), () => resolve());
    });
    response.destroy();
  }
}

/** Writes a text whose characters are bytes, and waits until the client has room for more. */
async function write(response: Response, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (text !== '' && !response.write(text)) await once(response, 'drain', { signal });
}

const toRequests = (rows: number): number => Math.ceil(rows / ROWS_PER_REQUEST);

/** `video` for /video/v1/export, `topEcommerce` for /creator/v1/rank/topEcommerce/export. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => !/^v\d+$/.test(part))
    .at(-2) ?? 'export';
