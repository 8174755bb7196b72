const PIECE_BYTES = 1024;
const PIECES_OF_SLAB = 1024;

/** Where a text lies. */
export interface Place {
  /** Numbers of its pieces, in order. */
  readonly pieces: readonly number[];
  /** Characters, which are bytes. */
  readonly length: number;
}

/**
 * Memory for texts of one-byte characters (latin1) that come and go: what is freed is used again. Were each text a buffer
 * of its own, V8 would collect the whole heap each time some megabytes of them had come. It grows with what is kept at
 * once, by 1 MiB, and does not shrink.
 */
export class PageMemory {
  private readonly slabs: Buffer[] = [];
  private readonly free: number[] = [];

  /** Bytes that a text of so many takes. */
  static bytesFor(length: number): number {
    return Math.ceil(length / PIECE_BYTES) * PIECE_BYTES;
  }

  put(text: string): Place {
    const pieces: number[] = [];
    for (let from = 0; from < text.length; from += PIECE_BYTES) {
      const piece = this.takePiece();
      this.slabOf(piece).write(text.slice(from, from + PIECE_BYTES), startOf(piece), 'latin1');
      pieces.push(piece);
    }
    return { pieces, length: text.length };
  }

  get({ pieces, length }: Place): string {
    let text = '';
    for (const piece of pieces) {
      const start = startOf(piece);
      text += this.slabOf(piece).toString('latin1', start, start + Math.min(PIECE_BYTES, length - text.length));
    }
    return text;
  }

  /** Gives the memory of a text back, once. */
  release({ pieces }: Place): void {
    this.free.push(...pieces);
  }

  private takePiece(): number {
    const piece = this.free.pop();
    if (piece !== undefined) return piece;
    const first = this.slabs.length * PIECES_OF_SLAB;
    this.slabs.push(Buffer.allocUnsafeSlow(PIECES_OF_SLAB * PIECE_BYTES));
    for (let next = first + PIECES_OF_SLAB - 1; next > first; next -= 1) this.free.push(next);
    return first;
  }

  private slabOf(piece: number): Buffer {
    return this.slabs[Math.floor(piece / PIECES_OF_SLAB)] as Buffer;
  }
}

const startOf = (piece: number): number => (piece % PIECES_OF_SLAB) * PIECE_BYTES;
