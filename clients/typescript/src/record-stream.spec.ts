import { ApiError, BrokenExportError, DeadlineError, TruncatedError } from './errors.js';
import { type ExportFile, type ExportOptions, exportRecords } from './record-stream.js';
import { Transport } from './transport.js';

interface Row {
  readonly id: string;
}

type Body = Pick<UnderlyingDefaultSource<Uint8Array>, 'start' | 'pull' | 'cancel'>;

const NDJSON = { 'Content-Type': 'application/x-ndjson; charset=utf-8' };
const TWO = { 'X-Total-Count': '2' };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A body of these pieces, which then ends, fails with an error, or stays open. */
const bodyOf = (pieces: readonly Uint8Array[], end: 'close' | 'open' | Error): Body => ({
  start: (controller) => {
    for (const piece of pieces) controller.enqueue(piece);
    if (end === 'close') controller.close();
  },
  pull: (controller) => {
    if (end instanceof Error) controller.error(end);
  },
});

const exporting = (body: Body, headers: Record<string, string>, options: ExportOptions = {}, request = {}) =>
  exportRecords<Row>(
    new Transport({
      baseUrl: 'http://service.example',
      token: 'token',
      fetch: async (_, init) => {
        const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          void body.start?.(controller);
        };
        return new Response(new ReadableStream({ ...body, start }), { headers: { ...NDJSON, ...headers } });
      },
    }),
    '/video/v1/export',
    request,
    options,
  );

/** What comes of an export: its rows, and what it throws. */
async function outcomeOf(records: AsyncIterable<Row>): Promise<{ ids: string[]; error?: unknown }> {
  const ids: string[] = [];
  try {
    for await (const { id } of records) ids.push(id);
    return { ids };
  } catch (error) {
    return { ids, error };
  }
}

