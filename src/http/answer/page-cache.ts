import { LRUCache } from 'lru-cache';
import { EncodedData } from './encoded-data.js';
import type { Place } from './page-memory.js';
import { PageMemory } from './page-memory.js';

/** The number of the data that answers are made of; bound in the app module. */
export abstract class DataGeneration {
  /** undefined while it is not known for sure; then no answer that was kept may be given. */
  abstract current(): number | undefined;
  /** Whether each change of the data is sure to show in its number. */
  abstract isSettled(): boolean;
}

/** How many pages were asked for, and what is kept of them. */
export interface PageCacheState {
  readonly hits: number;
  readonly misses: number;
  readonly pages: number;
  readonly bytes: number;
}

interface KeptPage {
  readonly place: Place;
  readonly hits: number | undefined;
}

/** What a page costs beside its bytes and the text of its key. */
const ENTRY_BYTES = 300;
/** Whoever is changing the data may end before saying so; nobody is wrong about it for longer than this. */
const KEPT_WHILE_CHANGING_MS = 30_000;
const KEPT_FOR_MS = 600_000;

/** Pages as they leave, by operation and request, as long as the data is what they were made of. */
export class PageCache {
  private readonly pages: LRUCache<string, KeptPage> | undefined;
  private readonly memory = new PageMemory();
  private generation: number | undefined;
  private hits = 0;
  private misses = 0;

  /**
   * @param maxBytes memory for pages; 0 keeps none
   * @param clock in milliseconds
   */
  constructor(
    private readonly data: DataGeneration,
    maxBytes: number,
    clock: { now: () => number } = performance,
  ) {
    if (maxBytes === 0) return;
    this.pages = new LRUCache<string, KeptPage>({
      maxSize: maxBytes,
      dispose: ({ place }) => this.memory.release(place),
      perf: clock,
      ttlResolution: 0,
    });
  }

  get state(): PageCacheState {
    const { hits, misses, pages } = this;
    return { hits, misses, pages: pages?.size ?? 0, bytes: pages?.calculatedSize ?? 0 };
  }

  /** The page kept for the key, or else what to hand the page to once it is made: it is kept if the data has not changed. */
  look(key: string): EncodedData | ((page: EncodedData) => void) {
    const { pages } = this;
    const generation = this.data.current();
    if (pages === undefined || generation === undefined) return () => undefined;
    if (generation !== this.generation) {
      pages.clear();
      this.generation = generation;
    }
    const page = pages.get(key);
    if (page !== undefined) {
      this.hits += 1;
      return new EncodedData(this.memory.get(page.place), page.hits);
    }
    this.misses += 1;
    return (made) => {
      const size = PageMemory.bytesFor(made.json.length) + 2 * key.length + ENTRY_BYTES;
      if (this.data.current() !== generation || size > pages.maxSize) return;
      const ttl = this.data.isSettled() ? KEPT_FOR_MS : KEPT_WHILE_CHANGING_MS;
      pages.set(key, { place: this.memory.put(made.json), hits: made.hits }, { ttl, size });
    };
  }
}
