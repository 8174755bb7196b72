import { PageWindowError } from './errors.js';
import { walkPages } from './walk.js';

const WINDOW = 500;

/** Walks over a search of so many records, with a total or with `has_more`; gives what came and which pages were asked for. */
async function walk(records: number, { limit, isLive = false }: { limit?: number; isLive?: boolean } = {}) {
  const asked: string[] = [];
  const listed: number[] = [];
  const walked = walkPages(WINDOW, limit, async (page, pagesize) => {
    asked.push(`${page} x ${pagesize}`);
    const end = page * pagesize;
    const list = Array.from({ length: Math.max(0, Math.min(pagesize, records - end + pagesize)) }, (_, index) => index);
    const has_more = records > end && end < WINDOW ? 1 : 0;
    return { list: list.map((index) => end - pagesize + index), ...(isLive ? { has_more } : { total: records }) };
  });
  try {
    for await (const record of walked) listed.push(record);
    return { listed, asked };
  } catch (error) {
    return { listed, asked, error };
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe.each([
  ['with a total', false],
  ['with has_more', true],
])('a walk over a search %s', (_, isLive) => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [101, 2],
    [499, 5],
  ])('of %i records gives each once, in %i pages', async (records, pages) => {
    const { listed, asked, error } = await walk(records, { isLive });
    expect([listed, asked.length, error]).toEqual([upTo(records), pages, undefined]);
  });

  it('asks for no page after the last full one', async () => {
    expect((await walk(200, { isLive })).asked).toEqual(['1 x 100', '2 x 100']);
  });

  it('ends at the limit, also where there are more records than pages reach', async () => {
    expect(await walk(600, { isLive, limit: 150 })).toEqual({ listed: upTo(150), asked: ['1 x 100', '2 x 100'] });
    expect(await walk(600, { isLive, limit: 7 })).toEqual({ listed: upTo(7), asked: ['1 x 7'] });
    expect((await walk(600, { isLive, limit: 500 })).listed).toEqual(upTo(500));
    expect(await walk(600, { isLive, limit: 0 })).toEqual({ listed: [], asked: [] });
  });
});

describe('a walk past the window', () => {
  it('throws before the first record where there is a total', async () => {
    expect((await walk(500)).listed).toEqual(upTo(500));
    for (const limit of [undefined, 501]) {
      const { listed, error } = await walk(501, limit === undefined ? {} : { limit });
      expect([listed, error]).toEqual([[], new PageWindowError(500, 501)]);
    }
  });

  it('throws after the last record that the pages reach where there is none', async () => {
    const { listed, error } = await walk(501, { isLive: true });
    expect([listed, error]).toEqual([upTo(500), new PageWindowError(500, undefined)]);
  });
});
