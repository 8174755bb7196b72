import { beginsWith, peek } from './decompress.js';

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
    const { length } = BYTE_ORDER_MARK;
    return (chunk = Buffer.alloc(0)) =>
      chunk === first && beginsWith(chunk, BYTE_ORDER_MARK) ? chunk.subarray(length) : chunk;
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
