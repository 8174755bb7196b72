// Fills and replaces cached pages next to short-lived buffers, collects garbage, and prints the megabytes that stay
// resident: what the allocator keeps. Needs --expose-gc.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

const PAGES = 15_000;
const TEXT = 'abcdefghij'.repeat(20_000);
const pages = new LRUCache({ maxSize: 64 * 2 ** 20 });
let state = 1;
const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
for (let at = 0; at < PAGES; at += 1) {
  const size = random() < 0.3 ? 5000 + Math.floor(random() * 20_000) : 60_000 + Math.floor(random() * 90_000);
  const page = Buffer.from(TEXT.slice(0, size));
  pages.set(at, page, { size });
  Buffer.concat([Buffer.from('{"data":'), page, Buffer.from('}')]);
  if (at % 8 === 0) await nextTurn();
}
globalThis.gc();
await nextTurn();
globalThis.gc();
const { rss } = process.memoryUsage();
console.log(Math.round(rss / 1e6));
