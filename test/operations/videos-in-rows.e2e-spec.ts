import { Random } from '../../dev/seed/random.js';
import type { FacetsData } from '../../src/records/facets.requests.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { testApp } from '../support/app.js';
import { tagsOf } from '../support/oracle/records.oracle.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

const seed = sharedSeed();
const videos = [...seed.videos()];
const products = [...seed.products()];
const byId = new Map(videos.map((video) => [video.video_id, video]));
const shopOf = new Map(products.map(({ product_id, shop }) => [product_id, shop?.seller_id ?? null]));
const shops = [...new Set(shopOf.values())].filter((id) => id !== null);

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  readonly total: number;
  readonly list: readonly Row[];
}

const app = testApp(() => ({ name: 'videos-in-rows', indices: seededIndices() }));

describe('the videos of shops', () => {
  it('show a product that a shop has, in 200 random searches', async () => {
    const random = new Random('videos of shops', 98);
    let found = 0;
    for (let round = 0; round < 200; round += 1) {
      const seller_id = Array.from({ length: random.whole(1, 3) }, () => random.pick([...shops, 'nobody']));
      const region = random.chance(0.3) ? random.pick(['US', 'GB', 'JP']) : undefined;
      const product = random.chance(0.2) ? random.pick(products).product_id : undefined;
      const filter = { seller_id, ...(region && { region }), ...(product && { product_id: [product] }) };
      const expected = videos.filter(({ region: own, product_info }) => {
        const ids = (product_info ?? []).flatMap(({ product_id }) => product_id ?? []);
        const isOfShops = ids.some((id) => seller_id.includes(shopOf.get(id) ?? ''));
        return (
          isOfShops && (region === undefined || own === region) && (product === undefined || ids.includes(product))
        );
      });
      const rows = recordsIn(await exportAll(app, '/video/v1/export', { filter, fields: ['video_id'] }));
      const ids = expected.map(({ video_id }) => video_id).sort();
      expect({ filter, ids: rows.map(({ video_id }) => String(video_id)).sort() }).toEqual({ filter, ids });
      const { body } = await app.api.post<Answer>('/video/v1/search', { filter, pagesize: 1 });
      expect({ filter, total: body.data.total }).toEqual({ filter, total: ids.length });
      const counted = await app.api.post<FacetsData>('/video/v1/facets', { filter, facets: [{ field: 'is_ad' }] });
      const ads = expected.filter(({ is_ad }) => is_ad === 1).length;
      const { total, facets } = counted.body.data;
      const count = facets[0]?.values.find(({ value }) => value === true)?.count ?? 0;
      expect({ filter, total, count }).toEqual({ filter, total: ids.length, count: ads });
      found += ids.length;
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe('rows that show a video', () => {
  const DETAILS = ['is_ad', 'play_count', 'digg_count', 'duration', 'tags'];
  const USUAL = ['video_id', 'desc', 'cover', 'publish_time', 'uid'];
  const filter = { date_info: { type: 'month', value: '2026-06' } };
  const [sale] = [...seed.sales()].filter(({ date, channel }) => date.startsWith('2026-06') && channel === 'video');
  const asked = [
    ['/video/v1/rank/topSelling', { filter }],
    ['/sales/v1/breakdown', { by: 'video', from: '2026-06-01', to: '2026-06-30', filter: { uid: sale?.uid } }],
    ['/sales/v1/breakdown', { by: ['video', 'day'], from: '2026-06-01', to: '2026-06-30', filter: { uid: sale?.uid } }],
  ] as const;

  const detailsOf = (id: string) => {
    const { is_ad = null, play_count = null, digg_count = null, duration = null, desc } = byId.get(id) ?? {};
    return { is_ad, play_count, digg_count, duration, tags: tagsOf(desc ?? null) };
  };

  it.each(asked)('of %s tell of it on request: %j', async (path, body) => {
    const rowsOf = async (fields?: readonly string[]) =>
      (await app.api.ask<Answer>(path, { ...body, fields, pagesize: 100 })).list;
    const usual = await rowsOf();
    const known = usual.flatMap(({ video_id, video }) => (video === null ? [] : [String(video_id)]));
    expect(known.length).toBeGreaterThan(0);
    for (const { video } of usual) if (video !== null) expect(Object.keys(video as Row)).toEqual(USUAL);
    const details = await rowsOf(['video_id', ...DETAILS.map((name) => `video.${name}`)]);
    expect(details).toEqual(
      usual.map(({ video_id, video }) => ({ video_id, video: video === null ? null : detailsOf(String(video_id)) })),
    );
    const whole = usual.map(({ video, video_id }) => ({
      video: video === null ? null : { ...(video as Row), ...detailsOf(String(video_id)) },
    }));
    expect(await rowsOf(['video'])).toEqual(whole);
    const exported = { ...body, limit: 100 };
    expect(recordsIn(await exportAll(app, `${path}/export`, exported))).toEqual(usual);
    expect(recordsIn(await exportAll(app, `${path}/export`, { ...exported, fields: ['video'] }))).toEqual(whole);
  });

  it.each(asked.slice(0, 2))('of the CSV of %s have columns of it on request', async (path, body) => {
    const headerOf = async (fields?: readonly string[]) =>
      (await exportAll(app, `${path}/export`, { ...body, fields, format: 'csv', limit: 1 })).text.split('\r\n')[0];
    const columns = (await headerOf())?.split(',').filter((name) => name.startsWith('video.'));
    expect(columns).toEqual(USUAL.map((name) => `video.${name}`));
    expect(await headerOf(['video.is_ad', 'video.tags'])).toBe('video.is_ad,video.tags');
  });
});
