import type { CreatorLoad, CreatorRecord } from '../../src/creator/creator.record.js';
import type { FacetsData } from '../../src/records/facets.requests.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { loadRecords } from '../support/load-records.js';
import { CREATOR_ORACLE } from '../support/oracle/records.oracle.js';
import { TIED_CREATORS } from '../support/tied-records.js';
import { describeRequests, describeSearch, type SearchData } from './search-suite.js';

const PATH = '/creator/v1/search';
const MIA: CreatorRecord = {
  uid: '7129384756102938475',
  unique_id: 'mia.beauty',
  nickname: 'Mía Crème',
  avatar: 'https://img.example/m.jpg',
  region: 'SG',
  category: { id: 200000, name: 'a name that the tree replaces' },
  follower_count: 2_000_000,
  video_count: 12,
  account_type: 2,
};
const ODDLY_CATEGORIZED: CreatorLoad = {
  uid: '7129384756102938476',
  unique_id: 'tech_noah',
  region: 'JP',
  category: { id: 987654, name: 'Homemade' },
};

describe('creator search', () => {
  let test: TestApp;
  const records = [
    ...TIED_CREATORS,
    { ...MIA, category_id: MIA.category.id },
    { ...ODDLY_CATEGORIZED, category_id: 987654 },
  ];

  beforeAll(async () => {
    test = await startTestApp({ name: 'creators', load: loadRecords({ creators: records }) });
  });
  afterAll(() => test.close());

  const suite = { path: PATH, idField: 'uid', oracle: CREATOR_ORACLE, records, api: () => test.api };
  describeSearch(suite);
  describeRequests(suite);

  const search = async (body: object) => (await test.api.post<SearchData>(PATH, body)).body.data;

  it('returns a record as it was loaded, its category named in the language of the request', async () => {
    const filter = { region: 'SG' };
    const named = (name: string) => ({ total: 1, list: [{ ...MIA, category: { id: 200000, name } }] });
    const [english, chinese] = [await search({ filter }), await search({ filter, lang: 'ZH_CN' })];
    const nameIn = ({ list }: SearchData) => (list[0] as unknown as CreatorRecord).category.name as string;
    expect(english).toEqual(named(nameIn(english)));
    expect(chinese).toEqual(named(nameIn(chinese)));
    expect(nameIn(english)).toMatch(/^[A-Z][ -~]+$/);
    expect(nameIn(chinese)).toMatch(/\p{Script=Han}/u);
  });

  it('keeps the name of a category that no tree has, and null for what nobody loaded', async () => {
    expect((await search({ filter: { uid: ODDLY_CATEGORIZED.uid } })).list).toEqual([
      {
        uid: '7129384756102938476',
        unique_id: 'tech_noah',
        nickname: null,
        avatar: null,
        region: 'JP',
        category: { id: 987654, name: 'Homemade' },
        follower_count: null,
        video_count: null,
        account_type: null,
      },
    ]);
  });

  it.each(['mia.beauty', 'MIA beauty', 'mia creme', 'crème', 'mia beuty', '7129384756102938475'])(
    'finds a creator by handle, nickname or uid: %s',
    async (keywords) => {
      expect((await search({ keywords })).list[0]).toMatchObject({ uid: MIA.uid });
    },
  );

  it('counts as computed, and takes neither a measure nor an interval', async () => {
    const filter = { follower_count_range: { min: 1 } };
    const facets = [{ field: 'account_type' }, { field: 'region', size: 100 }];
    const { body } = await test.api.post<FacetsData>('/creator/v1/facets', { filter, facets });
    const matching = records.filter(({ follower_count: count }) => (count ?? 0) >= 1);
    expect(body.data.total).toBe(matching.length);
    const [accounts, regions] = body.data.facets;
    const counted = (of: (creator: CreatorLoad) => unknown, value: unknown) =>
      matching.filter((creator) => of(creator) === value).length;
    expect(accounts?.values.map(({ value, label, count }) => [value, label, count]).sort()).toEqual([
      [1, 'Personal', counted((creator) => creator.account_type, 1)],
      [2, 'Shop', counted((creator) => creator.account_type, 2)],
    ]);
    expect(accounts?.missing_count).toBe(counted((creator) => creator.account_type ?? null, null));
    expect(regions?.values.length).toBeGreaterThan(1);
    for (const { value, count } of regions?.values ?? []) {
      expect(count).toBe(counted((creator) => creator.region, value));
    }
    expectError(await test.api.post('/creator/v1/facets', { facets, measure: 'units_sold' }), 400, 10001, [
      { path: 'measure', rule: 'unknown' },
    ]);
    const timed = [{ field: 'region', interval: 'day' }];
    expectError(await test.api.post('/creator/v1/facets', { facets: timed }), 400, 10001, [
      { path: 'facets[0].interval', rule: 'unknown' },
    ]);
  });

  it('exports all of them in the order of the search, past the page', async () => {
    const body = { filter: { account_type: 1 }, orderby: [{ field: 'video_count' }] };
    const { list } = await search({ ...body, pagesize: 100 });
    const answer = await test.api.post<string>('/creator/v1/export', body);
    const exported = (answer.body as unknown as string)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(exported.slice(0, 100)).toEqual(list);
    expect(exported).toHaveLength(records.filter(({ account_type }) => account_type === 1).length);
    expect(answer.headers.get('x-total-count')).toBe(String(exported.length));
  });
});
