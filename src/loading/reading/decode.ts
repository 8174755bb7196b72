import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const LONGEST_MAGIC_BYTES = 6;

const REJECTED: readonly (readonly [string, Buffer])[] = [
  ['It is packed with zstd; pipe it: zstd -dc FILE | npm run load -- KIND -', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['It is packed with bzip2; only gzip is unpacked.', Buffer.from('BZh')],
  ['It is packed with xz; only gzip is unpacked.', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])],
  ['It is a zip archive or an Excel workbook; unpack it, or save its sheet as CSV.', Buffer.from('PK\u0003\u0004')],
  ['It is an Excel workbook; save its sheet as CSV.', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['It is Parquet; load the file with --format parquet.', Buffer.from('PAR1')],
];

/**
 * Unpacks gzip, recognized by its first bytes. Other data passes unchanged.
 * @throws Error for a rejected format, and for damaged or cut data after what was before it
 */
export async function* decompress(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(LONGEST_MAGIC_BYTES, packed);
  const rejected = REJECTED.find(([, magic]) => beginsWith(head, magic));
  if (rejected !== undefined) {
    // Only a generator that has begun closes its source.
    await whole.next();
    await whole.return(undefined);
    throw new Error(rejected[0]);
  }
  // Iterating the last stream of the pipeline throws its errors.
  if (beginsWith(head, GZIP_MAGIC)) yield* pipeline(whole, createGunzip(), () => undefined) as AsyncIterable<Buffer>;
  else yield* whole;
}

/** The first chunk, of at least this many bytes unless the input ends before, and all chunks with it. */
export async function peek(length: number, chunks: AsyncIterable<Buffer>) {
  const rest = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < length) {
    const { value, done } = (await rest.next()) as IteratorResult<Buffer, undefined>;
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield head;
      yield* { [Symbol.asyncIterator]: () => rest };
    } finally {
      await rest.return?.();
    }
  }
  return { head, whole: whole() };
}

const beginsWith = (bytes: Buffer, magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LITTLE_ENDIAN = Buffer.from([0xff, 0xfe]);
const BIG_ENDIAN = Buffer.from([0xfe, 0xff]);

/** Stands for bytes that are not of the encoding: no text has this code point. */
export const LOST = '\ufffe';
/** 80 to 9F in windows-1252; TextDecoder of several versions of Node reads them as control characters. */
const WINDOWS_1252 = `€${LOST}‚ƒ„…†‡ˆ‰Š‹Œ${LOST}Ž${LOST}${LOST}‘’“”•–—˜™š›œ${LOST}žŸ`;

/**
 * Decodes text to UTF-8 without a byte order mark. Bytes that are not of the encoding become `LOST`; without an `encoding`
 * (named as TextDecoder does) the bytes are not checked. @throws Error for UTF-16 without an encoding
 */
export async function* decode(chunks: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<Buffer> {
  let decoded: ((chunk?: Buffer) => Buffer) | undefined;
  for await (const chunk of (await peek(BYTE_ORDER_MARK.length, chunks)).whole) {
    decoded ??= decoderOf(encoding, chunk);
    yield decoded(chunk);
  }
  if (decoded !== undefined) yield decoded();
}

/** Returns a function that decodes chunk after chunk and, without a chunk, the rest. */
function decoderOf(encoding: string | undefined, first: Buffer): (chunk?: Buffer) => Buffer {
  if (encoding === undefined) {
    if (beginsWith(first, LITTLE_ENDIAN) || beginsWith(first, BIG_ENDIAN))
      throw new Error('It is UTF-16; load it with --encoding utf-16.');
    const isMarked = beginsWith(first, BYTE_ORDER_MARK);
    return (chunk = Buffer.alloc(0)) => (isMarked && chunk === first ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk);
  }
  if (encoding === 'windows-1252') {
    const characterOf = (control: string): string => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string;
    return (chunk = Buffer.alloc(0)) => Buffer.from(chunk.toString('latin1').replace(/[\x80-\x9f]/g, characterOf));
  }
  const isBigEndian = encoding === 'utf-16le' && beginsWith(first, BIG_ENDIAN);
  const label = isBigEndian ? 'utf-16be' : encoding;
  const [decoder, strict] = [new TextDecoder(label), new TextDecoder(label, { fatal: true })];
  return (chunk) => {
    const options = { stream: chunk !== undefined };
    const text = decoder.decode(chunk, options);
    try {
      strict.decode(chunk, options);
      return Buffer.from(text);
    } catch {
      return Buffer.from(text.replaceAll('\ufffd', LOST));
    }
  };
}
