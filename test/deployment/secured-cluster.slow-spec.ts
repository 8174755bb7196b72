import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { exportAll } from '../export/export-client.js';
import type { Ended } from '../loading/load-process.js';
import { startCommand } from '../loading/load-process.js';
import { SERVE_PARAMETERS } from '../../tools/local-cluster/api-process.js';
import { ServiceProcess } from '../ops/service-process.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { questionsAbout } from '../support/same-answers.js';
import { hasOpenssl, SecuredProxy } from '../support/secured-proxy.js';
import { readRole, roleFaults, unusedRows } from './service-role.js';

const API_KEY = Buffer.from('id:secret').toString('base64');
const OTHER_KEY = Buffer.from('id:other').toString('base64');
const AUTHORIZED = `ApiKey ${API_KEY}`;

if (!hasOpenssl) process.stderr.write('openssl is not installed: TLS and credentials of Elasticsearch are not tried\n');
const withOpenssl = hasOpenssl ? describe : describe.skip;

withOpenssl('a cluster with TLS and API keys', () => {
  let proxy: SecuredProxy;
  let service: TestApp;
  beforeAll(async () => {
    proxy = await SecuredProxy.start(elasticsearchUrl());
    proxy.accepted.add(AUTHORIZED);
    const client = createElasticClient({ url: proxy.url, apiKey: API_KEY, caFile: proxy.caFile });
    service = await startTestApp({ name: 'secured', serviceClient: client, config: { pageCacheBytes: 0 } });
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.close();
  });

  type Credentials = Readonly<Record<string, string>>;
  const credentials = (apiKey = API_KEY): Credentials => ({
    ELASTICSEARCH_API_KEY: apiKey,
    ELASTICSEARCH_CA_FILE: proxy.caFile,
  });
  const run = (
    name: Parameters<typeof startCommand>[0],
    parameters: string,
    {
      input,
      environment = credentials(),
      url = proxy.url,
    }: { input?: string; environment?: Credentials; url?: string } = {},
  ): Promise<Ended> =>
    startCommand(name, parameters.split(' '), {
      url,
      prefix: service.config.indexPrefix,
      cwd: import.meta.dirname,
      environment,
      ...(input !== undefined && { input }),
    }).ended;
  const search = async (): Promise<number> => (await service.api.post('/product/v1/search')).status;

  it('is asked by the service and its commands for nothing but what the role of the service opens', async () => {
    const commands: [Parameters<typeof startCommand>[0], string, string?][] = [
      ['seed', '--scale 0.002 --yes'],
      ['load', 'creators - --replace --shards 1', '{"uid":"1"}\n'],
      ['load', 'creators -', '{"uid":"2"}\n'],
      ['indices', 'split creators --shards 2'],
      ['indices', 'list'],
      ['indices', 'rollback products'],
      ['indices', 'prune --keep 0 --yes'],
      ['token', 'create --name role'],
      ['token', 'revoke --name role'],
    ];
    for (const [name, parameters, input] of commands) {
      const { status, stderr } = await run(name, parameters, input === undefined ? {} : { input });
      expect([name, parameters, status === 0 || /no index build older/.test(stderr) ? 0 : stderr]).toEqual([
        name,
        parameters,
        0,
      ]);
    }
    const asked = new Set<string>();
    for (const { path, body } of questionsAbout(0.002, 1)) {
      if (asked.has(path)) continue;
      asked.add(path);
      expect((await service.api.post(path, body)).status).toBe(200);
    }
    expect((await service.api.get('/health/ready')).status).toBe(200);
    expect(
      (await exportAll(service, '/video/v1/export', { keywords: 'a', filter: { create_time_range: { min: 1 } } }))
        .status,
    ).toBe(200);
    expect(roleFaults(readRole(), proxy.seen)).toEqual([]);
    expect(unusedRows(proxy.seen)).toEqual([]);
  });

  it.each([
    ['read', 'indices:data/read/search is not granted'],
    ['index', 'indices:data/write/index is not granted'],
    ['delete', 'indices:data/write/delete is not granted'],
    ['create_index', 'indices:admin/create is not granted'],
    ['manage', 'indices:admin/aliases is not granted'],
    ['monitor', 'cluster:monitor/health is not granted'],
  ])('would be asked for more, had the role no %s', (privilege, fault) => {
    const { cluster, indices } = readRole();
    const without = (names: readonly string[]): string[] => names.filter((name) => name !== privilege);
    const narrowed = {
      cluster: without(cluster),
      indices: indices.map(({ names, privileges }) => ({ names, privileges: without(privileges) })),
    };
    expect(roleFaults(narrowed, proxy.seen)).toContain(fault);
    expect(roleFaults(readRole(), [{ method: 'POST', path: '/_security/user' }])).toEqual([
      'nobody has said what POST /_security/user needs',
    ]);
  });

  it('refuses another key: commands end with 1 and a sentence, and the service does not start', async () => {
    const ended = await run('token', 'list', { environment: credentials(OTHER_KEY) });
    expect([ended.status, ended.stderr]).toEqual([
      1,
      'Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or ELASTICSEARCH_API_KEY.\n',
    ]);
    const env = { PATH: process.env.PATH, PORT: '0', ELASTICSEARCH_URL: proxy.url, ...credentials(OTHER_KEY) };
    const started = ServiceProcess.spawn(SERVE_PARAMETERS, { env, cwd: PROJECT_DIR });
    expect(await started.end()).toBe(1);
    expect(started.text).toContain('Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME');
  });

  it('is not trusted without its CA, nor with a certificate that has expired; the reason is said', async () => {
    const untrusted = await run('token', 'list', { environment: { ELASTICSEARCH_API_KEY: API_KEY } });
    expect([untrusted.status, untrusted.stderr]).toEqual([
      1,
      expect.stringMatching(/^Elasticsearch does not answer: .*certificate/),
    ]);
    const expired = await SecuredProxy.start(elasticsearchUrl(), { validity: 'expired' });
    try {
      expired.accepted.add(AUTHORIZED);
      const environment = { ...credentials(), ELASTICSEARCH_CA_FILE: expired.caFile };
      const ended = await run('token', 'list', { environment, url: expired.url });
      expect([ended.status, ended.stderr]).toEqual([1, 'Elasticsearch does not answer: certificate has expired\n']);
      expect(expired.seen).toEqual([]);
    } finally {
      await expired.close();
    }
  });

  it('answers nothing once the key is revoked, says so on /health/ready, and all is well with the key given back', async () => {
    expect(await search()).toBe(200);
    proxy.accepted.delete(AUTHORIZED);
    try {
      expect(await search()).toBe(503);
      const ready = await eventually('the end of readiness', async () => {
        const answer = await service.api.fetch('/health/ready');
        return answer.status === 503 && answer;
      });
      expect(await ready.text()).toContain('Elasticsearch refuses to say how the cluster is (HTTP 401)');
    } finally {
      proxy.accepted.add(AUTHORIZED);
    }
    await eventually('an answer with the key given back', async () => (await search()) === 200);
    await eventually('readiness', async () => (await service.api.fetch('/health/ready')).status === 200);
  });
});
