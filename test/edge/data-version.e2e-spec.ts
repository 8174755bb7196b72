import { randomBytes } from 'node:crypto';
import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadRecords } from '../support/load-records.js';

const VIDEOS: VideoLoad[] = [{ video_id: 'v1', publish_time: 1, play_count: 1 }];
const SEARCH = { filter: { create_time_range: { min: 0 } } };

interface Page {
  readonly list: readonly { readonly play_count: number }[];
}

/** Two services over the same indices; the first one reads the state of the data through a proxy. */
describe('two services over one Elasticsearch', () => {
  let proxy: FaultProxy;
  let services: [TestApp, TestApp];
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    const indices = `test-data-version-${randomBytes(4).toString('hex')}-`;
    const second = await startTestApp({
      name: 'data-version',
      config: { indexPrefix: indices },
      load: loadRecords({ videos: VIDEOS }),
    });
    const first = await startTestApp({ name: 'data-version', indices, serviceElasticsearchUrl: proxy.url });
    services = [first, second];
    await raise();
    for (const { app } of services)
      await eventually('the version', () => app.get(DataVersionWatch).snapshot.dataVersion?.endsWith('.1'));
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    for (const service of services ?? []) await service.close();
    await proxy?.down();
  });

  const raise = (): Promise<number> => raiseDataVersion(services[1].elasticsearch, services[1].names, 'test');
  const ask = async (service: TestApp, version?: string, path = '/video/v1/search') => {
    const headers: Record<string, string> = version === undefined ? {} : { 'X-Data-Version': version };
    const {
      status,
      headers: head,
      body,
    } = await service.api.send<Page>(path, { text: JSON.stringify(SEARCH), headers });
    const shown = [head.get('x-data-version'), head.get('x-data-changed')] as const;
    return {
      status,
      isKept: head.get('server-timing') === 'memory',
      version: shown[0] as string,
      changed: shown[1],
      plays: status === 200 ? body.data?.list?.[0]?.play_count : body,
    };
  };
  /** As `ask`; asks again when the state could not be read within the second that a request waits for a version. */
  const askInTime = (service: TestApp, version: string) =>
    eventually('the version', async () => {
      const answer = await ask(service, version);
      return answer.status !== 503 && answer;
    });
  /** Puts new data in and raises the version while the first service can't see it. */
  const changeUnseen = async (plays: number): Promise<void> => {
    const [first, second] = services;
    // A page that is made while the state of the data is not confirmed is not kept.
    await eventually('a page in memory', async () => (await ask(first)).isKept);
    proxy.fault = { kind: 'answer', status: 503 };
    proxy.only = (path) => path.includes('/_cluster/state') || path.includes('_mget');
    await loadRecords({ videos: [{ ...(VIDEOS[0] as VideoLoad), play_count: plays }] })(
      second.elasticsearch,
      second.names,
    );
    await raise();
    const before = second.app.get(DataVersionWatch).snapshot.dataVersion;
    await eventually('the second service', () => second.app.get(DataVersionWatch).snapshot.dataVersion !== before);
  };

  it('name the same version, on every answer of an operation', async () => {
    const [first, second] = [await ask(services[0]), await ask(services[1])];
    expect(first.version).toMatch(/^[\w-]+\.\d+$/);
    expect(second.version).toBe(first.version);
    for (const path of ['/video/v1/facets', '/video/v1/export', '/product/v1/category', '/creator/v1/rank/periods']) {
      const { status, headers } = await services[0].api.send(path, {
        text: JSON.stringify(
          path.startsWith('/video')
            ? { ...SEARCH, ...(path.endsWith('facets') && { facets: [{ field: 'region' }] }) }
            : {},
        ),
      });
      expect([path, status, headers.get('x-data-version')]).toEqual([path, 200, first.version]);
    }
    const refused = await services[0].api.send('/video/v1/search', { text: '{}' });
    expect([refused.status, refused.headers.get('x-data-version')]).toEqual([400, first.version]);
  });

  it('answer from the version sent or a newer one, and say when it is another one', async () => {
    const [first, second] = services;
    const { version: old } = await ask(first);
    await changeUnseen(2);
    const newer = await ask(second, old);
    expect(newer).toMatchObject({ changed: '1', plays: 2 });
    // Without the version sent the first service answers from memory: the older data.
    expect(await ask(first)).toMatchObject({ version: old, plays: 1 });
    proxy.heal();
    const answer = await askInTime(first, newer.version);
    expect(answer).toMatchObject({ status: 200, version: newer.version, changed: null, plays: 2 });
  });

  it('refuse a request that needs a newer version only while the state can’t be read', async () => {
    const [first, second] = services;
    const { version: old } = await ask(first);
    await changeUnseen(3);
    const { version } = await ask(second);
    const headers = { 'X-Data-Version': version };
    const refused = await first.api.send('/video/v1/search', { text: JSON.stringify(SEARCH), headers });
    expectError(refused, 503, 40001);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await ask(first, old)).toMatchObject({ status: 200, version: old, changed: null });
    proxy.heal();
    expect(await askInTime(first, version)).toMatchObject({ status: 200, version, plays: 3 });
  });

  it('take an unknown epoch, an unreached number and any other text for reached', async () => {
    const [first] = services;
    const { version } = await ask(first);
    const [epoch] = version.split('.') as [string];
    for (const sent of ['other.5', `${epoch}.99999`]) {
      expect(await askInTime(first, sent)).toMatchObject({ status: 200, version, changed: '1' });
    }
    for (const sent of ['no version', '']) {
      expect(await ask(first, sent)).toMatchObject({ status: 200, version, changed: null });
    }
  });

  it('have another epoch after the index that keeps the version was made anew', async () => {
    const [first, second] = services;
    const { version } = await ask(second);
    const state = Object.keys(await second.elasticsearch.indices.getAlias({ name: second.names.alias('state') }));
    await second.elasticsearch.indices.delete({ index: state });
    await ensureIndices(second.elasticsearch, second.names);
    const isOld = (service: TestApp): boolean =>
      service.app.get(DataVersionWatch).snapshot.dataVersion?.split('.')[0] === version.split('.')[0];
    await eventually('the new epoch', () => !services.some(isOld));
    const answers = [await askInTime(first, version), await askInTime(second, version)];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, changed: '1' });
      expect(answer.version.split('.')[0]).not.toBe(version.split('.')[0]);
    }
  });
});
