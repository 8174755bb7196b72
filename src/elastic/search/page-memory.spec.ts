import { PageMemory } from './page-memory.js';

const ALL = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
const text = (length: number, seed: number): string =>
  ALL.repeat(Math.ceil((length + seed) / ALL.length)).slice(seed, seed + length);

describe('the memory of pages', () => {
  it('gives back what was put, of any length and any bytes', () => {
    const memory = new PageMemory();
    const lengths = [0, 1, 1023, 1024, 1025, 2048, 10_000, 1024 * 1024 + 1];
    const places = lengths.map((length, seed) => memory.put(text(length, seed)));
    expect(places.map((place) => memory.get(place))).toEqual(lengths.map((length, seed) => text(length, seed)));
  });

  it('uses again what was released, and nothing that was not', () => {
    const memory = new PageMemory();
    const kept = new Map<number, { place: ReturnType<PageMemory['put']>; text: string }>();
    const seen = new Set<number>();
    let most = 0;
    for (let round = 0; round < 2000; round += 1) {
      const slot = (round * 7) % 50;
      const before = kept.get(slot);
      if (before !== undefined) memory.release(before.place);
      const put = text((round * 379) % 9000, round % 256);
      kept.set(slot, { place: memory.put(put), text: put });
      const taken = [...kept.values()].flatMap(({ place }) => place.pieces);
      expect(new Set(taken).size).toBe(taken.length);
      most = Math.max(most, taken.length);
      taken.forEach((piece) => seen.add(piece));
    }
    for (const { place, text: wanted } of kept.values()) expect(memory.get(place)).toBe(wanted);
    expect(seen.size).toBeLessThanOrEqual(most + 9);
  });

  it('tells how many bytes a text takes', () => {
    expect([0, 1, 1024, 1025].map((length) => PageMemory.bytesFor(length))).toEqual([0, 1024, 1024, 2048]);
  });
});
