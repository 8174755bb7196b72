import fc from 'fast-check';
import { compareKeywords, GroupedScan } from './grouped-scan.js';

interface Item {
  uid: string;
  n: number;
}

/** Pages as a scan gives them. */
async function* pagesOf(...pages: Item[][]) {
  for (const page of pages) yield page.map((item) => ({ _id: String(item.n), _source: item }));
}

const collect = async (scan: GroupedScan<Item>, uid: string): Promise<number[]> => {
  const numbers: number[] = [];
  for await (const run of scan.runsOf(uid)) numbers.push(...run.map(({ n }) => n));
  return numbers;
};

describe('the order of keywords', () => {
  it('is that of their bytes in UTF-8', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '9', 'ü', '\ue000', '\uffee', '😀', '😁') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareKeywords(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe('documents creator by creator', () => {
  const pages = () => [
    [
      { uid: 'a', n: 1 },
      { uid: 'a', n: 2 },
    ],
    [],
    [
      { uid: 'a', n: 3 },
      { uid: 'c', n: 4 },
    ],
    [{ uid: 'c', n: 5 }],
  ];

  it('come whole, across pages', async () => {
    const scan = new GroupedScan<Item>(pagesOf(...pages()), ({ uid }) => uid);
    expect(await scan.nextId()).toBe('a');
    expect(await collect(scan, 'a')).toEqual([1, 2, 3]);
    expect(await collect(scan, 'b')).toEqual([]);
    expect(await collect(scan, 'c')).toEqual([4, 5]);
    expect(await scan.nextId()).toBeUndefined();
  });

  it('are found by passing over those before, and not found when there are none', async () => {
    const scan = new GroupedScan<Item>(pagesOf(...pages()), ({ uid }) => uid);
    expect(await scan.find('b')).toBeUndefined();
    expect(await scan.find('c')).toEqual({ uid: 'c', n: 4 });
    expect(await scan.find('d')).toBeUndefined();
  });
});
