import { Random } from '../../dev/seed/random.js';
import type { ApiClient } from '../support/api-client.js';
import { allMatches, drawRequest, type Oracle, type OracleRequest, pageOf } from '../support/oracle/oracle.js';

const RANDOM_REQUESTS = 60;
const PAGE_SIZES = [1, 7, 10, 64, 100];

/** What every search operation answers with; live stream search has `has_more` instead of `total`. */
export interface SearchData {
  readonly total?: number;
  readonly has_more?: number;
  readonly list: readonly Readonly<Record<string, unknown>>[];
}

export interface SearchSuite<Record> {
  readonly path: string;
  readonly idField: string;
  readonly oracle: Oracle<Record>;
  readonly records: readonly Record[];
  readonly api: () => ApiClient;
}

/** Asks a search operation, and holds its answers against a computation over the same records. */
function asker<Record>({ path, idField, oracle, records, api }: SearchSuite<Record>) {
  const isLive = path.startsWith('/live/');

  const search = (request: OracleRequest) =>
    api().ask<SearchData>(path, { ...request, filter: { ...oracle.always, ...request.filter } });
  const idsOf = ({ list }: SearchData): unknown[] => list.map((record) => record[idField]);

  async function expectAsComputed(request: OracleRequest): Promise<number> {
    const matches = allMatches(oracle, records, request);
    const data = await search(request);
    expect(idsOf(data)).toEqual(pageOf(matches, request).map(oracle.id));
    const { page = 1, pagesize = 10 } = request;
    if (isLive) expect(data.has_more).toBe(matches.length > page * pagesize ? 1 : 0);
    else expect(data.total).toBe(matches.length);
    return matches.length;
  }

  return { search, idsOf, expectAsComputed };
}

/** Any filters, sorts and pages, each filter and each sort against a brute-force computation over the same records. */
export function describeSearch<Record>(suite: SearchSuite<Record>): void {
  const { path, oracle, records } = suite;
  const { search, idsOf, expectAsComputed } = asker(suite);

  it(`answers ${RANDOM_REQUESTS} random combinations of filters, sorts and pages as computed`, async () => {
    const random = new Random(path, 1);
    let notEmpty = 0;
    for (let count = 0; count < RANDOM_REQUESTS; count++) {
      const found = await expectAsComputed(drawRequest(oracle, records, random));
      if (found > 0) notEmpty++;
    }
    expect(notEmpty).toBeGreaterThan(RANDOM_REQUESTS / 2);
  });

  it.each(Object.keys(oracle.filters))('filters by %s', async (name) => {
    const random = new Random(path, 2);
    const told = new Set<number>();
    for (let draw = 0; draw < 12; draw++) {
      const value = oracle.filters[name]?.draw(records, random);
      const needed = oracle.needs?.[name];
      const beside = needed === undefined ? {} : { [needed]: oracle.filters[needed]?.draw(records, random) };
      const without = allMatches(oracle, records, { filter: beside }).length;
      const found = await expectAsComputed({ filter: { ...beside, [name]: value }, pagesize: 100 });
      if (found > 0 && found < without) told.add(found);
    }
    expect(told.size).toBeGreaterThan(0);
  });

  it.each(Object.keys(oracle.sorts))('sorts by %s, largest or smallest first, null last, ties by id', async (field) => {
    const inOrder = allMatches(oracle, records, { orderby: [{ field }] }).map(oracle.id);
    const byId = allMatches({ ...oracle, defaultSort: () => null }, records, {}).map(oracle.id);
    expect(inOrder).not.toEqual(byId);
    for (const order of ['desc', 'asc']) {
      const orderby = [{ field, order }];
      const expected = allMatches(oracle, records, { orderby }).map(oracle.id);
      expect(expected).not.toEqual(order === 'desc' ? byId : inOrder);
      const pages = [1, 2, 3, 4, 5].map((page) => search({ orderby, page, pagesize: 100 }));
      expect((await Promise.all(pages)).flatMap(idsOf)).toEqual(expected.slice(0, 500));
    }
  });

  it('applies sort items in turn', async () => {
    const orderby = Object.keys(oracle.sorts).map((field) => ({ field }));
    await expectAsComputed({ orderby, pagesize: 100 });
    await expectAsComputed({ orderby: orderby.toReversed(), pagesize: 100 });
  });
}

/** Pages of ties, and the forms that filters and sorts may take. */
export function describeRequests<Record>(suite: SearchSuite<Record>): void {
  const { path, oracle, records, api } = suite;
  const { search, idsOf } = asker(suite);

  it('meets every record once, in one order, whatever the page size of a tied sort', async () => {
    const field = Object.keys(oracle.sorts).at(-1) ?? '';
    const expected = allMatches(oracle, records, { orderby: [{ field }] }).map(oracle.id);
    expect(new Set(expected).size).toBe(records.length);
    for (const pagesize of PAGE_SIZES) {
      const walked: unknown[] = [];
      for (let page = 1; ; page++) {
        const ids = idsOf(await search({ orderby: [{ field }], page, pagesize }));
        walked.push(...ids);
        if (ids.length < pagesize) break;
      }
      expect({ pagesize, walked }).toEqual({ pagesize, walked: expected });
    }
  });

  it('takes a single sort item, no order, and an empty orderby', async () => {
    const [field = ''] = Object.keys(oracle.sorts).slice(1);
    const body = { filter: oracle.always };
    const single = await api().post<SearchData>(path, { ...body, orderby: { field } });
    expect(single.body.data.list).toEqual((await search({ orderby: [{ field, order: 'desc' }] })).list);
    expect((await search({ orderby: [] })).list).toEqual((await search({})).list);
  });

  it('ignores no filter that is null and takes each as not set', async () => {
    const filter = Object.fromEntries(Object.keys(oracle.filters).map((name) => [name, null]));
    expect(await search({ filter: { ...filter, ...oracle.always } })).toEqual(await search({}));
  });
}
