import { BrokenExportError, TruncatedError } from './errors.js';
import { apiErrorOf, type CallOptions, parsed, type Transport } from './transport.js';

/** Options of an export. */
export interface ExportOptions extends CallOptions {
  /**
   * Called with a TruncatedError before the first row of an export that has fewer rows than match; 'throw' throws it.
   * Unset, it is thrown unless the rows are as many as the `limit` of the request.
   */
  readonly onTruncated?: 'throw' | ((truncated: TruncatedError) => void);
}

/** The format of an exported file, and what the API takes with it. */
export interface ExportFile {
  readonly format: 'ndjson' | 'csv' | 'parquet';
  /** CSV that a spreadsheet opens. */
  readonly excel?: boolean;
}

/** An export: its rows as they come, or the bytes of a file. */
export interface Export<Row> extends AsyncGenerator<Row, void, undefined> {
  /**
   * The file in one of the formats, piece by piece, in the place of the rows.
   * @throws as the rows do; BrokenExportError when the file is not whole
   */
  bytes(file: ExportFile): AsyncGenerator<Uint8Array, void, undefined>;
}

const CONTENT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv', parquet: 'application/vnd.apache.parquet' };

/** The last line of an export that breaks off. */
type BreakLine = NonNullable<BrokenExportError['reason']>;

/** An export under way, and the rows that came. */
class ExportRun {
  rows = 0;
  private totalRows = NaN;

  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly body: { readonly limit?: number | null },
    private readonly options: ExportOptions,
  ) {}

  /** The bytes as they come. The time of a call is what the first may take, and then each next piece. */
  async *pieces(file: Partial<ExportFile> = {}): AsyncGenerator<Uint8Array, void, undefined> {
    const { onTruncated, ...options } = this.options;
    const deadline = this.transport.deadline(options);
    try {
      const body = { ...this.body, ...file };
      const { headers, reader } = await this.transport.open(this.path, body, deadline, options, async (response) => {
        const { headers } = response;
        if (headers.get('Content-Type')?.startsWith(CONTENT_TYPES[file.format ?? 'ndjson']) !== true) {
          throw apiErrorOf(response, await response.text());
        }
        return { headers, reader: (response.body as ReadableStream<Uint8Array>).getReader() };
      });
      this.totalRows = Number(headers.get('X-Total-Count') ?? NaN);
      try {
        this.reportTruncated(Number(headers.get('X-Matched-Count') ?? NaN), onTruncated);
        for (;;) {
          deadline.restart();
          const { value } = await reader.read().catch((cause: unknown) => {
            deadline.signal.throwIfAborted();
            throw this.broken(undefined, { cause });
          });
          deadline.pause();
          if (value === undefined) return;
          yield value;
        }
      } finally {
        await reader.cancel().catch(() => undefined);
      }
    } finally {
      deadline.end();
    }
  }

  private reportTruncated(matchedRows: number, onTruncated: ExportOptions['onTruncated']): void {
    if (!(matchedRows > this.totalRows)) return;
    const truncated = new TruncatedError(this.totalRows, matchedRows);
    if (typeof onTruncated === 'function') onTruncated(truncated);
    else if (onTruncated === 'throw' || this.totalRows !== this.body.limit) throw truncated;
  }

  broken(reason?: BreakLine, options?: ErrorOptions): BrokenExportError {
    return new BrokenExportError(this.rows, this.totalRows, reason, options);
  }

  /** @throws BrokenExportError when rows are missing */
  requireAll(): void {
    if (this.rows !== this.totalRows) throw this.broken();
  }
}

/**
 * An export, which begins when its first row or piece is asked for.
 * @throws TruncatedError as the options ask for it, BrokenExportError when it ends before its last row, and what a call
 * throws before the first
 */
export function exportRecords<Row extends object>(
  transport: Transport,
  path: string,
  body: { readonly limit?: number | null },
  options: ExportOptions = {},
): Export<Row> {
  const run = (): ExportRun => new ExportRun(transport, path, body, options);
  return Object.assign(rowsOf<Row>(run()), { bytes: (file: ExportFile) => bytesOf(run(), file) });
}

async function* rowsOf<Row extends object>(run: ExportRun): AsyncGenerator<Row, void, undefined> {
  for await (const line of linesOf(run.pieces())) {
    const row = parsed<Row | BreakLine>(line);
    if (typeof row !== 'object' || row === null) throw run.broken();
    if ('request_id' in row) throw run.broken(row);
    run.rows += 1;
    yield row;
  }
  run.requireAll();
}

/** Whole lines; one that the end cuts is left out. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const NEWLINE = 10;
const QUOTE = 34;
/** The line that says why an export ends early is shorter. */
const TAIL_BYTES = 2000;

async function* bytesOf(run: ExportRun, file: ExportFile): AsyncGenerator<Uint8Array, void, undefined> {
  let lines = file.format === 'csv' ? -1 : 0;
  let isQuoted = false;
  let size = 0;
  let tail = new Uint8Array();
  for await (const piece of run.pieces(file)) {
    for (const byte of piece) {
      if (byte === QUOTE && file.format === 'csv') isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) lines += 1;
    }
    size += piece.length;
    tail = Uint8Array.from([...tail, ...piece.slice(-TAIL_BYTES)]).slice(-TAIL_BYTES);
    const reason = reasonIn(tail);
    // Nothing can be read of a Parquet file without its end.
    if (file.format !== 'parquet') run.rows = Math.max(reason === undefined ? lines : lines - 1, 0);
    if (reason !== undefined) throw run.broken(reason);
    yield piece;
  }
  if (file.format === 'parquet' ? !hasFooter(tail, size) : isQuoted) throw run.broken();
  if (file.format !== 'parquet') run.requireAll();
}

const reasonIn = (tail: Uint8Array): BreakLine | undefined =>
  parsed(/\{"code":\d+,"message":.*,"request_id":"[^"]*"\}(?=\n?$)/.exec(new TextDecoder().decode(tail))?.[0] ?? '');

/** A Parquet file ends with its footer, the footer's length in four bytes, and PAR1. */
function hasFooter(tail: Uint8Array, size: number): boolean {
  if (!new TextDecoder().decode(tail).endsWith('PAR1') || size < 12) return false;
  const { buffer, byteOffset, length } = tail;
  const footer = new DataView(buffer, byteOffset + length - 8).getUint32(0, true);
  return footer > 0 && footer + 12 <= size;
}
