import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import type { SearchData } from './search-suite.js';

const VIDEOS = 10_123;
const LIVES = 5_123;
const numbered = (index: number): string => `${7_000_000_000_000_000_000n + BigInt(index)}`;

describe('sets larger than the paging window', () => {
  let test: TestApp;

  beforeAll(async () => {
    const videos = Array.from({ length: VIDEOS }, (_, index) => ({
      video_id: numbered(index),
      publish_time: 1_780_000_000 + index,
      desc: 'lipstick',
    }));
    const lives = Array.from({ length: LIVES }, (_, index) => ({ room_id: numbered(index) }));
    test = await startTestApp({ name: 'large', load: loadRecords({ videos, lives }) });
  });
  afterAll(() => test.close());

  const searchVideos = async (body: object) =>
    (await test.api.post<SearchData>('/video/v1/search', { filter: { create_time_range: { min: 1 } }, ...body })).body
      .data;

  it('have an exact total above 10,000, with keywords and an orderby too', async () => {
    const orderby = [{ field: 'create_time' }];
    for (const body of [{}, { orderby }, { keywords: 'lipstick' }, { keywords: 'lipstick', orderby }]) {
      expect((await searchVideos(body)).total).toBe(VIDEOS);
    }
  });

  it('can be read to the last record of the window', async () => {
    const { list } = await searchVideos({ orderby: [{ field: 'create_time' }], page: 50, pagesize: 100 });
    const expected = Array.from({ length: 100 }, (_, place) => numbered(VIDEOS - 1 - 4900 - place));
    expect(list.map((video) => video.video_id)).toEqual(expected);
  });

  it.each([
    [49, 100, 1],
    [50, 100, 0],
    [166, 30, 0],
    [165, 30, 1],
    [5000, 1, 0],
  ])('say of page %d of %d live streams that has_more is %d', async (page, pagesize, has_more) => {
    const { body } = await test.api.post<SearchData>('/live/v1/search', { page, pagesize });
    expect(body.data.has_more).toBe(has_more);
    expect(body.data.list).toHaveLength(pagesize);
  });
});
