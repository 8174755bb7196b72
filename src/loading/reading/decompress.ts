import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LONGEST_MAGIC_BYTES = 6;

/** Formats that are rejected, by their first bytes. */
const REJECTED: readonly (readonly [string, Buffer])[] = [
  ['It is packed with zstd; pipe it: zstd -dc FILE | npm run load -- KIND -', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['It is packed with bzip2; only gzip is unpacked.', Buffer.from('BZh')],
  ['It is packed with xz; only gzip is unpacked.', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])],
  ['It is a zip archive; only gzip is unpacked.', Buffer.from('PK\u0003\u0004')],
  ['It is UTF-16; UTF-8 is read.', Buffer.from([0xff, 0xfe])],
  ['It is UTF-16; UTF-8 is read.', Buffer.from([0xfe, 0xff])],
];

/**
 * Unpacks gzip, recognized by its first bytes. Other data passes unchanged.
 * @throws Error when packed data is damaged or ends early, after the data before has been yielded; Error for a format that
 * is rejected
 */
export async function* decompress(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole, close } = await peek(packed, LONGEST_MAGIC_BYTES);
  const rejected = REJECTED.find(([, magic]) => beginsWith(head, magic));
  if (rejected !== undefined) {
    await close();
    throw new Error(rejected[0]);
  }
  // Iterating the last stream of the pipeline throws its errors.
  if (beginsWith(head, GZIP_MAGIC))
    yield* pipeline(Readable.from(whole), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
  else yield* whole;
}

/** Removes a UTF-8 byte order mark at the beginning. */
export async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { length } = BYTE_ORDER_MARK;
  const { head, whole } = await peek(chunks, length);
  let skipped = beginsWith(head, BYTE_ORDER_MARK) ? length : 0;
  for await (const chunk of whole) {
    yield chunk.subarray(skipped);
    skipped = 0;
  }
}

/** The first bytes of chunks, fewer at the end of the input; and all of them, the first bytes in one chunk. */
async function peek(
  chunks: AsyncIterable<Buffer>,
  length: number,
): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer>; close: () => Promise<unknown> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const close = async (): Promise<unknown> => iterator.return?.();
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield head;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await close();
    }
  }
  return { head, whole: whole(), close };
}

const beginsWith = (head: Buffer, magic: Buffer): boolean => head.subarray(0, magic.length).equals(magic);
