import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterLock } from '../../src/elastic/state/cluster-lock.js';
import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { CONFIRMED_FOR_MS, DataVersionWatch } from '../../src/freshness/data-watch.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadRecords } from '../support/load-records.js';

const SEEN_WITHIN_MS = 1000;
const VIDEOS: VideoLoad[] = [1, 2, 3].map((at) => ({ video_id: `v${at}`, publish_time: at, play_count: at }));
const REQUEST = { filter: { create_time_range: { min: 0 } } };

interface Page {
  readonly total: number;
  readonly list: readonly { readonly video_id: string }[];
}

describe('pages that are asked for again', () => {
  /** Searches that reach Elasticsearch, by its own count. */
  const searches = async (): Promise<number> => {
    const index = service.names.alias('videos');
    const { _all } = await service.elasticsearch.indices.stats({ index, metric: 'search' });
    return _all.total?.search?.query_total ?? 0;
  };
  const ask = (body: object = REQUEST, headers: Record<string, string> = {}) =>
    service.api.send<Page>('/video/v1/search', { text: JSON.stringify(body), headers });
  const newSearches = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await searches();
    await work();
    return (await searches()) - before;
  };

  /** A page that is in memory; one that is made while the state of the data is not confirmed is not kept. */
  const keptPage = () =>
    eventually('a page in memory', async () => {
      let answer = await ask();
      return (await newSearches(async () => (answer = await ask()))) === 0 && answer;
    });
  /** Waits a second. After that, an old page is given only with its age: where the state could not be read in time. */
  const expectShown = async (isNew: (page: Page) => boolean): Promise<void> => {
    await sleep(SEEN_WITHIN_MS);
    await eventually('the change', async () => {
      const { body, headers } = await ask();
      if (isNew(body.data)) return true;
      expect(headers.get('age')).not.toBeNull();
      return false;
    });
  };

  const service = testApp(() => ({ name: 'page-cache', load: loadRecords({ videos: VIDEOS }) }));

  it('are answered without Elasticsearch, each with its own request_id', async () => {
    const first = await keptPage();
    expect(first.body.data.list.map(({ video_id }) => video_id)).toEqual(['v3', 'v2', 'v1']);
    let second = first;
    expect(await newSearches(async () => (second = await ask()))).toBe(0);
    expect(second.body.data).toEqual(first.body.data);
    expect(second.body.request_id).not.toBe(first.body.request_id);
    expect(second.headers.get('x-request-id')).toBe(second.body.request_id);
  });

  it('may be written in another way', async () => {
    await keptPage();
    const same = {
      page: 1,
      orderby: null,
      filter: { region: null, product_category_id: null, create_time_range: { min: 0 } },
    };
    expect(await newSearches(() => ask(same))).toBe(0);
    expect(await newSearches(() => ask({ ...REQUEST, page: 2 }))).toBe(1);
  });

  it('are made anew for Cache-Control: no-store', async () => {
    await ask();
    expect(await newSearches(() => ask(REQUEST, { 'Cache-Control': 'max-age=0, no-store' }))).toBe(1);
  });

  it('need a token that opens the operation', async () => {
    await ask();
    const other = service.api.withToken(await service.tokens.create('other', ['live'], null));
    const text = JSON.stringify(REQUEST);
    expectError(await other.send('/video/v1/search', { text }), 403, 30001);
    expectError(await service.api.withToken('none').send('/video/v1/search', { text }), 401, 30001);
  });

  it.each([
    [
      'a page',
      '{"filter":{"create_time_range":{"min":0}},"page":null}',
      '{"filter":{"create_time_range":{"min":0}},"page":1e400}',
    ],
    [
      'a range',
      '{"filter":{"create_time_range":{"min":null,"max":5}}}',
      '{"filter":{"create_time_range":{"min":1e400,"max":5}}}',
    ],
    [
      'a lower bound',
      '{"filter":{"create_time_range":{"min":0,"max":null}}}',
      '{"filter":{"create_time_range":{"min":0,"max":1e400}}}',
    ],
  ])(
    'are never given to a request that is at fault: %s of 1e400, which JSON can’t tell from null',
    async (_, valid, invalid) => {
      expect((await service.api.send('/video/v1/search', { text: valid })).status).toBe(200);
      expectError(await service.api.send('/video/v1/search', { text: invalid }), 400, 10001, [{ rule: 'type' }]);
    },
  );

  it('are refused, never short or malformed, when another writer has stored a document without a record', async () => {
    const { elasticsearch, names } = service;
    const index = names.alias('videos');
    const headers = { 'Cache-Control': 'no-store' };
    await elasticsearch.index({ index, id: 'v2', document: { publish_time: 2, video_id: 'v2' }, refresh: true });
    expectError(await ask({ filter: { create_time_range: { min: 2, max: 2 } } }, headers), 500, 40001);
    await loadRecords({ videos: VIDEOS })(elasticsearch, names);
  });

  it('share one search when they are asked for at once', async () => {
    const body = { filter: { create_time_range: { min: 0, max: 77 } } };
    const asked = await newSearches(async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(body)));
      expect(new Set(answers.map(({ body: { data } }) => JSON.stringify(data))).size).toBe(1);
    });
    expect(asked).toBeLessThan(30);
  });

  it('show a load within one second', async () => {
    await keptPage();
    const { elasticsearch, names } = service;
    await loadRecords({ videos: [{ video_id: 'v4', publish_time: 4, play_count: 4 }] })(elasticsearch, names);
    await raiseDataVersion(elasticsearch, names, 'test');
    await expectShown(({ list }) => list[0]?.video_id === 'v4');
  });

  it('are kept though the data of a prefix with the same beginning changes', async () => {
    const { elasticsearch, names, config } = service;
    const watch = service.app.get(DataVersionWatch);
    await keptPage();
    const version = watch.snapshot;
    const staging = new IndexNames(`${config.indexPrefix}staging-`);
    await ensureIndices(elasticsearch, staging);
    await loadRecords({ videos: VIDEOS })(elasticsearch, staging);
    await raiseDataVersion(elasticsearch, staging, 'test');
    expect(await watch.readAgain()).toBe(true);
    expect(await newSearches(ask)).toBe(0);
    expect(watch.snapshot).toBe(version);
    await raiseDataVersion(elasticsearch, names, 'test');
    await eventually('the newer version', () => watch.snapshot !== version);
    expect(await newSearches(ask)).toBe(1);
  });

  it('show a moved alias within one second, though nobody raised the generation', async () => {
    await keptPage();
    const { elasticsearch, names } = service;
    const [old] = Object.keys(await elasticsearch.indices.getAlias({ name: names.alias('videos') }));
    await elasticsearch.indices.delete({ index: old as string });
    await ensureIndices(elasticsearch, names);
    await expectShown(({ total, list }) => total === 0 && list.length === 0);
  });

  it('are kept for long while nobody holds the right to change the data, of which a lock that was left tells', async () => {
    const watch = service.app.get(DataVersionWatch);
    const store = new StateStore(service.elasticsearch, service.names);
    await eventually('settled data', () => watch.isSettled);
    for (const name of ['videos', 'sales']) {
      const lock = await ClusterLock.acquire(store, name, 'test');
      await eventually('the lock to be seen', () => !watch.isSettled);
      await lock.release();
      await eventually('settled data', () => watch.isSettled);
    }
  });
});

