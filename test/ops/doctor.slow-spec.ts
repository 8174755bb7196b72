import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnose } from '../../src/bin/doctor/diagnose.js';
import { lineOf } from '../../src/bin/doctor/finding.js';
import type { Machine } from '../../src/bin/doctor/machine-checks.js';
import { beginMerge } from '../../src/loading/unfinished-merges.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { startCommand } from '../loading/load-process.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadSeed } from '../support/load-seed.js';

const MIB = 1024 * 1024;
const MACHINE: Machine = {
  nodeVersion: '24.1.0',
  javaFolders: [],
  freeDisk: () => Promise.resolve(5000 * MIB),
  freeMemory: () => 4000 * MIB,
};

describe('npm run doctor', () => {
  let service: TestApp;
  let folder: string;
  beforeAll(async () => {
    service = await startTestApp({ name: 'doctor', load: loadSeed(0.01) });
    folder = await mkdtemp(join(tmpdir(), 'commerce-analytics-doctor-'));
    // The cache of built servers is looked for where the node's user, another one for root, can enter.
    await chmod(folder, 0o755);
  });
  afterAll(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  type Environment = Record<string, string>;
  const overCluster = (): Environment => ({
    PORT: new URL(service.url).port,
    ELASTICSEARCH_URL: elasticsearchUrl(),
    INDEX_PREFIX: service.config.indexPrefix,
  });
  const embedded = (): Environment => ({ PORT: '0', ELASTICSEARCH_PORT: '0', DATA_DIR: join(folder, 'data') });
  /** The lines of all that is not well. */
  const troubles = async (environment: Environment, machine: Partial<Machine> = {}): Promise<string[]> =>
    (await diagnose(environment, { ...MACHINE, ...machine })).filter(({ status }) => status !== 'ok').map(lineOf);
  const alias = (kind: 'lives' | 'periods'): string => service.names.alias(kind);
  const indexBehind = async (name: string): Promise<string> =>
    Object.keys(await service.elasticsearch.indices.getAlias({ name }))[0] ?? '';

  it('finds nothing wrong with what is right, and says so line by line', async () => {
    const { port } = new URL(service.url);
    const lines = (await diagnose(overCluster(), MACHINE)).map(lineOf);
    const { version } = Object.values((await service.elasticsearch.nodes.info()).nodes)[0] ?? {};
    const boards = (await service.elasticsearch.count({ index: alias('periods') })).count;
    expect(lines).toEqual([
      'ok       node           Node 24.1.0.',
      'ok       configuration  Every variable is valid.',
      `ok       port           The service answers on port ${port}.`,
      'ok       memory         4000 MiB of memory are free.',
      `ok       elasticsearch  Elasticsearch ${version} at ${elasticsearchUrl()}.`,
      'ok       plugins        Every node has analysis-icu.',
      'ok       health         green, 1 node, 14 shards, 0 without a node.',
      'ok       indices        Every alias exists, and every index has the right version.',
      'ok       shards         Every index has as many shards as it needs.',
      'ok       loads          No load was interrupted.',
      `ok       boards         ${boards} boards are up to date.`,
      'ok       token          1 token works.',
    ]);
  });

  describe('says of a broken set-up what to do:', () => {
    it('variables that are not valid', async () => {
      expect(await troubles({ PORT: 'abc', MCP: 'yes' })).toEqual([
        'fault    configuration  PORT is "abc"; it must be a whole number from 0 to 65535.',
        'fault    configuration  MCP is "yes"; it must be one of on, off.',
      ]);
    });

    it('a Node that is too old', async () => {
      expect(await troubles(overCluster(), { nodeVersion: '20.18.3' })).toEqual([
        'fault    node           Node 20.18.3 is too old; install 20.19 or newer.',
      ]);
    });

    it('no JDK, and no Maven to fetch the embedded node', async () => {
      const ways = (what: string): string =>
        `${what}. Solutions: 1. install a JDK 21 or newer and Maven (Debian: apt-get install openjdk-21-jdk-headless maven), or set JAVA_HOME to one; 2. use your own cluster: ELASTICSEARCH_URL=http://host:9200 npm start; 3. with Docker: docker compose up.`;
      expect(await troubles({ ...embedded(), PATH: folder, XDG_CACHE_HOME: folder })).toEqual([
        `fault    jdk            ${ways('No JDK 21 or newer was found, which the embedded Elasticsearch runs on')}`,
        `fault    maven          ${ways('Maven (mvn) was not found, which fetches the embedded Elasticsearch')}`,
      ]);
    });

    it('a port that another program has: the service’s, the embedded node’s', async () => {
      const other = createServer((_request, response) => response.end('{}'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const port = String((other.address() as AddressInfo).port);
      try {
        expect(await troubles({ ...overCluster(), PORT: port })).toEqual([
          `fault    port           Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`,
        ]);
        const lines = await troubles({ ...embedded(), ELASTICSEARCH_PORT: port });
        expect(lines.filter((line) => line.includes('node port'))).toEqual([
          `fault    node port      Port ${port} is in use by another process; set ELASTICSEARCH_PORT to a free one, or ELASTICSEARCH_URL if an Elasticsearch of yours runs there.`,
        ]);
      } finally {
        other.close();
      }
    });

    it('a disk that is full, and too little memory', async () => {
      const lines = await troubles(embedded(), {
        freeDisk: () => Promise.resolve(300 * MIB),
        freeMemory: () => 700 * MIB,
      });
      expect(lines.filter((line) => /disk|memory/.test(line.slice(0, 24)))).toEqual([
        `fault    disk           300 MiB are free for ${join(folder, 'data')}; 1024 are needed: delete something, or set DATA_DIR to another disk.`,
        'fault    memory         700 MiB of memory are free; 1280 are needed: stop other programs, or use a cluster on another machine (ELASTICSEARCH_URL).',
      ]);
    });

    it('an Elasticsearch that does not answer', async () => {
      expect(await troubles({ ...overCluster(), ELASTICSEARCH_URL: 'http://127.0.0.1:1' })).toEqual([
        'fault    elasticsearch  Elasticsearch does not answer: connect ECONNREFUSED 127.0.0.1:1',
      ]);
    });

    describe('before Elasticsearch', () => {
      let proxy: FaultProxy;
      beforeAll(async () => {
        proxy = await FaultProxy.start(elasticsearchUrl());
        proxy.only = (path) => path.startsWith('/_nodes');
      });
      afterAll(() => proxy?.down());
      const answered = (status: number, json: object): Promise<string[]> => {
        proxy.fault = { kind: 'answer', status, json };
        return troubles({ ...overCluster(), ELASTICSEARCH_URL: proxy.url });
      };

      it('credentials that are refused', async () => {
        expect(await answered(401, { error: {}, status: 401 })).toEqual([
          'fault    elasticsearch  Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or ELASTICSEARCH_API_KEY.',
        ]);
      });

      it('a node of another release, without the plugin', async () => {
        const old = { name: 'old', version: '8.19.1', plugins: [{ name: 'analysis-kuromoji' }], modules: [] };
        const right = { name: 'right', version: '9.2.8', plugins: [{ name: 'analysis-icu' }] };
        expect(await answered(200, { nodes: { a: right, b: old } })).toEqual([
          `fault    elasticsearch  Elasticsearch 9.2.8 and 8.19.1 at ${proxy.url}; 9.x is needed: upgrade it, or set ELASTICSEARCH_URL to another cluster.`,
          'fault    plugins        analysis-icu is missing on old; run "elasticsearch-plugin install analysis-icu" there and restart.',
        ]);
      });
    });

    it('a role that does not open the state of the cluster', async () => {
      const proxy = await FaultProxy.start(elasticsearchUrl());
      proxy.fault = { kind: 'answer', status: 403, json: { error: { type: 'security_exception' }, status: 403 } };
      proxy.only = (path) => path.includes('/_cluster/state');
      try {
        expect(await troubles({ ...overCluster(), ELASTICSEARCH_URL: proxy.url })).toEqual([
          'fault    indices        Elasticsearch refuses to say how the cluster is (HTTP 403), so that nothing is kept in memory. Give the user the privileges in elastic/service-role.json.',
        ]);
      } finally {
        await proxy.down();
      }
    });

    it('an alias that is missing, and an index of another version', async () => {
      const index = await indexBehind(alias('lives'));
      const periods = await indexBehind(alias('periods'));
      const { _meta } = (await service.elasticsearch.indices.getMapping({ index: periods }))[periods]?.mappings ?? {};
      const actions = (action: 'add' | 'remove') => ({ actions: [{ [action]: { index, alias: alias('lives') } }] });
      await service.elasticsearch.indices.updateAliases(actions('remove'));
      await service.elasticsearch.indices.putMapping({ index: periods, _meta: { version: 0 } });
      try {
        expect(await troubles(overCluster())).toEqual([
          `fault    indices        The alias ${alias('lives')} is missing. Restart the service, which creates missing indices; then restore or load.`,
          `fault    indices        ${periods} has mapping version 0, not ${String(_meta?.version)}. Load with this release, or start the release that created it: docs/operating.md, "Upgrade".`,
        ]);
      } finally {
        await service.elasticsearch.indices.putMapping({ index: periods, ...(_meta && { _meta }) });
        await service.elasticsearch.indices.updateAliases(actions('add'));
      }
    });

    it('copies of shards that have no node', async () => {
      const index = await indexBehind(alias('lives'));
      const copies = (number_of_replicas: number, auto: string) =>
        service.elasticsearch.indices.putSettings({
          index,
          settings: { number_of_replicas, auto_expand_replicas: auto },
        });
      await copies(1, 'false');
      try {
        expect(await troubles(overCluster())).toEqual([
          'warning  health         yellow, 1 node, 14 shards, 1 without a node. Add a data node, or wait until they are copied; curl "$ES/_cluster/allocation/explain?pretty" says why.',
        ]);
      } finally {
        await copies(0, '0-1');
      }
    });

    it('indices that have other shards than are set', async () => {
      const lines = await troubles({ ...overCluster(), INDEX_SHARDS: '2' });
      const lives = await indexBehind(alias('lives'));
      expect(lines).toContain(
        `warning  shards         lives: ${lives} has 1 shard, but INDEX_SHARDS is 2: npm run indices -- split lives --shards 2.`,
      );
      expect(lines).toHaveLength(12);
    });

    it('an interrupted merge', async () => {
      const store = new StateStore(service.elasticsearch, service.names);
      await beginMerge(store, 'lives', ['lives.csv'], 'load');
      const [line, ...others] = await troubles(overCluster());
      expect([line?.replace(/started \S+\./, 'started TIME.'), others]).toEqual([
        'warning  loads          In progress or interrupted: lives from lives.csv, started TIME. npm run indices -- list shows which; run an interrupted one again.',
        [],
      ]);
      await store.put('loads:lives', { unfinished: [] });
    });

    it('boards that are stale', async () => {
      const all = (await service.elasticsearch.count({ index: alias('periods') })).count;
      const index = service.names.alias('creators');
      const { hits } = await service.elasticsearch.search<{ uid: string; region: string }>({ index, size: 1 });
      const [{ _id, _source } = {}] = hits.hits;
      const region = _source?.region === 'US' ? 'GB' : 'US';
      await service.elasticsearch.update({ index, id: String(_id), doc: { region }, refresh: true });
      const [line, ...others] = await troubles(overCluster());
      expect(others).toEqual([]);
      const [, stale] =
        /^fault {4}boards {9}(\d+) of (\d+) boards are stale; run npm run rankings -- build\.$/.exec(line ?? '') ?? [];
      expect(line).toContain(` of ${all} boards`);
      expect(Number(stale)).toBeGreaterThan(0);
      await service.elasticsearch.update({ index, id: String(_id), doc: { region: _source?.region }, refresh: true });
    });

    it('no token', async () => {
      await service.tokens.revoke('tests');
      expect(await troubles(overCluster())).toEqual([
        'fault    token          No token works; run npm run -s token -- create.',
      ]);
    });
  });

  it('is told check by check in docs/operating.md', async () => {
    const [, section = ''] = readFileSync('docs/operating.md', 'utf8').split('\n## Troubleshoot\n');
    const [table = ''] = section.split('\n| Symptom');
    const rows = [...table.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    const embeddedLines = await diagnose({ ...embedded(), ELASTICSEARCH_PORT: '1' }, MACHINE);
    const found = [...embeddedLines, ...(await diagnose(overCluster(), MACHINE))].map(({ check }) => check);
    expect(rows).toEqual(expect.arrayContaining([...new Set(found)]));
  });

  it('ends with 1 where there is a fault, and prints JSON when asked', async () => {
    const run = (...parameters: string[]) => {
      const { ELASTICSEARCH_URL: url = '', INDEX_PREFIX: prefix = '' } = overCluster();
      return startCommand('doctor', parameters, { url, prefix, cwd: folder, environment: { PORT: '0' } }).ended;
    };
    await service.tokens.create('again', ['live'], null);
    const well = await run();
    expect([well.status, well.stdout.split('\n').at(-2)]).toEqual([0, 'ok       token          1 token works.']);
    await service.tokens.revoke('again');
    const { status, stdout } = await run('--json');
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: object[] };
    expect([status, ok]).toEqual([1, false]);
    expect(findings.at(-1)).toEqual({
      check: 'token',
      status: 'fault',
      text: 'No token works; run npm run -s token -- create.',
    });
  });
});
