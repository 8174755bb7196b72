import { BrokenExportError, TruncatedError } from './errors.js';
import type { ErrorCode } from './errors.js';
import type { CallOptions, Transport } from './transport.js';
import { apiErrorOf, parsed } from './transport.js';

/** Options of an export. */
export interface ExportOptions extends CallOptions {
  /**
   * Called with a TruncatedError before the first row of an export that has fewer rows than match; 'throw' throws it.
   * Unset, it is thrown unless the rows are as many as the `limit` of the request.
   */
  readonly onTruncated?: 'throw' | ((truncated: TruncatedError) => void);
}

const CONTENT_TYPE = 'application/x-ndjson';

/** The last line of an export that breaks off. */
interface BreakLine {
  readonly code: ErrorCode;
  readonly message: string;
  readonly request_id: string;
}

/**
 * The rows of an export, as they come. The time of a call is what the first row may take, and then each next piece.
 * @throws TruncatedError as the options ask for it, BrokenExportError when it ends before its last row, and what a call
 * throws before the first
 */
export async function* exportRecords<Row extends object>(
  transport: Transport,
  path: string,
  body: { readonly limit?: number | null },
  { onTruncated, ...options }: ExportOptions = {},
): AsyncGenerator<Row, void, undefined> {
  const deadline = transport.deadline(options);
  let rows = 0;
  try {
    const { headers, reader } = await transport.open(path, body, deadline, options, async (response) => {
      const { headers } = response;
      if (headers.get('Content-Type')?.startsWith(CONTENT_TYPE) !== true) {
        throw apiErrorOf(response, await response.text());
      }
      return { headers, reader: (response.body as ReadableStream<Uint8Array>).getReader() };
    });
    const totalRows = Number(headers.get('X-Total-Count') ?? NaN);
    const matchedRows = Number(headers.get('X-Matched-Count') ?? NaN);
    const nextPiece = async (): Promise<Uint8Array | undefined> => {
      deadline.restart();
      try {
        return (await reader.read()).value;
      } catch (cause) {
        deadline.signal.throwIfAborted();
        throw new BrokenExportError(rows, totalRows, undefined, { cause });
      } finally {
        deadline.pause();
      }
    };
    try {
      if (matchedRows > totalRows) {
        const truncated = new TruncatedError(totalRows, matchedRows);
        if (typeof onTruncated === 'function') onTruncated(truncated);
        else if (onTruncated === 'throw' || totalRows !== body.limit) throw truncated;
      }
      for await (const line of linesOf(nextPiece)) {
        const row = parsed<Row | BreakLine>(line);
        if (typeof row !== 'object' || row === null) throw new BrokenExportError(rows, totalRows);
        if ('request_id' in row) throw new BrokenExportError(rows, totalRows, row);
        rows += 1;
        yield row;
      }
      if (rows !== totalRows) throw new BrokenExportError(rows, totalRows);
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  } finally {
    deadline.end();
  }
}

/** Whole lines; one that the end cuts is left out. */
async function* linesOf(nextPiece: () => Promise<Uint8Array | undefined>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let piece = await nextPiece(); piece !== undefined; piece = await nextPiece()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
