import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';

const REPOSITORY = 'nightly-tests';

describe('ops/snapshot.sh', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'snapshot' });
  });
  afterAll(async () => {
    const { snapshot } = service.elasticsearch;
    await snapshot.delete({ repository: REPOSITORY, snapshot: '*' }, { ignore: [404] });
    await snapshot.deleteRepository({ name: REPOSITORY }, { ignore: [404] });
    await service.close();
  });

  const run = (
    environment: Readonly<Record<string, string>>,
  ): Promise<{ code: number; stdout: string; stderr: string }> =>
    promisify(execFile)('sh', ['ops/snapshot.sh'], {
      env: { PATH: process.env.PATH, SNAPSHOT_REPOSITORY: REPOSITORY, ...environment },
    }).then(
      (ended) => ({ code: 0, ...ended }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
  const snapshots = async (): Promise<(string[] | undefined)[]> => {
    const { snapshots: listed = [] } = await service.elasticsearch.snapshot.get({
      ...{ repository: REPOSITORY, snapshot: '*' },
    });
    return listed.map(({ indices }) => indices);
  };
  const prefix = (): string => service.config.indexPrefix;

  it.each(['ES', 'ELASTICSEARCH_URL'])('takes one of every index at %s, the first address of several', async (name) => {
    const environment = { [name]: `${elasticsearchUrl()},http://127.0.0.1:1`, INDEX_PREFIX: prefix(), KEEP: '1' };
    const { code, stdout } = await run(environment);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"state":"SUCCESS"')]);
    expect(await snapshots()).toEqual([expect.arrayContaining([expect.stringContaining(`${prefix()}tokens`)])]);
  });

  it('fails where there is no index, and deletes nothing', async () => {
    const before = await snapshots();
    const { code, stderr } = await run({ ES: elasticsearchUrl(), INDEX_PREFIX: 'nothing-', KEEP: '0' });
    expect([code, stderr]).toEqual([1, `There is no index nothing-* at ${elasticsearchUrl()}.\n`]);
    expect(await snapshots()).toEqual(before);
  });

  it('fails when a part is missing, and deletes nothing', async () => {
    const before = await snapshots();
    const proxy = await FaultProxy.start(elasticsearchUrl());
    proxy.fault = { kind: 'answer', status: 200, json: { snapshot: { state: 'PARTIAL' } } };
    proxy.only = (_path, method) => method === 'PUT';
    try {
      const { code, stderr } = await run({ ES: proxy.url, INDEX_PREFIX: prefix(), KEEP: '0' });
      expect([code, stderr]).toEqual([1, 'The snapshot is not whole; all earlier ones stay.\n']);
      expect(await snapshots()).toEqual(before);
    } finally {
      await proxy.down();
    }
  });
});
