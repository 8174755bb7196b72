import { BrokenExportError, DeadlineError } from './errors.js';
import { exportRecords } from './record-stream.js';
import { Transport } from './transport.js';

interface Row {
  readonly id: string;
}

type Body = Pick<UnderlyingDefaultSource<Uint8Array>, 'start' | 'pull' | 'cancel'>;

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

const exporting = (body: Body, headers: Record<string, string>, timeoutMs = 30_000) =>
  exportRecords<Row>(
    new Transport({
      baseUrl: 'http://service.example',
      token: 'token',
      fetch: async (_, init) => {
        const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          void body.start?.(controller);
        };
        return new Response(new ReadableStream({ ...body, start }), { headers });
      },
    }),
    '/video/v1/export',
    {},
    { timeoutMs },
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

const TWO = { 'X-Total-Count': '2' };

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
    ['with its connection', '{"id":"1"}\n', new TypeError('terminated'), { cause: new TypeError('terminated') }],
  ] as const)('throws when it breaks off %s', async (_, text, end, expected) => {
    const { ids, error } = await outcomeOf(exporting(bodyOf([encode(text)], end), TWO));
    expect(ids).toEqual(['1']);
    expect(error).toBeInstanceOf(BrokenExportError);
    expect(error).toMatchObject({ rows: 1, totalRows: 2, ...expected });
  });

  it('throws when nobody says how many rows it has', async () => {
    const { error } = await outcomeOf(exporting(bodyOf([encode('{"id":"1"}\n')], 'close'), {}));
    expect(error).toBeInstanceOf(BrokenExportError);
  });

  it('throws when the next piece takes too long', async () => {
    const { ids, error } = await outcomeOf(exporting(bodyOf([encode('{"id":"1"}\n')], 'open'), TWO, 100));
    expect([ids, error]).toEqual([['1'], new DeadlineError(100)]);
  });

  it('waits for a caller who takes long', async () => {
    const records = exporting(bodyOf([encode('{"id":"1"}\n'), encode('{"id":"2"}\n')], 'close'), TWO, 200);
    const ids: string[] = [];
    for await (const { id } of records) {
      ids.push(id);
      await new Promise((resolve) => setTimeout(resolve, 300));
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
});
