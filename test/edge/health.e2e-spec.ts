import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import { markSeed } from '../../dev/seed/seed-cluster.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { readMetrics, sumOf } from '../support/metrics.js';
import { OPEN_API } from '../support/open-api.js';
import { emptyIndices } from '../support/shared-indices.js';

interface Ready {
  status: string;
  troubles?: string[];
}

const ONE_HOUR_MS = 3_600_000;
const NOTHING = { videos: null, products: null, lives: null, sales: null, creator_days: null, rates: null };

describe('health', () => {
  const service = testApp(() => ({ name: 'health' }));

  const ready = async (): Promise<{ status: number; body: Ready }> => {
    const response = await service.api.fetch('/health/ready');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return { status: response.status, body: (await response.json()) as Ready };
  };

  /** The first answer of that status: a change is seen by the next look at the cluster. */
  const readyWith = (status: number) =>
    eventually(`readiness of ${status}`, async () => {
      const answer = await ready();
      return answer.status === status && answer;
    });

  const oneMoreLook = async (): Promise<void> => {
    const watch = service.app.get(DataVersionWatch);
    const before = watch.snapshot;
    await raiseDataVersion(service.elasticsearch, service.names, 'test');
    await eventually('one more look', () => watch.snapshot !== before);
  };

  const physicalOf = async (alias: string): Promise<string> =>
    String(Object.keys(await service.elasticsearch.indices.getAlias({ name: alias }))[0]);

  it('needs no token and no envelope', async () => {
    const live = await service.api.fetch('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
    expect(await ready()).toEqual({
      status: 200,
      body: {
        status: 'ready',
        elasticsearch: { status: 'green', nodes: 1 },
        circuit_breaker: 'closed',
        newest: NOTHING,
      },
    });
  });

  it('is not ready while an alias is missing, and names it', async () => {
    const alias = service.names.alias('lives');
    const index = await physicalOf(alias);
    await service.elasticsearch.indices.deleteAlias({ index, name: alias });
    expect(await readyWith(503)).toMatchObject({
      body: {
        status: 'not ready',
        troubles: [`The alias ${alias} is missing; npm run indices -- create makes it, empty.`],
      },
    });
    await service.elasticsearch.indices.putAlias({ index, name: alias, is_write_index: true });
    await readyWith(200);
  });

  it('is not ready over a mapping of another version, and names both', async () => {
    const index = await physicalOf(service.names.alias('products'));
    const { _meta } = (await service.elasticsearch.indices.getMapping({ index }))[index]?.mappings ?? {};
    await service.elasticsearch.indices.putMapping({ index, _meta: { version: 999 } });
    expect(await readyWith(503)).toMatchObject({
      body: {
        status: 'not ready',
        troubles: [
          `${index} has mapping version 999, not ${String(_meta?.version)}; start the release that made it: docs/operating.md, "Upgrade".`,
        ],
      },
    });
    await service.elasticsearch.indices.putMapping({ index, ...(_meta && { _meta }) });
    await readyWith(200);
  });

  it('is not ready while a part of an index has no node', async () => {
    const alias = service.names.alias('sales');
    const index = await physicalOf(alias);
    const parked = `${alias}-v1-parked`;
    await service.elasticsearch.indices.create({
      index: parked,
      settings: { 'index.routing.allocation.require.name': 'nowhere' },
      mappings: (await service.elasticsearch.indices.getMapping({ index }))[index]?.mappings ?? {},
      wait_for_active_shards: 0,
    });
    const move = (from: string, to: string) =>
      service.elasticsearch.indices.updateAliases({
        actions: [{ remove: { index: from, alias } }, { add: { index: to, alias, is_write_index: true } }],
      });
    await move(index, parked);
    expect(await readyWith(503)).toMatchObject({
      body: {
        status: 'not ready',
        troubles: [expect.stringContaining(`${parked} is red: a part of it has no node. Start its node`) as unknown],
      },
    });
    await move(parked, index);
    await readyWith(200);
  });

  it('is not ready before the first seed is done, and stays ready while a later one replaces it', async () => {
    const { elasticsearch, names } = service;
    const seed = { scale: 1, until: '2026-06-30' };
    await markSeed({ client: elasticsearch, names }, { ...seed, state: 'running' });
    expect(await readyWith(503)).toMatchObject({
      body: { status: 'not ready', troubles: ['The first seed is not done: npm run seed -- --if-empty does it.'] },
    });
    await markSeed({ client: elasticsearch, names }, { ...seed, state: 'done' });
    await readyWith(200);
    await elasticsearch.index({ index: names.alias('sales'), refresh: true, document: { date: '2026-06-30' } });
    await markSeed({ client: elasticsearch, names }, { ...seed, state: 'running' });
    await oneMoreLook();
    expect((await ready()).status).toBe(200);
  });

  it('does not mind other indices on the cluster', async () => {
    const index = `${service.config.indexPrefix}someone-elses`;
    await service.elasticsearch.indices.create({
      index,
      settings: { 'index.routing.allocation.require.name': 'nowhere' },
      wait_for_active_shards: 0,
    });
    await oneMoreLook();
    expect((await ready()).status).toBe(200);
    await service.elasticsearch.indices.delete({ index });
  });
});

describe('while the newest moments of the data can’t be read', () => {
  const proxy = new FaultProxy();
  // Before the service, which would wait for what hangs.
  afterAll(() => proxy.down());
  const service = testApp(() => ({
    name: 'newest-late',
    indices: emptyIndices(),
    proxy,
    config: { requestTimeoutMs: ONE_HOUR_MS },
  }));
  beforeAll(async () => {
    proxy.fault = { kind: 'hang' };
    proxy.only = isSearchOfLives;
  });

  it('readiness and the list of periods do not wait for them until the deadline of a request', async () => {
    const response = await service.api.fetch('/health/ready');
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'ready', newest: null }]);
    const periods = await service.api.post('/creator/v1/rank/periods');
    expect([periods.status, periods.body.data]).toEqual([200, { total: 0, list: [], newest: null }]);
  });
});

