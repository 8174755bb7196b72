import { SCOPES } from '../../src/common/access-token.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { type Ended, startCommand } from '../loading/load-suite.js';
import { SERVE_PARAMETERS } from '../../dev/local-cluster/api-process.js';
import { ServiceProcess } from '../ops/service-process.js';
import { deleteIndices, elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { EXAMPLES, OPEN_API } from '../support/open-api.js';
import { hasOpenssl, type ProxyUser, SecuredProxy } from '../support/secured-proxy.js';
import { readRole, type Role, roleFaults, unusedRows } from './service-role.js';

const API_KEY = Buffer.from('id:secret').toString('base64');
const LOADER_KEY = Buffer.from('id:loader').toString('base64');
const OTHER_KEY = Buffer.from('id:other').toString('base64');
const authorization = (apiKey: string): string => `ApiKey ${apiKey}`;

/** Commands by the role that runs them, with their standard input. */
const COMMANDS: readonly [
  role: 'service' | 'loader',
  name: Parameters<typeof startCommand>[0],
  parameters: string,
  input: string,
][] = [
  ['loader', 'seed', '--scale 0.002 --yes', ''],
  ['loader', 'load', 'creators - --replace --shards 1', '{"uid":"1"}\n'],
  ['loader', 'load', 'creators -', '{"uid":"2"}\n'],
  ['service', 'token', 'create --name role', ''],
  ['loader', 'doctor', '', ''],
  ['loader', 'indices', 'create', ''],
  ['loader', 'indices', 'list', ''],
  ['loader', 'indices', 'changed', ''],
  ['loader', 'indices', 'rollback products', ''],
  ['loader', 'indices', 'prune --keep 0 --yes', ''],
  ['service', 'token', 'rotate role', ''],
  ['service', 'token', 'list', ''],
  ['service', 'token', 'revoke --name role', ''],
];

if (!hasOpenssl) process.stderr.write('openssl is not installed: TLS and credentials of Elasticsearch are not tried\n');
const withOpenssl = hasOpenssl ? describe : describe.skip;

withOpenssl('a cluster with TLS and API keys', () => {
  let proxy: SecuredProxy;
  let service: TestApp;
  /** A user that the cluster refuses whatever its role does not open. */
  const userOf = (role: Role): ProxyUser => ({ seen: [], lacks: (call) => roleFaults(role, [call]) });
  let server: ProxyUser;
  let loader: ProxyUser;
  beforeAll(async () => {
    proxy = await SecuredProxy.start(elasticsearchUrl());
    const prefix = `test-secured-roles-${process.pid}-`;
    server = userOf(readRole('service', prefix));
    loader = userOf(readRole('loader', prefix));
    proxy.users.set(authorization(API_KEY), server).set(authorization(LOADER_KEY), loader);
    const client = createElasticClient({ url: proxy.url, apiKey: API_KEY, caFile: proxy.caFile });
    service = await startTestApp({
      name: 'secured',
      serviceClient: client,
      config: { pageCacheBytes: 0, listsBytes: 0, indexPrefix: prefix },
    });
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
    startCommand(
      name,
      parameters.split(' ').filter((word) => word !== ''),
      {
        url,
        prefix: service.config.indexPrefix,
        cwd: import.meta.dirname,
        environment,
        ...(input !== undefined && { input }),
      },
    ).ended;
  const search = async (): Promise<number> => (await service.api.post('/product/v1/search')).status;

  it.each(COMMANDS)('lets the role of the %s run %s %s', async (role, name, parameters, input) => {
    const environment = credentials(role === 'service' ? API_KEY : LOADER_KEY);
    const { status, stdout, stderr } = await run(name, parameters, { environment, input });
    const output = stdout + stderr;
    if (status !== 0) expect(output).toMatch(/no index build older/);
    expect(output).not.toContain('is not granted');
  });

  it('lets the role of the service answer every route, and the two roles need all rows of the table of calls', async () => {
    for (const { title, method, path, value } of EXAMPLES) {
      const query = new URLSearchParams(value as Record<string, string>);
      const sent = method === 'GET' ? service.api.get(`${path}?${query.toString()}`) : service.api.post(path, value);
      expect([title, (await sent).status]).toEqual([title, 200]);
    }
    expect([...new Set(EXAMPLES.map(({ path }) => path))]).toEqual(Object.keys(OPEN_API.paths));
    expect((await service.api.get('/health/ready')).status).toBe(200);
    expect((await service.api.fetch('/metrics')).status).toBe(200);
    const limited = await service.tokens.create('daily', SCOPES, null, { perDay: 10 });
    expect((await service.api.withToken(limited).post('/live/v1/search')).status).toBe(200);
    expect(unusedRows([...server.seen, ...loader.seen])).toEqual([]);
  });

  it('lets the service change nothing but tokens and state', () => {
    const changes = server.seen.filter(
      ({ method, path }) => !['GET', 'HEAD'].includes(method) && !/_(?:search|pit|count|mget)\b/.test(path),
    );
    const { tokens, state } = { tokens: service.names.alias('tokens'), state: service.names.alias('state') };
    const changed = new Set(changes.map(({ path }) => path.split('/')[1]));
    expect([...changed].sort()).toEqual([state, tokens].sort());
  });

  it.each([
    ['load', 'creators -', '{"uid":"3"}\n'],
    ['indices', 'create', ''],
    ['seed', '--scale 0.002 --yes', ''],
  ] as const)('refuses the role of the service what loads: %s %s', async (name, parameters, input) => {
    const { status, stderr } = await run(name, parameters, { input });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/denies the user a privilege \(403\)|not granted/)]);
  });

  it('makes no index to serve: readiness says what to run, and the role that loads runs it', async () => {
    const prefix = service.config.indexPrefix.replace('secured-roles', 'secured-roles-empty');
    const user = userOf(readRole('service', prefix));
    const key = Buffer.from('id:empty').toString('base64');
    proxy.users.set(authorization(key), user);
    proxy.users.set(authorization(OTHER_KEY), userOf(readRole('loader', prefix)));
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      INDEX_PREFIX: prefix,
      LOG_LEVEL: 'silent',
      ELASTICSEARCH_URL: proxy.url,
    };
    const started = ServiceProcess.spawn(SERVE_PARAMETERS, { env: { ...env, ...credentials(key) }, cwd: PROJECT_DIR });
    try {
      const trouble = `Not ready: The alias ${prefix}products is missing; npm run indices -- create makes it, empty.\n`;
      await eventually('what to run', () => started.text.includes(trouble));
      expect(started.text).not.toContain('Serving at');
      expect(user.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
      const options = { url: proxy.url, prefix, cwd: import.meta.dirname };
      const without = await startCommand('token', ['list'], { ...options, environment: credentials(key) }).ended;
      expect([without.status, without.stderr]).toEqual([
        1,
        'There are no indices yet. Run: npm run indices -- create\n',
      ]);
      const create = () =>
        startCommand('indices', ['create'], { ...options, environment: credentials(OTHER_KEY) }).ended;
      expect(await create()).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Created product-categories, ') as unknown,
      });
      expect(await create()).toMatchObject({ status: 0, stdout: 'Every index is there.\n' });
      expect((await fetch(`${await started.url()}/health/ready`)).status).toBe(200);
    } finally {
      proxy.users.delete(authorization(OTHER_KEY));
      started.signal('SIGTERM');
      await started.end();
      await deleteIndices(service.elasticsearch, prefix);
    }
  });

  it.each([
    ['service', 'read', 'indices:data/read/search is not granted'],
    ['service', 'index', 'indices:data/write/index is not granted'],
    ['service', 'monitor', 'cluster:monitor/health is not granted'],
    ['service', 'view_index_metadata', 'indices:admin/aliases/get is not granted'],
    ['loader', 'index', 'indices:data/write/index is not granted'],
    ['loader', 'delete', 'indices:data/write/delete is not granted'],
    ['loader', 'create_index', 'indices:admin/create is not granted'],
    ['loader', 'manage', 'indices:admin/aliases is not granted'],
    ['loader', 'monitor', 'cluster:monitor/health is not granted'],
  ] as const)('would be asked for more, had the role of the %s no %s', (name, privilege, fault) => {
    const { cluster, indices } = readRole(name, service.config.indexPrefix);
    const without = (names: readonly string[]): string[] => names.filter((one) => one !== privilege);
    const narrowed = {
      cluster: without(cluster),
      indices: indices.map(({ names, privileges }) => ({ names, privileges: without(privileges) })),
    };
    const { seen } = name === 'service' ? server : loader;
    expect(roleFaults(narrowed, seen)).toContain(fault);
    expect(roleFaults(readRole(name), [{ method: 'POST', path: '/_security/user' }])).toEqual([
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
      const user: ProxyUser = { seen: [] };
      expired.users.set(authorization(API_KEY), user);
      const environment = { ...credentials(), ELASTICSEARCH_CA_FILE: expired.caFile };
      const ended = await run('token', 'list', { environment, url: expired.url });
      expect([ended.status, ended.stderr]).toEqual([1, 'Elasticsearch does not answer: certificate has expired\n']);
      expect(user.seen).toEqual([]);
    } finally {
      await expired.close();
    }
  });

  it('answers nothing once the key is revoked, says so on /health/ready, and all is well with the key given back', async () => {
    expect(await search()).toBe(200);
    proxy.users.delete(authorization(API_KEY));
    try {
      expect(await search()).toBe(503);
      const ready = await eventually('the end of readiness', async () => {
        const answer = await service.api.fetch('/health/ready');
        return answer.status === 503 && answer;
      });
      expect(await ready.text()).toContain('Elasticsearch refuses the credentials (401)');
    } finally {
      proxy.users.set(authorization(API_KEY), server);
    }
    await eventually('an answer with the key given back', async () => (await search()) === 200);
    await eventually('readiness', async () => (await service.api.fetch('/health/ready')).status === 200);
  });
});
