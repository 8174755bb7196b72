import { Decompress } from 'fzstd';
import xxhash from 'xxhash-wasm';
import type { ByteReader } from './byte-reader.js';

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const MAGIC_BYTES = 4;
const SKIPPED_LENGTH_BYTES = 4;
const BLOCK_HEAD_BYTES = 3;
const RUN_LENGTH_BLOCK = 1;
const CHECKSUM_BYTES = 4;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
/** The default limit of the `zstd` tool. */
const LARGEST_WINDOW_BYTES = 128 * 1024 * 1024;
/** Input is unpacked in steps of this size, so that each step yields little. */
const STEP_BYTES = 16 * 1024;

type NewHasher = () => ReturnType<Awaited<ReturnType<typeof xxhash>>['create64']>;

/** Whether data begins with a zstd frame or a skippable frame. */
export function isZstd(head: Buffer): boolean {
  if (head.length < MAGIC_BYTES) return false;
  const magic = head.readUInt32LE(0);
  return magic === MAGIC || isSkippable(magic);
}

const isSkippable = (magic: number): boolean => (magic & ~0xf) >>> 0 === SKIPPABLE_MAGIC;

/**
 * Unpacks any number of zstd frames (RFC 8878): Node 20 has no zstd. fzstd unpacks the blocks; this function separates the
 * frames, limits their windows and compares their checksums.
 */
export async function* unpackZstd(input: ByteReader): AsyncGenerator<Buffer> {
  const hashing = await xxhash();
  while ((await input.peek(1)).length > 0) {
    const magic = await input.take(MAGIC_BYTES);
    if (isSkippable(magic.readUInt32LE(0))) {
      const length = (await input.take(SKIPPED_LENGTH_BYTES)).readUInt32LE(0);
      for await (const bytes of takeInSteps(input, length)) void bytes;
    } else if (magic.readUInt32LE(0) === MAGIC) yield* unpackFrame(input, magic, () => hashing.create64());
    else throw new Error('data other than a zstd frame follows a zstd frame');
  }
}

async function* unpackFrame(input: ByteReader, magic: Buffer, newHasher: NewHasher): AsyncGenerator<Buffer> {
  const { bytes: head, hasChecksum, windowBytes } = await takeFrameHead(input);
  if (windowBytes > LARGEST_WINDOW_BYTES) {
    throw new Error(
      `it was packed with a window of ${(windowBytes / 2 ** 20).toLocaleString('en-US')} MiB; at most ${LARGEST_WINDOW_BYTES / 2 ** 20} are accepted (pack without --long)`,
    );
  }
  const hasher = hasChecksum ? newHasher() : undefined;
  const output: Buffer[] = [];
  const unpacker = new Decompress((unpacked) => {
    hasher?.update(unpacked);
    // A copy, because the unpacker reuses its memory.
    if (unpacked.length > 0) output.push(Buffer.from(unpacked));
  });
  const unpack = (packed: Buffer, isLast = false): Buffer[] => {
    // A copy, because the unpacker keeps bytes that it can't use yet.
    unpacker.push(new Uint8Array(packed), isLast);
    return output.splice(0);
  };
  yield* unpack(Buffer.concat([magic, head]));
  for (let isLastBlock = false; !isLastBlock;) {
    const blockHead = await input.take(BLOCK_HEAD_BYTES);
    const bits = blockHead.readUIntLE(0, BLOCK_HEAD_BYTES);
    const length = ((bits >> 1) & 3) === RUN_LENGTH_BLOCK ? 1 : bits >> 3;
    isLastBlock = (bits & 1) === 1;
    yield* unpack(blockHead);
    for await (const bytes of takeInSteps(input, length)) yield* unpack(bytes);
  }
  const checksum = hasChecksum ? await input.take(CHECKSUM_BYTES) : Buffer.alloc(0);
  yield* unpack(checksum);
  yield* unpack(Buffer.alloc(0), true);
  // The checksum is the lower half of the digest.
  if (hasher !== undefined && Number(hasher.digest() & 0xffffffffn) !== checksum.readUInt32LE(0)) {
    throw new Error('its zstd checksum does not match its data: it is damaged');
  }
}

async function* takeInSteps(input: ByteReader, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0; left -= STEP_BYTES) yield await input.take(Math.min(left, STEP_BYTES));
}

interface FrameHead {
  /** Without the magic number. */
  readonly bytes: Buffer;
  readonly hasChecksum: boolean;
  /** Memory needed to unpack the frame. */
  readonly windowBytes: number;
}

async function takeFrameHead(input: ByteReader): Promise<FrameHead> {
  const [descriptor = 0] = await input.peek(1);
  const isSingleSegment = ((descriptor >> 5) & 1) === 1;
  const sizeAt = (isSingleSegment ? 1 : 2) + (DICTIONARY_ID_BYTES[descriptor & 3] ?? 0);
  const sizeBytes = CONTENT_SIZE_BYTES[descriptor >> 6] || (isSingleSegment ? 1 : 0);
  const bytes = await input.take(sizeAt + sizeBytes);
  return {
    bytes,
    hasChecksum: ((descriptor >> 2) & 1) === 1,
    windowBytes: isSingleSegment ? contentSize(bytes, sizeAt, sizeBytes) : windowSize(bytes.readUInt8(1)),
  };
}

/** The content of a single segment is its window. */
function contentSize(head: Buffer, at: number, bytes: number): number {
  return bytes === 8 ? Number(head.readBigUInt64LE(at)) : head.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
