import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Type } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.token.js';
import { ErrorCode } from '../../errors/error-code.js';
import { InternalFailure, LimitFailure, RequestFailure, UnavailableFailure } from '../../errors/failure.js';
import { RequestLimits } from '../access/request-limits.js';
import { toFailure } from '../answer/to-failure.js';
import type { AccessToken, ServiceRequest } from '../request/request-context.js';
import { RequestLog } from '../request/request-log.js';
import { RequestObserver } from '../request/request-observer.js';
import { fieldError } from '../validation/request-errors.js';
import type { ExportOptions } from './export-request.js';
import { DEFAULT_ROWS } from './export-request.js';
import type { RecordWriter } from './record-writer.js';
import { recordWriter } from './record-writer.js';

/** Records of an export on their way out. */
export interface ExportPage {
  /** All that match; of the first page alone. */
  readonly total: number;
  /** JSON of each. */
  readonly records: readonly string[];
}

/** The first page is there even when nothing matches. */
export type ExportPages = AsyncGenerator<ExportPage, void, undefined>;

interface Exchange {
  readonly request: ServiceRequest;
  readonly response: Response;
}

const MOST_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 5;
const ROWS_PER_REQUEST = 100;
/** Few, because V8 keeps large texts until it collects its old generation. */
const CHUNK_RECORDS = 20;
/** The end of a file that broke off is given so long to leave. */
const LINGER_MS = 500;

/** Sends exports: streams of records, past the envelope. What fails before the first byte is thrown. */
@Injectable()
export class ExportSender {
  private readonly inFlight: { readonly name: string; readonly done: Promise<void> }[] = [];
  private readonly ending = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'exportMaxRows' | 'requestTimeoutMs'>,
    private readonly limits: RequestLimits,
    @Inject(RequestObserver) private readonly observer: Pick<RequestObserver, 'limited'>,
    private readonly log: RequestLog,
  ) {}

  /** When the service ends, an export in flight has as long as any request. */
  onModuleDestroy(): void {
    const end = (): void =>
      this.ending.abort(new UnavailableFailure('The service is ending; export again from the start.'));
    setTimeout(end, this.config.requestTimeoutMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.inFlight.map(({ done }) => done));
  }

  /**
   * Sends the pages in the format asked for. An answer that breaks off after its first byte ends so that no reader takes it
   * for a whole one: with a line that says why (NDJSON) or a quotation mark that nothing closes (CSV), and a cut connection.
   * @throws RequestFailure (400) for a limit above the configured one, LimitFailure (429) for a third export of a token and
   * for more rows than its limits have left, and what the first page throws
   */
  async send(
    record: Type<object>,
    options: ExportOptions,
    pages: (limit: number) => ExportPages,
    exchange: Exchange,
  ): Promise<void> {
    const limit = this.limitOf(options);
    const { token } = exchange.request.context;
    if (token === undefined) throw new InternalFailure('An export needs a token.');
    this.requireTurn(token);
    const sent = this.stream(token, recordWriter(record, options), { ...options, limit }, pages(limit), exchange);
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
    if (limit === undefined) return Math.min(DEFAULT_ROWS, exportMaxRows);
    if (limit <= exportMaxRows) return limit;
    throw new RequestFailure([fieldError({ path: 'limit', rule: 'max', given: limit, limit: exportMaxRows }, lang)]);
  }

  private requireTurn(token: AccessToken): void {
    if (this.inFlight.filter(({ name }) => name === token.name).length < MOST_AT_ONCE) return;
    this.observer.limited('exports');
    const text = `The token has ${MOST_AT_ONCE} exports under way, which is the most at once; try again when one has ended.`;
    throw new LimitFailure(ErrorCode.TooManyRequests, text, RETRY_AFTER_SECONDS);
  }

  private async stream(
    token: AccessToken,
    writer: RecordWriter,
    { limit, format }: ExportOptions & { readonly limit: number },
    pages: ExportPages,
    { request, response }: Exchange,
  ): Promise<void> {
    const { context } = request;
    const ending = this.ending.signal;
    let stop: (reason: Error) => void = () => undefined;
    const end = (): void => stop(ending.reason as Error);
    ending.addEventListener('abort', end, { once: true });
    // A promise of its own for each page: one that lasts, raced with each of them, would keep them all.
    const next = (): ReturnType<ExportPages['next']> =>
      new Promise((resolve, reject) => {
        stop = reject;
        if (ending.aborted) end();
        pages.next().then(resolve, reject);
      });
    try {
      const first = await pages.next();
      const rows = first.done === true ? 0 : Math.min(limit, first.value.total);
      await this.limits.countPages(token, toPages(rows), response);
      context.signal.throwIfAborted();
      context.liftDeadline();
      response.status(200).set({
        'Content-Type': writer.contentType,
        'Content-Disposition': `attachment; filename="${nameOf(request.path)}.${format}"`,
        'X-Total-Count': String(rows),
      });
      context.hits = 0;
      let fault: unknown;
      const { limits } = this;
      const chunks = async function* (): AsyncGenerator<Buffer> {
        try {
          if (writer.head !== '') yield Buffer.from(writer.head);
          for (let page = first; page.done !== true; page = await next()) {
            const { records } = page.value;
            const sent = context.hits ?? 0;
            // The guard has counted the first.
            for (let counted = Math.max(1, toPages(sent)); counted < toPages(sent + records.length); counted += 1)
              await limits.pageTurn(token, context.signal);
            context.hits = sent + records.length;
            for (let at = 0; at < records.length; at += CHUNK_RECORDS) {
              yield Buffer.from(writer.write(records.slice(at, at + CHUNK_RECORDS)));
            }
          }
          if (context.hits !== rows)
            throw new InternalFailure(`The export has ${context.hits} rows instead of ${rows}.`);
        } catch (error) {
          fault = error;
        }
      };
      await pipeline(Readable.from(chunks()), response, { end: false });
      if (fault === undefined) response.end();
      else await this.breakOff(writer, fault, request, response);
    } finally {
      ending.removeEventListener('abort', end);
      await pages.return();
    }
  }

  private async breakOff(
    writer: RecordWriter,
    fault: unknown,
    request: ServiceRequest,
    response: Response,
  ): Promise<void> {
    const failure = toFailure(fault);
    this.log.failed(request, failure, fault);
    const { code, message } = failure;
    const reason = { code, message, request_id: request.context.requestId };
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, LINGER_MS);
      response.write(writer.brokenOff(reason), () => {
        clearTimeout(late);
        resolve();
      });
    });
    response.destroy();
  }
}

const toPages = (rows: number): number => Math.ceil(rows / ROWS_PER_REQUEST);

/** `video` for /video/v1/export, `topEcommerce` for /creator/v1/rank/topEcommerce/export. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => !/^v\d+$/.test(part))
    .at(-2) ?? 'export';
