import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { Decompress } from 'fzstd';
import xxhash from 'xxhash-wasm';

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const MAGIC_BYTES = 4;
const SKIPPABLE_HEAD_BYTES = 8;
const BLOCK_HEAD_BYTES = 3;
const CHECKSUM_BYTES = 4;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
/** The default limit of the `zstd` tool. */
const LARGEST_WINDOW_BYTES = 128 * 1024 * 1024;
/** Input is unpacked in steps of this size, so that each step yields little. */
const STEP_BYTES = 16 * 1024;

type Hasher = ReturnType<Awaited<ReturnType<typeof xxhash>>['create64']>;

/** A frame while it is unpacked. */
interface Frame {
  readonly unpacker: Decompress;
  /** Hashes the unpacked bytes; undefined when the frame has no checksum. */
  readonly hasher: Hasher | undefined;
}

/** The next part of the packed data. */
type Part = 'frame' | 'block' | 'body' | 'checksum' | 'skipped';

/** Whether data that begins so is packed with zstd; a skippable frame may come first. */
export function isZstd(head: Buffer): boolean {
  if (head.length < MAGIC_BYTES) return false;
  const magic = head.readUInt32LE(0);
  return magic === MAGIC || isSkippable(magic);
}

const isSkippable = (magic: number): boolean => (magic & ~0xf) >>> 0 === SKIPPABLE_MAGIC;

/**
 * Unpacks any number of zstd frames (RFC 8878). fzstd unpacks the blocks; this class separates the frames, limits
 * their windows and compares their checksums.
 */
export class ZstdUnpacker extends Transform {
  private part: Part = 'frame';
  /** The bytes read so far of a frame header, block header or checksum. */
  private head: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the body or of a skipped frame. */
  private left = 0;
  private isLastBlock = false;
  private frame: Frame | undefined;

  private constructor(private readonly newHasher: () => Hasher) {
    super();
  }

  static async create(): Promise<ZstdUnpacker> {
    const hashing = await xxhash();
    return new ZstdUnpacker(() => hashing.create64());
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      for (let rest = chunk; rest.length > 0;) rest = rest.subarray(this.consume(rest));
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    const isWhole = this.part === 'frame' && this.head.length === 0;
    done(isWhole ? null : new Error('unexpected end of the zstd data'));
  }

  /** Consumes bytes of one part and returns their number. */
  private consume(bytes: Buffer): number {
    if (this.part === 'body' || this.part === 'skipped') {
      const taken = bytes.subarray(0, Math.min(this.left, STEP_BYTES));
      if (this.part === 'body') this.unpack(taken);
      this.left -= taken.length;
      if (this.left === 0) this.part = this.part === 'skipped' ? 'frame' : this.afterBlock();
      return taken.length;
    }
    const taken = bytes.subarray(0, this.headBytes() - this.head.length);
    this.head = Buffer.concat([this.head, taken]);
    if (this.head.length === this.headBytes()) {
      const { head } = this;
      this.part = this.begin(head);
      this.head = Buffer.alloc(0);
    }
    return taken.length;
  }

  /** Length of the header that is being read, as far as known. */
  private headBytes(): number {
    if (this.part === 'block') return BLOCK_HEAD_BYTES;
    if (this.part === 'checksum') return CHECKSUM_BYTES;
    if (this.head.length <= MAGIC_BYTES) return MAGIC_BYTES + 1;
    return isSkippable(this.head.readUInt32LE(0)) ? SKIPPABLE_HEAD_BYTES : frameHeadBytes(this.head);
  }

  /** Handles a complete header and returns the part that follows. */
  private begin(head: Buffer): Part {
    if (this.part === 'block') return this.beginBlock(head);
    if (this.part !== 'checksum') return this.beginFrame(head);
    this.unpack(head);
    return this.endFrame(head);
  }