describe('pages, while the state of the data can’t be read', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({ name: 'stale-pages', load: loadRecords({ videos: VIDEOS }), proxy }));

  it('are served from memory with their age, and without it once the state is read again', async () => {
    const ask = () => service.api.post<Page>('/video/v1/search', REQUEST);
    const searchesMet = (): Promise<number> => {
      const index = service.names.alias('videos');
      return service.elasticsearch.indices
        .stats({ index, metric: 'search' })
        .then(({ _all }) => _all.total?.search?.query_total ?? 0);
    };
    const watch = service.app.get(DataVersionWatch);
    await eventually('the state of the data', () => watch.ageMs() < CONFIRMED_FOR_MS);
    const first = await ask();
    await eventually('the page in memory', async () => {
      const before = await searchesMet();
      await ask();
      return (await searchesMet()) === before;
    });
    const searched = await searchesMet();
    proxy.fault = { kind: 'answer', status: 503 };
    proxy.only = (path) => path.includes('/_cluster/state') || path.includes('_mget');
    await eventually('its age to be too great', () => watch.ageMs() >= CONFIRMED_FOR_MS);
    const stale = await ask();
    expect(stale.status).toBe(200);
    expect(Number(stale.headers.get('age'))).toBeGreaterThanOrEqual(0);
    expect(stale.headers.get('age')).not.toBeNull();
    expect(stale.body.data).toEqual(first.body.data);
    expect(await searchesMet()).toBe(searched);
    proxy.heal();
    await eventually('the state of the data', () => watch.ageMs() < CONFIRMED_FOR_MS);
    expect((await ask()).headers.get('age')).toBeNull();
  });
});
