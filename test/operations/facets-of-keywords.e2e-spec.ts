import type { Facet, FacetsData } from '../../src/records/facets.requests.js';
import { Random } from '../../dev/seed/random.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { seededIndices } from '../support/shared-indices.js';

interface Found {
  readonly total?: number;
  readonly match?: string;
  readonly list: readonly Record<string, unknown>[];
}

const PAIRS_OF_A_KIND = 50;
/** The kinds of records: what they are filtered by, and the text that keywords are drawn from. */
const KINDS = [
  ['video', ['region', 'creator_category_id', 'product_category_id'], 'desc', { create_time_range: { min: 0 } }],
  ['product', ['region', 'l1_category_id', 'shop_type', 'is_free_shipping'], 'title', {}],
  ['live', ['region', 'creator_category', 'live_type'], 'title', {}],
  ['creator', ['region', 'creator_category_id', 'account_type'], 'nickname', {}],
] as const;

describe('the count of a facet’s value with keywords', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ name: 'facets-of-keywords', indices: seededIndices() });
  });
  afterAll(() => test?.close());

  const ask = async <Data>(path: string, body: object): Promise<Data> => {
    const answer = await test.api.post<Data>(path, body);
    expect(answer.body.message).toBe('');
    return answer.body.data;
  };

  it.each(KINDS)(`is the total of that search wherever match is the same: %s`, async (kind, fields, text, always) => {
    const random = new Random(kind, 78);
    const some = await ask<Found>(`/${kind}/v1/search`, { filter: always, pagesize: 100 });
    const words = some.list
      .flatMap((record) => ((record[text] as string | null) ?? '').split(/\s+/))
      .filter((word) => word !== '');
    const seen = { all_words: 0, some_words: 0, other: 0 };
    for (let pair = 0; pair < PAIRS_OF_A_KIND; pair++) {
      const keywords = Array.from({ length: random.whole(1, 3) }, () => random.pick(words)).join(' ');
      const own = random.pick(fields);
      const { facets: all } = await ask<FacetsData>(`/${kind}/v1/facets`, { filter: always, facets: [{ field: own }] });
      const filter = { ...always, ...(random.chance(0.6) && { [own]: random.pick(all[0]?.values ?? []).value }) };
      const request = { keywords: keywords.slice(0, 100), filter };
      const facets = [...fields.map((field) => ({ field })), { field: own, own_filter: false }];
      const counted = await ask<FacetsData>(`/${kind}/v1/facets`, { ...request, facets });
      const [mine, wider] = [counted.facets[fields.indexOf(own as never)], counted.facets.at(-1)] as [Facet, Facet];
      for (const { value, count } of own in filter ? mine.values : []) {
        if (value !== filter[own as keyof typeof filter]) continue;
        const other = wider.values.find((one) => one.value === value);
        expect({ request, value, count: other?.count ?? count }).toEqual({ request, value, count });
      }
      for (const { field, values } of [random.pick(counted.facets.filter((one) => one.field !== own)), wider]) {
        const { value, count } = values.length === 0 ? { value: undefined, count: 0 } : random.pick(values);
        if (value === undefined) continue;
        const narrow = { ...request, filter: { ...filter, [field]: value } };
        const totalOf = async (body: object) => {
          const { match, total } = await ask<FacetsData>(`/${kind}/v1/facets`, { ...body, facets: [{ field: own }] });
          const found = await ask<Found>(`/${kind}/v1/search`, { ...body, pagesize: 1 });
          expect({ body, ...found }).toMatchObject({ match, ...(kind !== 'live' && { total }) });
          return { match, total };
        };
        const free = await totalOf(narrow);
        const same = free.match === counted.match;
        seen[same ? (free.match as 'all_words') : 'other'] += 1;
        if (same) expect({ narrow, total: free.total }).toEqual({ narrow, total: count });
        expect({ narrow, ...(await totalOf({ ...narrow, match: counted.match })) }).toMatchObject({
          narrow,
          total: count,
        });
      }
    }
    expect(Math.min(seen.all_words, seen.some_words)).toBeGreaterThan(5);
  });
});

describe('keywords of two words, of which few records in a region have both', () => {
  let test: TestApp;

  beforeAll(async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ product_id: `u${at}`, region: 'US', title: 'phone case' }));
    const some = Array.from({ length: 5 }, (_, at) => ({ product_id: `g${at}`, region: 'GB', title: 'phone stand' }));
    const one = { product_id: 'both', region: 'GB', title: 'phone case' };
    test = await startTestApp({ name: 'few-of-both', load: loadRecords({ products: [...many, ...some, one] }) });
  });
  afterAll(() => test?.close());

  const facets = [{ field: 'region' }, { field: 'region', own_filter: false }];
  const counts = async (more: object) => {
    const { body } = await test.api.post<FacetsData>('/product/v1/facets', { keywords: 'phone case', facets, ...more });
    const { match, total } = body.data;
    return {
      match,
      total,
      facets: body.data.facets.map(({ values }) => values.map(({ value, count }) => [value, count])),
    };
  };

  it('are counted in one way in one answer, which the search takes by `match`', async () => {
    const all = [
      ['US', 12],
      ['GB', 1],
    ];
    const somes = [
      ['US', 12],
      ['GB', 6],
    ];
    expect(await counts({})).toEqual({ match: 'all_words', total: 13, facets: [all, all] });
    const filter = { region: 'GB' };
    expect(await counts({ filter })).toEqual({ match: 'some_words', total: 6, facets: [[['GB', 6]], somes] });
    const match = 'all_words';
    expect(await counts({ filter, match })).toEqual({ match, total: 1, facets: [[['GB', 1]], all] });
    expect(await counts({ match: 'some_words' })).toEqual({ match: 'some_words', total: 18, facets: [somes, somes] });
  });

  it.each([{ orderby: [{ field: 'day7_units_sold' }] }, { keywords: '"phone case"' }])(
    'are all matched with %j, whatever `match` says',
    async (more) => {
      const request = { keywords: 'phone case', filter: { region: 'GB' }, match: 'some_words', ...more };
      const { body } = await test.api.post<Found>('/product/v1/search', request);
      expect(body.data).toMatchObject({ total: 1, match: 'all_words' });
    },
  );

  it('have all words where those with some add nothing', async () => {
    const { body } = await test.api.post<Found>('/product/v1/search', { keywords: 'phone', filter: { region: 'GB' } });
    expect(body.data).toMatchObject({ total: 6, match: 'all_words' });
  });
});
