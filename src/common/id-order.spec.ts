import fc from 'fast-check';
import { idOrder } from './id-order.js';

/** Ids as Elasticsearch orders keywords: byte by byte. */
const asStrings = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Ids as their documents are sorted: by rank, then by what is unranked, missing first. */
function asSorted(left: string, right: string): number {
  const [one, other] = [idOrder(left), idOrder(right)];
  const ranks = BigInt(one.id_rank) - BigInt(other.id_rank);
  if (ranks !== 0n) return ranks < 0n ? -1 : 1;
  return asStrings(one.unranked_id ?? '', other.unranked_id ?? '');
}

const anyId = fc.oneof(
  fc.stringMatching(/^[0-9]{1,21}$/),
  fc.stringMatching(/^[09]{17,21}[-a9]?$/),
  fc.stringMatching(/^[019]{1,4}[-!:a]?[09]{0,2}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

describe('the order of ids', () => {
  it('is that of their strings, whatever their characters and lengths', () => {
    fc.assert(
      fc.property(anyId, anyId, (left, right) => {
        expect(Math.sign(asSorted(left, right))).toBe(asStrings(left, right));
      }),
      { numRuns: 5000 },
    );
  });

  it('is only a rank for 1 to 19 digits, within a long', () => {
    expect(idOrder('0')).toEqual({ id_rank: String(-(2n ** 63n) + 1n), unranked_id: null });
    expect(idOrder('1')).toEqual({ id_rank: String(-(2n ** 63n) + 1n + 1111111111111111111n), unranked_id: null });
    expect(idOrder('9'.repeat(19)).unranked_id).toBeNull();
    expect(BigInt(idOrder('9'.repeat(19)).id_rank)).toBe(-(2n ** 63n) + 11111111111111111110n);
    expect(BigInt(idOrder('9'.repeat(19)).id_rank)).toBeLessThan(2n ** 63n);
  });

  it.each(['12a', '12-3', 'a', '12345678901234567890', 'é'])('keeps %s itself beside its rank', (id) => {
    expect(idOrder(id).unranked_id).toBe(id);
  });
});
