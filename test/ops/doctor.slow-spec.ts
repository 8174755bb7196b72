import { readFileSync } from 'node:fs';
import { diagnose, lineOf } from '../../src/cli/doctor/diagnose.js';
import { beginMerge } from '../../src/loading/unfinished-merges.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { startCommand } from '../loading/load-suite.js';
import { elasticsearchUrl, testApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadSeed } from '../support/load-records.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('npm run doctor', () => {
  const service = testApp(() => ({ name: 'doctor', load: loadSeed(0.01) }));
  const folder = temporaryFolder('doctor');

  type Environment = Record<string, string>;
  const overCluster = (): Environment => ({
    PORT: new URL(service.url).port,
    ELASTICSEARCH_URL: elasticsearchUrl(),
    INDEX_PREFIX: service.config.indexPrefix,
  });
  const troubles = async (environment: Environment): Promise<string[]> =>
    (await diagnose(environment)).filter(({ status }) => status !== 'ok').map(lineOf);
  const alias = (kind: 'lives' | 'sales'): string => service.names.alias(kind);
  const indexBehind = async (name: string): Promise<string> =>
    Object.keys(await service.elasticsearch.indices.getAlias({ name }))[0] ?? '';

  it('finds nothing wrong with what is right, and says so line by line', async () => {
    const lines = (await diagnose(overCluster())).map(lineOf);
    expect(lines).toEqual([
      'ok       configuration  Every variable is valid.',
      `ok       elasticsearch  ${elasticsearchUrl()}: green, 1 node, 12 shards, 0 without a node.`,
      'ok       indices        Every alias exists, and every index has the right version and can be written.',
      'ok       shards         Every index has as many shards as it needs.',
      'ok       loads          No load was interrupted.',
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

    it('a missing address', async () => {
      expect(await troubles({})).toEqual([
        'fault    elasticsearch  Set ELASTICSEARCH_URL to the address of a cluster.',
      ]);
    });

    it('an Elasticsearch that does not answer', async () => {
      expect(await troubles({ ...overCluster(), ELASTICSEARCH_URL: 'http://127.0.0.1:1' })).toEqual([
        expect.stringMatching(/^fault    indices {8}.*Its log says why\.$/),
      ]);
    });

    it('a role that does not open the state of the cluster', async () => {
      const proxy = await FaultProxy.start(elasticsearchUrl());
      proxy.fault = { kind: 'answer', status: 403, json: { error: { type: 'security_exception' }, status: 403 } };
      proxy.only = (path) => path.includes('/_cluster/state');
      try {
        expect(await troubles({ ...overCluster(), ELASTICSEARCH_URL: proxy.url })).toEqual([
          'fault    indices        Elasticsearch refuses to say how the cluster is (HTTP 403), so that nothing is kept in memory. The roles in elastic/ have the privileges.',
        ]);
      } finally {
        await proxy.down();
      }
    });

    it('a wrong password', async () => {
      const proxy = await FaultProxy.start(elasticsearchUrl());
      proxy.fault = { kind: 'answer', status: 401, json: { error: { type: 'security_exception' }, status: 401 } };
      try {
        expect(await troubles({ ...overCluster(), ELASTICSEARCH_URL: proxy.url })).toEqual([
          'fault    indices        Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or ELASTICSEARCH_API_KEY.',
        ]);
      } finally {
        await proxy.down();
      }
    });

    it('indices that are blocked for writing', async () => {
      const indices = await Promise.all([alias('sales'), alias('lives')].map(indexBehind));
      const block = (write: boolean | null) =>
        service.elasticsearch.indices.putSettings({ index: indices, settings: { 'index.blocks.write': write } });
      await block(true);
      try {
        expect(await troubles(overCluster())).toEqual([
          `fault    indices        Blocked (index write (api)): ${[...indices].reverse().join(', ')}. Loads and new tokens fail. Make room where a disk is full, or remove the block from the settings.`,
        ]);
      } finally {
        await block(null);
      }
    });

    it('an alias that is missing, and an index of another version', async () => {
      const index = await indexBehind(alias('lives'));
      const sales = await indexBehind(alias('sales'));
      const { _meta } = (await service.elasticsearch.indices.getMapping({ index: sales }))[sales]?.mappings ?? {};
      const actions = (action: 'add' | 'remove') => ({ actions: [{ [action]: { index, alias: alias('lives') } }] });
      await service.elasticsearch.indices.updateAliases(actions('remove'));
      await service.elasticsearch.indices.putMapping({ index: sales, _meta: { version: 0 } });
      try {
        expect(await troubles(overCluster())).toEqual([
          `fault    indices        The alias ${alias('lives')} is missing; npm run indices -- create makes it, empty.`,
          `fault    indices        ${sales} has mapping version 0, not ${String(_meta?.version)}; end all processes of the old release, then npm run indices -- upgrade rewrites it; or start the release that made it: docs/operating.md, "Upgrade".`,
        ]);
      } finally {
        await service.elasticsearch.indices.putMapping({ index: sales, ...(_meta && { _meta }) });
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
          `warning  elasticsearch  ${elasticsearchUrl()}: yellow, 1 node, 12 shards, 1 without a node. Add a data node, or wait until they are copied; curl "$ES/_cluster/allocation/explain?pretty" says why.`,
        ]);
      } finally {
        await copies(0, '0-1');
      }
    });

    it('indices that have other shards than are set', async () => {
      const lines = await troubles({ ...overCluster(), INDEX_SHARDS: '2' });
      const lives = await indexBehind(alias('lives'));
      expect(lines).toContain(
        `warning  shards         lives: ${lives} has 1 shard, but INDEX_SHARDS is 2: npm run indices -- upgrade changes it.`,
      );
      expect(lines).toHaveLength(10);
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

    it('a replacement that was killed, or still runs', async () => {
      const { elasticsearch } = service;
      const index = `${alias('lives')}-v7-20990101000000000-killed`;
      await elasticsearch.indices.create({ index, aliases: { [`${alias('lives')}-building-1`]: {} } });
      try {
        expect((await troubles(overCluster())).map((line) => line.replace(/started \S+\./, 'started TIME.'))).toEqual([
          `warning  loads          In progress or interrupted: lives into ${index}, started TIME. npm run indices -- list shows which; run an interrupted one again.`,
        ]);
      } finally {
        await elasticsearch.indices.delete({ index });
      }
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
    expect(rows).toEqual((await diagnose(overCluster())).map(({ check }) => check));
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
