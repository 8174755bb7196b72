import { setTimeout as sleep } from 'node:timers/promises';
import { parquetReadObjects } from 'hyparquet';
import { columnsAt } from '../../src/fields/csv-columns.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { SCOPES } from '../../src/common/access-token.js';
import { VideoRecord } from '../../src/video/video.record.js';
import { type ApiClient, expectError } from '../support/api-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { onOneDay } from '../support/one-day.js';
import { loadRecords } from '../support/load-records.js';
import { allMatches } from '../support/oracle/oracle.js';
import { VIDEO_ORACLE } from '../support/oracle/records.oracle.js';
import { TIED_VIDEOS } from '../support/tied-records.js';
import { beginExport, exportAll, recordsIn } from './export-client.js';

const PATH = '/video/v1/export';
const ALL = { filter: { create_time_range: { min: 0 } } };
const COPIES = 16;
/** More than the paging window holds, and than one step of an export. */
const VIDEOS = Array.from({ length: COPIES }, (_, copy) =>
  TIED_VIDEOS.map((video) => ({ ...video, video_id: copy === 0 ? video.video_id : `${video.video_id}~${copy}` })),
).flat();

describe('an export', () => {
  const service = testApp(() => ({ name: 'exports', load: loadRecords({ videos: VIDEOS }) }));

  const idsOf = async (body: object): Promise<unknown[]> => {
    const exported = await exportAll(service, PATH, { ...ALL, ...body });
    expect([exported.status, exported.isWhole]).toEqual([200, true]);
    const records = recordsIn(exported);
    expect(exported.headers['x-total-count']).toBe(String(records.length));
    const { limit, ...selection } = { ...ALL, ...body } as { limit?: number };
    const { body: page } = await service.api.post<{ total: number }>('/video/v1/search', selection);
    expect(exported.headers['x-matched-count']).toBe(String(page.data.total));
    if (limit === undefined) expect(records).toHaveLength(page.data.total);
    return records.map(({ video_id }) => video_id);
  };
  const clientOf = async (name: string, limits: object, scopes = [...SCOPES]): Promise<[ApiClient, string]> => {
    const token = await service.tokens.create(name, scopes, null, limits);
    return [service.api.withToken(token), token];
  };

  const takenOfDay = async (name: string): Promise<number | undefined> => {
    const state = new StateStore(service.elasticsearch, service.names);
    return (await state.get<{ requests: number }>(`daily-quota ${name}`))?.value.requests;
  };

  it.each<[string, object]>([
    ['without orderby', {}],
    ['by tied figures, null last', { orderby: [{ field: 'digg_count' }, { field: 'interact_rate' }] }],
    ['by one tied figure', { orderby: [{ field: 'units_sold' }] }],
  ])('has every record once in the order of the search, past its window: %s', async (_, body) => {
    const expected = allMatches(VIDEO_ORACLE, VIDEOS, { ...ALL, ...body }).map(({ video_id }) => video_id);
    expect(expected).toHaveLength(VIDEOS.length);
    expect(await idsOf(body)).toEqual(expected);
  });

  it('filters as the search does, and ends at its limit', async () => {
    const body = { filter: { ...ALL.filter, region: 'JP' as const } };
    const expected = allMatches(VIDEO_ORACLE, VIDEOS, body).map(({ video_id }) => video_id);
    expect(expected.length).toBeGreaterThan(500);
    expect(await idsOf(body)).toEqual(expected);
    for (const limit of [1, 199, 200, 201, 450])
      expect(await idsOf({ ...body, limit })).toEqual(expected.slice(0, limit));
    expect(await idsOf({ filter: { create_time_range: { max: 1 } } })).toEqual([]);
  });

  it('is the records of the search, byte for byte, as a file with a name', async () => {
    const body = { ...ALL, orderby: [{ field: 'play_count' }], lang: 'ZH_CN' };
    const { body: page } = await service.api.post<{ list: object[] }>('/video/v1/search', { ...body, pagesize: 100 });
    const exported = await exportAll(service, PATH, { ...body, limit: 100 });
    expect(exported.text).toBe(page.data.list.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(exported.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="video.ndjson"',
      'x-request-id': expect.any(String) as string,
      'cache-control': 'no-store',
    });
  });

  it('holds only the fields asked for, in both formats', async () => {
    const body = { ...ALL, limit: 3, fields: ['creator.category', 'video_id', 'play_count'] };
    const whole = recordsIn<{
      video_id: string;
      play_count: number | null;
      creator: { category: { id: number | null; name: string | null } };
    }>(await exportAll(service, PATH, { ...ALL, limit: 3 }));
    const some = whole.map(({ video_id, play_count, creator: { category } }) => ({
      video_id,
      play_count,
      creator: { category },
    }));
    expect(recordsIn(await exportAll(service, PATH, body))).toEqual(some);
    const csv = await exportAll(service, PATH, { ...body, format: 'csv' });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="video.csv"',
    });
    const rows = some.map(({ video_id, play_count, creator: { category } }) =>
      [video_id, play_count, category.id, category.name].map((cell) => cell ?? '').join(),
    );
    expect(csv.text).toBe(
      ['video_id,play_count,creator.category.id,creator.category.name', ...rows].map((row) => `${row}\r\n`).join(''),
    );
  });

  it('has the same values in Parquet as in NDJSON', async () => {
    const exported = await exportAll(service, PATH, { ...ALL, format: 'parquet' });
    expect(exported.headers).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-disposition': 'attachment; filename="video.parquet"',
      'x-total-count': String(VIDEOS.length),
    });
    const rows = await parquetReadObjects({ file: Uint8Array.from(exported.bytes).buffer });
    const valueIn = (path: string, value: unknown): unknown => {
      if (path === 'product_info') return JSON.parse(value as string) as unknown;
      if (value instanceof Date) return value.getTime() / 1000;
      return typeof value === 'bigint' ? Number(value) : value;
    };
    const read = rows.map((row) => Object.entries(row).map(([path, value]) => [path, valueIn(path, value)]));
    const columns = columnsAt(VideoRecord, []);
    const records = recordsIn(await exportAll(service, PATH, ALL));
    expect(read).toEqual(records.map((record) => columns.map(({ path, valueOf }) => [path, valueOf(record) ?? null])));
  });

  it('is logged as one request with its rows', async () => {
    await exportAll(service, PATH, { ...ALL, limit: 321 });
    const line = service.log.findLast(({ operation }) => operation === `POST ${PATH}`);
    expect(line).toMatchObject({ status: 200, code: 0, hits: 321, token: 'tests' });
    expect(line).not.toHaveProperty('aborted');
  });

  it('says how many rows match where an operator has it end before', async () => {
    const operated = await startTestApp({
      name: 'exports-operated',
      load: loadRecords({ videos: VIDEOS.slice(0, 700) }),
      config: { exportMaxRows: 600 },
    });
    try {
      const exported = await exportAll(operated, PATH, ALL);
      expect([recordsIn(exported).length, exported.isWhole]).toEqual([600, true]);
      expect(exported.headers).toMatchObject({ 'x-total-count': '600', 'x-matched-count': '700' });
      const excess = await operated.api.post(PATH, { ...ALL, limit: 601 });
      expectError(excess, 400, 10001, [{ path: 'limit', rule: 'max', limit: 600 }]);
    } finally {
      await operated.close();
    }
  });

  describe('is refused in the envelope', () => {
    it.each<[object, object]>([
      [{ limit: 0 }, { path: 'limit', rule: 'min', limit: 1 }],
      [{ limit: '10' }, { path: 'limit', rule: 'quoted_number' }],
      [{ format: 'xml' }, { path: 'format', rule: 'one_of', valid: ['ndjson', 'csv', 'parquet'] }],
      [{ fields: ['video_id', 'play_cont'] }, { path: 'fields[1]', rule: 'one_of', did_you_mean: 'play_count' }],
      [{ fields: 'video_id' }, { path: 'fields', rule: 'type' }],
      [{ fields: Array.from({ length: 101 }, () => 'video_id') }, { path: 'fields', rule: 'max_items', limit: 100 }],
      [{ excel: true }, { path: 'excel', rule: 'csv_alone' }],
      [{ page: 1 }, { path: 'page', rule: 'unknown' }],
      [{ filter: {} }, { path: 'filter.create_time_range', rule: 'required' }],
      [{ orderby: [{ field: 'gmv' }] }, { path: 'orderby[0].field', rule: 'one_of' }],
    ])('for %j', async (body, fault) => {
      expectError(await service.api.post(PATH, { ...ALL, ...body }), 400, 10001, [fault]);
    });

    it('without the scope export, without that of the records, and without a token', async () => {
      const [without] = await clientOf('without-export', {}, ['video', 'product', 'live', 'ranking']);
      const [other] = await clientOf('other-records', {}, ['live', 'export']);
      for (const [client, lacking] of [
        [without, 'export'],
        [other, 'video'],
      ] as const) {
        const answer = await client.post(PATH, ALL);
        expectError(answer, 403, 30001);
        expect(answer.body.message).toContain(`"${lacking}"`);
      }
      expectError(await service.api.withToken().post(PATH, ALL), 401, 30001);
      expect((await without.post('/video/v1/search', ALL)).status).toBe(200);
    });
  });

  describe('counts one request for 100 rows', () => {
    const asked = async (client: ApiClient) => {
      const { status, headers } = await client.post('/video/v1/search', ALL);
      return [status, headers.get('ratelimit-remaining')];
    };

    it('by day, at once; more than is left is refused and takes nothing', () =>
      onOneDay(async (name) => {
        const [client, token] = await clientOf(name, { perDay: 70 });
        const ask = (limit: number) => exportAll({ url: service.url, token }, PATH, { ...ALL, limit });
        expect((await ask(5999)).headers['ratelimit-remaining']).toBe('10');
        for (let tried = 0; tried < 3; tried += 1) {
          const refused = await client.post(PATH, { ...ALL, limit: 1001 });
          expectError(refused, 429, 30002);
          expect(refused.body.message).toContain('11 requests');
          expect(refused.headers.get('ratelimit-remaining')).toBe('10');
        }
        expect((await ask(1000)).status).toBe(200);
        expectError(await client.post('/video/v1/search', ALL), 429, 30002);
      }));

    it('by minute as they leave, however many they are; other requests are answered meanwhile', () =>
      onOneDay(async (name) => {
        const [client, token] = await clientOf(`${name}-and-minute`, { perMinute: 10, perDay: 1000 });
        const answer = await beginExport({ url: service.url, token }, PATH, { ...ALL, limit: 6000 });
        expect([answer.statusCode, answer.headers['x-total-count']]).toEqual([200, '6000']);
        await new Promise((resolve) => answer.once('data', resolve));
        // Two pages have left, and as few follow as leave room for as many other requests.
        for (const left of ['7', '6', '5', '4']) expect(await asked(client)).toEqual([200, left]);
        answer.destroy();
        // What did not leave is given back: two pages did, and four other requests were made.
        await eventually('what is given back', async () => (await takenOfDay(`${name}-and-minute`)) === 6);
      }));

    it('by second as they leave, for which they wait; other requests are answered meanwhile', async () => {
      const [client, token] = await clientOf('by-second', { perSecond: 20 });
      const startedAt = performance.now();
      let ended = false;
      const exporting = exportAll({ url: service.url, token }, PATH, { ...ALL, limit: 3000 });
      void exporting.finally(() => (ended = true));
      const statuses: unknown[] = [];
      while (!ended) {
        statuses.push((await asked(client))[0]);
        await sleep(110);
      }
      const exported = await exporting;
      expect([recordsIn(exported).length, exported.isWhole]).toEqual([3000, true]);
      // Half of 20 a second: the last of 30 leaves after 28 of them have waited for a tenth of a second each.
      expect(performance.now() - startedAt).toBeGreaterThan(2700);
      // As many as a slow machine answers in three seconds.
      expect(statuses.length).toBeGreaterThan(2);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  });
});