function refusal(action: string, privileges: string): object {
  const error = {
    type: 'security_exception',
    reason: `action [${action}] is unauthorized for user [service] with effective roles [reader], this action is granted by the ${privileges}`,
  };
  return { error: { root_cause: [error], ...error }, status: 403 };
}

describe('looks at the cluster', () => {
  const ASKERS = 50;
  /** Calls of one look, of another one for the numbers of records, and what the service asks for by itself meanwhile. */
  const CALLS_OF_A_LOOK = 6;
  const LOOK_EVERY_MS = 350;

  const proxy = new FaultProxy();
  const service = testApp(() => ({ name: 'looks', proxy }));
  beforeAll(async () => {
    await eventually('the state of the data', () => service.app.get(DataVersionWatch).snapshot.dataVersion);
  });

  it.each(['/health/ready', '/metrics'])('are shared by all who ask for %s', async (path) => {
    await service.api.fetch(path);
    const before = proxy.seen.length;
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: ASKERS }, () => service.api.fetch(path)));
    const looks = 2 + Math.ceil((performance.now() - startedAt) / LOOK_EVERY_MS);
    expect(answers.map(({ status }) => status)).toEqual(Array(ASKERS).fill(200));
    expect(proxy.seen.length - before).toBeLessThanOrEqual(looks * CALLS_OF_A_LOOK);
  });

  it('tell of the rights that reads lack; requests get 503, and the log has the reason of Elasticsearch', async () => {
    proxy.fault = {
      kind: 'answer',
      status: 403,
      json: refusal('indices:data/read/search', 'index privileges [read,all]'),
    };
    proxy.only = (path) => /creators[^/]*\/_search/.test(path);
    const search = () => service.api.post('/creator/v1/search', { filter: { region: 'US' } });
    const refused = await search();
    expectError(refused, 503, 40001);
    expect(refused.headers.get('retry-after')).toBe('1');
    const ready = async () => (await (await service.api.fetch('/health/ready')).json()) as object;
    expect(await ready()).toMatchObject({
      missing_rights: [
        'Elasticsearch refuses reads of creators (HTTP 403): it wants one of the index privileges [read,all].',
      ],
    });
    const lines = service.log.filter(({ msg }) => String(msg).startsWith('The search cluster refuses the service'));
    expect(JSON.stringify(lines[0])).toContain('unauthorized for user [service]');
    proxy.heal();
    await eventually('a search that is answered', async () => (await search()).status === 200);
    expect(await ready()).not.toHaveProperty('missing_rights');
  });

  it('that fail are told once in the log, and in /metrics and /health/ready until they succeed again', async () => {
    const up = async () => sumOf(await readMetrics(service), 'commerce_data_watch_up');
    const told = (message: string) => service.log.filter(({ msg }) => msg === message);
    expect(await up()).toBe(1);
    proxy.fault = {
      kind: 'answer',
      status: 403,
      json: refusal('cluster:monitor/state', 'cluster privileges [monitor,manage,all]'),
    };
    proxy.only = (path) => path.includes('/_cluster/state');
    await eventually('the failure in the metrics', async () => (await up()) === 0);
    const met = proxy.met;
    await eventually('more looks', () => proxy.met > met + 3);
    const refused =
      'Elasticsearch refuses to say how the cluster is (HTTP 403): it wants one of the cluster privileges [monitor,manage,all], so that nothing is kept in memory. The roles in elastic/ have the privileges.';
    const response = await service.api.fetch('/health/ready');
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not ready', troubles: [refused], circuit_breaker: 'closed', pages_kept: false },
    ]);
    expect(told('The state of the data can’t be read: nothing is kept in memory.')).toMatchObject([
      { level: 'warn', err: { type: 'ResponseError' } },
    ]);
    expect(told('The state of the data can be read again.')).toHaveLength(0);
    proxy.heal();
    await eventually('the end of it', async () => (await up()) === 1);
    expect((await service.api.fetch('/health/ready')).status).toBe(200);
    expect(told('The state of the data can be read again.')).toHaveLength(1);
  });
});

