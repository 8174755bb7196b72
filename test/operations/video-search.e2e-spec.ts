import type { VideoRecord } from '../../src/video/video.record.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { loadRecords } from '../support/load-records.js';
import { VIDEO_ORACLE } from '../support/oracle/records.oracle.js';
import { TIED_VIDEOS } from '../support/tied-records.js';
import { describeRequests, describeSearch } from './search-suite.js';

const PATH = '/video/v1/search';
const FULL: VideoRecord = {
  video_id: '7491823746501928374',
  desc: 'New #lipstick shades 💄 @mia.beauty',
  uid: '7129384756102938475',
  is_ad: 1,
  region: 'SG',
  publish_time: 1_782_000_000,
  comment_count: 12,
  play_count: 9_007_199_254_740_991,
  digg_count: 7,
  share_count: 3,
  forward_count: 2,
  duration: 31,
  cover: 'https://img.example/v.jpg',
  interact_rate: 4.27,
  interact_rate_info: { rate: 4.27, unit: '%' },
  is_ecommerce: 1,
  video_url: 'https://video.example/v',
  units_sold: 5,
  gmv: 62.5,
  usd_gmv: null,
  creator: {
    uid: '7129384756102938475',
    avatar: 'https://img.example/a.jpg',
    unique_id: 'mia.beauty',
    nickname: 'Mia',
    region: 'SG',
    category: { id: 1, name: 'loaded name' },
    follower_count: 1000,
    category_id: 1,
    category_name: 'loaded name',
  },
  product_info: [
    {
      product_id: '1729384756102938475',
      title: 'Lipstick',
      cover: 'https://img.example/p.jpg',
      region: 'SG',
      currency: 'SGD',
      price: '$12.50',
      price_info: { amount: 12.5, currency: 'USD' },
      units_sold: 5,
      gmv: 62.5,
      category: { l1: { id: 2, name: 'another loaded name' } },
      source: 'Shop',
      detail_url: 'https://shop.example/p',
    },
  ],
};

describe('video search', () => {
  let test: TestApp;
  const records = [...TIED_VIDEOS, FULL];

  beforeAll(async () => {
    test = await startTestApp({ name: 'video', load: loadRecords({ videos: records }) });
  });
  afterAll(() => test.close());

  const suite = { path: PATH, idField: 'video_id', oracle: VIDEO_ORACLE, records, api: () => test.api };
  describeSearch(suite);
  describeRequests(suite);

  it('returns a record as it was loaded, every digit of its ids', async () => {
    const filter = { create_time_range: { min: 0 }, region: 'SG' };
    const { body } = await test.api.post<{ list: unknown[] }>(PATH, { filter });
    expect(body.data.list).toEqual([FULL]);
  });

  it('requires create_time_range, of a missing filter too', async () => {
    const fault = {
      path: 'filter.create_time_range',
      rule: 'required',
      message: 'filter.create_time_range is required, for example {"min":1780272000,"max":1782863999}.',
    };
    expectError(await test.api.post(PATH, {}), 400, 10001, [fault]);
    expectError(await test.api.post(PATH, { filter: { region: 'US' } }), 400, 10001, [fault]);
    expectError(await test.api.post(PATH, { filter: null, lang: 'ZH_CN' }), 400, 10001, [
      { ...fault, message: '缺少必填参数 filter.create_time_range，例如 {"min":1780272000,"max":1782863999}。' },
    ]);
  });
});