describe('an export', () => {
  it('gives its rows, wherever the pieces are cut', async () => {
    const bytes = encode('{"id":"手机"}\n{"id":"2"}\n');
    for (let at = 1; at < bytes.length; at += 1) {
      const pieces = [bytes.slice(0, at), bytes.slice(at)];
      expect(await outcomeOf(exporting(bodyOf(pieces, 'close'), TWO))).toEqual({ ids: ['手机', '2'] });
    }
  });

  it('may be empty', async () => {
    expect(await outcomeOf(exporting(bodyOf([], 'close'), { 'X-Total-Count': '0' }))).toEqual({ ids: [] });
  });

  const reason = { code: 40001, message: 'The service is ending.', request_id: 'r' };
  it.each([
    ['with the reason', `{"id":"1"}\n${JSON.stringify(reason)}\n`, 'close', { reason }],
    ['between two rows, though the answer ends as HTTP has it', '{"id":"1"}\n', 'close', { reason: undefined }],
    ['within a row, though the answer ends as HTTP has it', '{"id":"1"}\n{"id":', 'close', { reason: undefined }],
    ['by a page of a proxy', '{"id":"1"}\n<html>\n', 'close', { reason: undefined }],
    ['by a line that is no row', '{"id":"1"}\n2\n', 'close', { reason: undefined }],
    ['with its connection', '{"id":"1"}\n', new TypeError('terminated'), { cause: new TypeError('terminated') }],
  ] as const)('throws when it breaks off %s', async (_, text, end, expected) => {
    const { ids, error } = await outcomeOf(exporting(bodyOf([encode(text)], end), TWO));
    expect(ids).toEqual(['1']);
    expect(error).toBeInstanceOf(BrokenExportError);
    expect(error).toMatchObject({ rows: 1, totalRows: 2, ...expected });
  });

  it.each(['text/html', ''])('answered by a proxy, as %j, throws an error without a code', async (type) => {
    const headers = { ...TWO, 'Content-Type': type };
    const { ids, error } = await outcomeOf(exporting(bodyOf([encode('<html>\n<p>Log in</p>')], 'close'), headers));
    expect(ids).toEqual([]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: undefined,
      status: 200,
      message: 'HTTP 200, and not from the service: <html>\n<p>Log in</p>',
    });
  });

  describe('with fewer rows than match', () => {
    const ended = (options: ExportOptions, request: object) =>
      outcomeOf(
        exporting(
          bodyOf([encode('{"id":"1"}\n{"id":"2"}\n')], 'close'),
          { ...TWO, 'X-Matched-Count': '7' },
          options,
          request,
        ),
      );

    it.each<[string, ExportOptions, object]>([
      ['without a limit', {}, {}],
      ['with a limit that was not reached', {}, { limit: 3 }],
      ['with its limit, when asked', { onTruncated: 'throw' }, { limit: 2 }],
    ])('throws before the first row: %s', async (_, options, request) => {
      const { ids, error } = await ended(options, request);
      expect([ids, error]).toEqual([[], new TruncatedError(2, 7)]);
      expect((error as Error).message).toBe('The export has 2 of 7 rows that match: narrow the filter, or split it.');
    });

    it('reports it, when asked, and gives its rows', async () => {
      const reported: TruncatedError[] = [];
      const onTruncated = (truncated: TruncatedError): unknown => reported.push(truncated);
      expect(await ended({ onTruncated }, {})).toEqual({ ids: ['1', '2'] });
      expect(reported).toEqual([new TruncatedError(2, 7)]);
    });

    it('gives the rows of its limit', async () => {
      expect(await ended({}, { limit: 2 })).toEqual({ ids: ['1', '2'] });
    });
  });

  it('throws when nobody says how many rows it has', async () => {
    const { error } = await outcomeOf(exporting(bodyOf([encode('{"id":"1"}\n')], 'close'), {}));
    expect(error).toBeInstanceOf(BrokenExportError);
  });

  it('throws when the next piece takes too long', async () => {
    const { ids, error } = await outcomeOf(
      exporting(bodyOf([encode('{"id":"1"}\n')], 'open'), TWO, { timeoutMs: 1000 }),
    );
    expect([ids, error]).toEqual([['1'], new DeadlineError(1000)]);
  });

  it('waits for a caller who takes long', async () => {
    const records = exporting(bodyOf([encode('{"id":"1"}\n'), encode('{"id":"2"}\n')], 'close'), TWO, {
      timeoutMs: 1000,
    });
    const ids: string[] = [];
    for await (const { id } of records) {
      ids.push(id);
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    expect(ids).toEqual(['1', '2']);
  });

  it('is ended at the service when its caller leaves', async () => {
    let cancelled = false;
    const body = { ...bodyOf([encode('{"id":"1"}\n')], 'open'), cancel: () => void (cancelled = true) };
    for await (const { id } of exporting(body, TWO)) {
      expect(id).toBe('1');
      break;
    }
    expect(cancelled).toBe(true);
  });

  describe('as a file', () => {
    const CONTENT_TYPES = {
      ndjson: 'application/x-ndjson; charset=utf-8',
      csv: 'text/csv; charset=utf-8; header=present',
      parquet: 'application/vnd.apache.parquet',
    };
    const CSV = 'id,title\r\n1,"a ""b"",\r\nc"\r\n2,\r\n';
    const NDJSON_FILE = '{"id":"手机"}\n{"id":"2"}\n';
    /** A footer of five bytes, which nobody reads, its length and the mark. */
    const PARQUET = 'PAR1columnsmetas\u0005\0\0\0PAR1';
    const REASON_LINE = JSON.stringify(reason);

    /** The text that comes, and what is thrown after it. */
    async function fileOf(format: ExportFile['format'], pieces: readonly Uint8Array[], end: 'close' | Error = 'close') {
      const headers = { ...TWO, 'Content-Type': CONTENT_TYPES[format] };
      let text = '';
      const decoder = new TextDecoder();
      try {
        for await (const piece of exporting(bodyOf(pieces, end), headers).bytes({ format })) {
          text += decoder.decode(piece, { stream: true });
        }
        return [text];
      } catch (error) {
        return [text, error];
      }
    }

    it.each([
      ['ndjson', NDJSON_FILE],
      ['csv', CSV],
      ['parquet', PARQUET],
    ] as const)('gives its bytes, wherever the pieces are cut: %s', async (format, text) => {
      const bytes = encode(text);
      for (let at = 1; at < bytes.length; at += 1) {
        expect(await fileOf(format, [bytes.slice(0, at), bytes.slice(at)])).toEqual([text]);
      }
    });

    it.each([
      ['ndjson', NDJSON_FILE, [0, 1]],
      ['csv', CSV, [0, 1]],
      ['parquet', PARQUET, [0]],
    ] as const)(
      'throws when it is cut anywhere, though the answer ends as HTTP has it: %s',
      async (format, text, rows) => {
        const bytes = encode(text);
        const thrown = new Set<number>();
        for (let length = 0; length < bytes.length; length += 1) {
          const [, error] = await fileOf(format, [bytes.slice(0, length)]);
          expect(error).toBeInstanceOf(BrokenExportError);
          thrown.add((error as BrokenExportError).rows);
        }
        expect([...thrown]).toEqual(rows);
      },
    );

    it.each([
      ['ndjson', `{"id":"1"}\n${REASON_LINE}\n`, { rows: 1, reason }],
      ['ndjson', `{"id":"1"}\n{"id":"2"}\n${REASON_LINE}\n`, { rows: 2, reason }],
      ['csv', 'id\r\n1\r\n"', { rows: 1, reason: undefined }],
      ['csv', 'id\r\n1\r\n2\r\n"', { rows: 2, reason: undefined }],
      ['parquet', `${PARQUET}${REASON_LINE}`, { rows: 0, reason }],
    ] as const)('throws with the reason that the service gave: %s, %j', async (format, text, expected) => {
      for (const end of ['close', new TypeError('terminated')] as const) {
        const [, error] = await fileOf(format, [encode(text)], end);
        expect(error).toBeInstanceOf(BrokenExportError);
        expect(error).toMatchObject({ ...expected, totalRows: 2 });
      }
    });

    it('throws an error without a code when the answer is in another format', async () => {
      const file = exporting(bodyOf([encode(NDJSON_FILE)], 'close'), TWO).bytes({ format: 'parquet' });
      const error: unknown = await file.next().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: undefined, status: 200 });
    });
  });
});
