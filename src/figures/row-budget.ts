import { getHeapStatistics } from 'node:v8';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';

/** Heap of this process without lists and caches, in bytes. */
const OTHER_BYTES = 96 * 1024 * 1024;
/** Heap of a row while its list is made: its id, its figures, and its places among the others. */
const ROW_BYTES = 240;
/** A list of at most this many rows never waits. */
const FEW_ROWS = 20_000;

type Turn = Readonly<{ rows: number; begin: () => void }>;

/** Bounds the rows of lists that are made at the same time by what the heap holds next to full caches. */
@Injectable()
export class RowBudget {
  /** Rows that may be under way at once, those of the period before among them. */
  readonly rows: number;
  private used = 0;
  private readonly queue: Turn[] = [];

  /** @param heapBytes the limit of the heap */
  constructor(
    @Inject(CONFIG) { pageCacheBytes, listsBytes }: Pick<Config, 'pageCacheBytes' | 'listsBytes'>,
    @Optional() heapBytes: number = getHeapStatistics().heap_size_limit,
  ) {
    const left = heapBytes - OTHER_BYTES - pageCacheBytes - listsBytes;
    this.rows = Math.max(FEW_ROWS, Math.floor(left / ROW_BYTES));
  }

  /** Whether work on some rows would begin at once. */
  hasRoom(rows: number): boolean {
    return this.queue.length === 0 && this.used + rows <= this.rows;
  }

  /** Runs work on some rows when there is room for them, or nothing else is under way. A request that ends does not wait. */
  async run<Result>(wanted: number, work: () => Promise<Result>): Promise<Result> {
    const { signal } = requestScope();
    signal.throwIfAborted();
    const rows = Math.min(wanted, this.rows);
    if (rows > FEW_ROWS && !this.hasRoom(rows)) await this.turn(rows, signal);
    else this.used += rows;
    try {
      return await work();
    } finally {
      this.used -= rows;
      this.admit();
    }
  }

  private admit(): void {
    for (let next; (next = this.queue[0]) !== undefined && this.used + next.rows <= this.rows;) {
      this.queue.shift();
      this.used += next.rows;
      next.begin();
    }
  }

  private turn(rows: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const turn = { rows, begin };
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(turn), 1);
        this.admit();
        reject(signal.reason as Error);
      };
      this.queue.push(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
