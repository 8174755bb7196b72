import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { freePort } from '../../dev/embedded-node/embedded-node.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { buildService, ServiceProcess } from './service-process.js';

describe('the service process before its cluster answers', () => {
  const prefix = `test-late-cluster-${process.pid}-`;
  let proxy: FaultProxy;
  let service: ServiceProcess;

  beforeAll(async () => {
    await buildService();
    proxy = await FaultProxy.start(elasticsearchUrl());
    const elasticsearch = createElasticClient({ url: elasticsearchUrl() });
    await ensureIndices(elasticsearch, new IndexNames(prefix));
    await elasticsearch.close();
  });

  afterAll(async () => {
    service.signal('SIGTERM');
    await service.end();
    await proxy.down();
    const elasticsearch = createElasticClient({ url: elasticsearchUrl() });
    await deleteIndices(elasticsearch, prefix);
    await elasticsearch.close();
  });

  it('opens its port, says why it is not ready, and serves when the cluster answers', async () => {
    proxy.fault = { kind: 'cut' };
    const port = await freePort(0);
    service = ServiceProcess.launch('', port, {
      ELASTICSEARCH_URL: proxy.url,
      INDEX_PREFIX: prefix,
      LOG_LEVEL: 'silent',
    });
    const url = `http://127.0.0.1:${port}`;
    const health = await eventually('the port to open', () => fetch(`${url}/health/ready`).catch(() => undefined));
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'not ready',
      troubles: [expect.stringContaining('Elasticsearch')],
    });
    const headers = { Authorization: `Bearer ${'a'.repeat(43)}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/product/v1/search`, { method: 'POST', headers, body: '{}' });
    expect([answer.status, (await answer.json()) as { code: number }]).toEqual([
      503,
      expect.objectContaining({ code: 40001 }),
    ]);
    const waiting = await eventually('a reason', () => /Not ready: .*\n/.exec(service.text)?.[0]);
    expect(waiting).toContain(proxy.url);

    proxy.fault = { kind: 'none' };
    expect(await service.url()).toBe(url);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });
});