describe('documentation', () => {
  const service = testApp(() => ({ name: 'documentation', indices: emptyIndices() }));

  it('is a page that needs nothing from elsewhere and no leave beyond its own scripts', async () => {
    const response = await service.api.fetch('/docs');
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const assets = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(
      ([, address]) => new URL(String(address), `${service.url}/docs`),
    );
    expect(assets.length).toBeGreaterThanOrEqual(4);
    for (const asset of assets) {
      expect(asset.origin).toBe(service.url);
      expect([asset.pathname, (await fetch(asset)).status]).toEqual([asset.pathname, 200]);
    }
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>[^<]*\S/);
  });

  it('lists every operation in /llms.txt, in one line that links lead on from', async () => {
    const response = await service.api.fetch('/llms.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    const lines = text.split('\n');
    expect(lines[0]).toBe('# Commerce analytics search and ranking');
    expect(lines.filter((line) => line.startsWith('## '))).toEqual([
      '## Search',
      '## Rankings',
      '## Sales',
      '## Categories',
      '## Access',
    ]);
    expect(lines).toContain('- `POST /creator/v1/rank/topGrowth`: Creators by the followers they gained in a period.');
    const document = (await (await service.api.fetch('/openapi.json')).json()) as { paths: Record<string, object> };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        const name = `- \`${method.toUpperCase()} ${path}\`: `;
        expect([name, lines.filter((line) => line.startsWith(name)).length]).toEqual([name, 1]);
      }
    }
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(
      ([, link]) => new URL(String(link), `${service.url}/llms.txt`),
    );
    expect(links.map(({ pathname }) => pathname)).toEqual(['/openapi.json', '/docs']);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
    expect(text.length).toBeLessThan(6000);
  });

  it('is the OpenAPI document of docs', async () => {
    const response = await service.api.fetch('/openapi.json');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(OPEN_API);
  });
});