  private beginFrame(head: Buffer): Part {
    const magic = head.readUInt32LE(0);
    if (isSkippable(magic)) {
      this.left = head.readUInt32LE(MAGIC_BYTES);
      return this.left === 0 ? 'frame' : 'skipped';
    }
    if (magic !== MAGIC) throw new Error('something that is no zstd frame follows a zstd frame');
    const window = windowBytes(head);
    if (window > LARGEST_WINDOW_BYTES) {
      throw new Error(
        `it was packed with a window of ${(window / 2 ** 20).toLocaleString('en-US')} MiB; at most ${LARGEST_WINDOW_BYTES / 2 ** 20} are taken (pack without --long)`,
      );
    }
    const hasher = hasChecksum(head) ? this.newHasher() : undefined;
    const unpacker = new Decompress((unpacked) => {
      if (unpacked.length === 0) return;
      hasher?.update(unpacked);
      // The unpacker reuses its memory, so the output must be a copy.
      this.push(Buffer.from(unpacked));
    });
    this.frame = { unpacker, hasher };
    this.unpack(head);
    return 'block';
  }

  private beginBlock(head: Buffer): Part {
    const bits = head.readUIntLE(0, BLOCK_HEAD_BYTES);
    const type = (bits >> 1) & 3;
    const RUN_LENGTH = 1;
    this.isLastBlock = (bits & 1) === 1;
    this.left = type === RUN_LENGTH ? 1 : bits >> 3;
    this.unpack(head);
    return this.left === 0 ? this.afterBlock() : 'body';
  }

  private afterBlock(): Part {
    if (!this.isLastBlock) return 'block';
    return this.frame?.hasher === undefined ? this.endFrame() : 'checksum';
  }

  /** The unpacker may hand out its last bytes only now. */
  private endFrame(checksum?: Buffer): Part {
    this.frame?.unpacker.push(new Uint8Array(0), true);
    if (checksum !== undefined) this.compare(checksum);
    this.frame = undefined;
    return 'frame';
  }

  private unpack(packed: Buffer): void {
    // A copy, since the unpacker keeps what it can't use yet.
    this.frame?.unpacker.push(new Uint8Array(packed), false);
  }

  /** The checksum is the lower half of the digest of what was unpacked. */
  private compare(checksum: Buffer): void {
    const found = Number((this.frame?.hasher?.digest() ?? 0n) & 0xffffffffn);
    if (found !== checksum.readUInt32LE(0)) throw new Error('its zstd checksum is not that of its data: it is damaged');
  }
}

const isSingleSegment = (head: Buffer): boolean => ((head.readUInt8(MAGIC_BYTES) >> 5) & 1) === 1;
const hasChecksum = (head: Buffer): boolean => ((head.readUInt8(MAGIC_BYTES) >> 2) & 1) === 1;

const dictionaryIdBytes = (head: Buffer): number => DICTIONARY_ID_BYTES[head.readUInt8(MAGIC_BYTES) & 3] ?? 0;

function contentSizeBytes(head: Buffer): number {
  const size = CONTENT_SIZE_BYTES[head.readUInt8(MAGIC_BYTES) >> 6] ?? 0;
  return size === 0 && isSingleSegment(head) ? 1 : size;
}

function frameHeadBytes(head: Buffer): number {
  return MAGIC_BYTES + 1 + (isSingleSegment(head) ? 0 : 1) + dictionaryIdBytes(head) + contentSizeBytes(head);
}

/** How much of the content must be kept to unpack the rest: a single segment is kept whole. */
function windowBytes(head: Buffer): number {
  if (isSingleSegment(head)) {
    const at = MAGIC_BYTES + 1 + dictionaryIdBytes(head);
    const size = contentSizeBytes(head);
    return size === 8 ? Number(head.readBigUInt64LE(at)) : head.readUIntLE(at, size) + (size === 2 ? 256 : 0);
  }
  const descriptor = head.readUInt8(MAGIC_BYTES + 1);
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
