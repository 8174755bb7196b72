import { pipeline, Readable } from 'node:stream';
import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isZstd, ZstdUnpacker } from './zstd-unpacker.js';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const HEAD_BYTES = 6;

/** Formats that are not read, by their first bytes. */
const UNREAD: readonly (readonly [string, Buffer])[] = [
  ['It is packed with bzip2; gzip and zstd are read.', Buffer.from('BZh')],
  ['It is packed with xz; gzip and zstd are read.', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])],
  ['It is a zip archive; gzip and zstd are read.', Buffer.from('PK\u0003\u0004')],
  ['It is UTF-16; UTF-8 is read.', Buffer.from([0xff, 0xfe])],
  ['It is UTF-16; UTF-8 is read.', Buffer.from([0xfe, 0xff])],
];

/**
 * Unpacks gzip and zstd, recognized by their first bytes; passes everything else through.
 * @throws Error when packed data is damaged or ends too early (what came before has been yielded), or when the format
 * is not read
 */
export async function* decompress(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = packed[Symbol.asyncIterator]();
  const head = await readHead(chunks);
  const unread = UNREAD.find(([, magic]) => beginsWith(head, magic));
  if (unread !== undefined) throw new Error(unread[0]);
  const whole = Readable.from(concat(head, chunks));
  const unpacker = await unpackerFor(head);
  if (unpacker === undefined) {
    yield* whole as AsyncIterable<Buffer>;
    return;
  }
  // The error, if there is one, comes out of the unpacked stream.
  yield* pipeline(whole, unpacker, () => undefined) as AsyncIterable<Buffer>;
}

async function unpackerFor(head: Buffer): Promise<Transform | undefined> {
  if (beginsWith(head, GZIP_MAGIC)) return createGunzip();
  return isZstd(head) ? ZstdUnpacker.create() : undefined;
}

const beginsWith = (head: Buffer, magic: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

/** Enough chunks to recognize the format. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
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
