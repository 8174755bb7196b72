/** A repeatable sequence of random numbers (the public-domain generator sfc32). Its key names an entity. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(kind: string, index: number, salt = 0) {
    this.a = hash(kind, index);
    this.b = hash(kind, index ^ 0x9e3779b9);
    this.c = hash(kind, salt + 0x85ebca6b);
    for (let i = 0; i < 8; i++) this.next();
  }

  /** A number from 0 to below 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** Draws an index by weight. @param sums cumulative weights */
  pickByWeight(sums: readonly number[]): number {
    const drawn = this.next() * (sums.at(-1) ?? 0);
    return sums.findIndex((sum) => sum > drawn);
  }

  /** Normally distributed around 0, within ±2.5. */
  normal(): number {
    const drawn = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.max(-2.5, Math.min(2.5, drawn));
  }

  /** Log-normal with a median; `spread` is the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  /** An id of 19 digits, unique for each index of a kind. */
  static id(prefix: number, kind: string, index: number): string {
    const noise = hash(kind, index) % 100_000;
    return `${prefix}${String(index).padStart(10, '0')}${String(noise).padStart(5, '0')}`;
  }
}

/** The item at a fraction from 0 to below 1 of the weights of all items. */
export function itemAt<T>(fraction: number, items: readonly T[], weightOf: (item: T) => number): T {
  let rest = fraction * items.reduce((sum, item) => sum + weightOf(item), 0);
  return items.find((item) => (rest -= weightOf(item)) < 0) ?? (items[0] as T);
}

function hash(kind: string, index: number): number {
  let state = (index ^ 0x811c9dc5) | 0;
  for (let i = 0; i < kind.length; i++) state = Math.imul(state ^ kind.charCodeAt(i), 16777619);
  state ^= state >>> 16;
  state = Math.imul(state, 0x85ebca6b);
  state ^= state >>> 13;
  state = Math.imul(state, 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
