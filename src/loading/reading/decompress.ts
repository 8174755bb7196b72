import { pipeline, Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Zstd is unpacked in steps of this size, so that what comes out of one is never much. */
const ZSTD_STEP_BYTES = 16 * 1024;

/**
 * Unpacks gzip and zstd, told by their first bytes whatever the file is called; passes everything else through.
 * @throws Error when packed data is damaged or breaks off before its end; what came before has been handed out by then
 */
export async function* decompress(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = packed[Symbol.asyncIterator]();
  const head = await readHead(chunks);
  const whole = Readable.from(concat(head, chunks));
  const unpacker = unpackerFor(head);
  if (unpacker === undefined) {
    yield* whole as AsyncIterable<Buffer>;
    return;
  }
  // The error, if there is one, comes out of the unpacked stream.
  yield* pipeline(whole, unpacker, () => undefined) as AsyncIterable<Buffer>;
}

function unpackerFor(head: Buffer): Transform | undefined {
  if (head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return createGunzip();
  if (head.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return new ZstdUnpacker();
  return undefined;
}

/** As many chunks as it takes to tell how the data is packed. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < ZSTD_MAGIC.length) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* concat(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

class ZstdUnpacker extends Transform {
  private readonly frames = new Decompress((unpacked) => {
    // The unpacker reuses its window: what is handed on must be a copy.
    if (unpacked.length > 0) this.push(Buffer.from(unpacked));
  });

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      for (let at = 0; at < chunk.length; at += ZSTD_STEP_BYTES) {
        this.frames.push(new Uint8Array(chunk.subarray(at, at + ZSTD_STEP_BYTES)), false);
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.frames.push(new Uint8Array(0), true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
