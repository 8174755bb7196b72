import { beginsWith, peek } from './decompress.js';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LITTLE_ENDIAN = Buffer.from([0xff, 0xfe]);
const BIG_ENDIAN = Buffer.from([0xfe, 0xff]);

/** Stands for bytes that are not of the encoding: no text has this code point. */
export const LOST = '\ufffe';
/** The bytes of U+FFFD, as which TextDecoder also reads bytes that are not of the encoding. */
const TRUE_REPLACEMENTS: Readonly<Record<string, readonly number[]>> = {
  'utf-16le': [0xfd, 0xff],
  'utf-16be': [0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
  gbk: [0x84, 0x31, 0xa4, 0x37],
};

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
    const { length } = BYTE_ORDER_MARK;
    return (chunk = Buffer.alloc(0)) =>
      chunk === first && beginsWith(chunk, BYTE_ORDER_MARK) ? chunk.subarray(length) : chunk;
  }
  if (encoding === 'windows-1252') {
    const characterOf = (control: string): string => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string;
    return (chunk = Buffer.alloc(0)) => Buffer.from(chunk.toString('latin1').replace(/[\x80-\x9f]/g, characterOf));
  }
  const isBigEndian = encoding === 'utf-16le' && beginsWith(first, BIG_ENDIAN);
  const decoder = new TextDecoder(isBigEndian ? 'utf-16be' : encoding);
  const replacement = Buffer.from(TRUE_REPLACEMENTS[decoder.encoding] ?? []);
  let bytes: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: chunk !== undefined });
    // The chunk before may end within one.
    bytes = Buffer.concat([
      bytes.subarray(Math.max(0, bytes.length - replacement.length + 1)),
      chunk ?? Buffer.alloc(0),
    ]);
    const found = text.split('\ufffd').length - 1;
    const isTrue = found === 0 || (replacement.length > 0 && found === countOf(replacement, bytes));
    return Buffer.from(isTrue ? text : text.replaceAll('\ufffd', LOST));
  };
}

const countOf = (wanted: Buffer, bytes: Buffer): number =>
  bytes.toString('latin1').split(wanted.toString('latin1')).length - 1;
