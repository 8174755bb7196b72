import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ByteReader } from './byte-reader.js';

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
  const input = new ByteReader(packed);
  try {
    const head = await input.peek(LONGEST_MAGIC_BYTES);
    const rejected = REJECTED.find(([, magic]) => beginsWith(head, magic));
    if (rejected !== undefined) throw new Error(rejected[0]);
    if (beginsWith(head, GZIP_MAGIC)) {
      // Iterating the last stream of the pipeline throws its errors.
      yield* pipeline(Readable.from(input.rest()), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
    } else yield* input.rest();
  } finally {
    await input.close();
  }
}

/** Removes a UTF-8 byte order mark at the beginning. */
export async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks);
  const { length } = BYTE_ORDER_MARK;
  if ((await input.peek(length)).equals(BYTE_ORDER_MARK)) await input.take(length);
  yield* input.rest();
}

const beginsWith = (head: Buffer, magic: Buffer): boolean => head.subarray(0, magic.length).equals(magic);
