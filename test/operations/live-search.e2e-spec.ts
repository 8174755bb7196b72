import type { LiveRecord } from '../../src/live/live.record.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { LIVE_ORACLE } from '../support/oracle/records.oracle.js';
import { TIED_LIVES } from '../support/tied-records.js';
import { describeRequests, describeSearch, type SearchData } from './search-suite.js';

const PATH = '/live/v1/search';
const FULL: LiveRecord = {
  uid: '7129384756102938475',
  nickname: 'Mia',
  unique_id: 'mia.beauty',
  follower_count: 1000,
  creator_region: 'SG',
  room_id: '7498123456789012345',
  title: 'Lipstick night',
  cover: 'https://img.example/l.jpg',
  start_time: 1_782_000_000,
  end_time: 1_782_003_600,
  duration: 3600,
  product_count: 12,
  total_viewer_count: 4321,
  total_units_sold: 56,
  total_gmv: 700.25,
  total_usd_gmv: null,
  currency: 'SGD',
  uv_value: 0.16,
};

describe('live stream search', () => {
  let test: TestApp;

  const records = [...TIED_LIVES, FULL];

  beforeAll(async () => {
    test = await startTestApp({ name: 'live', load: loadRecords({ lives: records }) });
  });
  afterAll(() => test.close());

  const suite = { path: PATH, idField: 'room_id', oracle: LIVE_ORACLE, records, api: () => test.api };
  describeSearch(suite);
  describeRequests(suite);

  it('returns a record as it was loaded, every digit of its ids', async () => {
    const { body } = await test.api.post<SearchData>(PATH, { filter: { region: 'SG' } });
    expect(body.data).toEqual({ has_more: 0, list: [FULL] });
  });

  it('has no more on the page that ends with the last one', async () => {
    const inThailand = TIED_LIVES.filter(({ creator_region }) => creator_region === 'TH').length;
    const more = async (pagesize: number) => {
      const { body } = await test.api.post<SearchData>(PATH, { filter: { region: 'TH' }, pagesize });
      return [body.data.list.length, body.data.has_more];
    };
    expect(await more(inThailand)).toEqual([inThailand, 0]);
    expect(await more(inThailand - 1)).toEqual([inThailand - 1, 1]);
  });

  it('answers with msg beside message and with has_more in place of a total', async () => {
    const { body } = await test.api.post<object>(PATH, {});
    expect({ msg: body.msg, message: body.message, data: Object.keys(body.data) }).toEqual({
      msg: 'success',
      message: '',
      data: ['has_more', 'list'],
    });
    const refused = await test.api.post(PATH, { page: 0 });
    expect(refused.body.msg).toBe('page must be at least 1, but is 0.');
  });
});
