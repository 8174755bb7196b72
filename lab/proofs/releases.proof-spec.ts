import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RECORD_KINDS, type RecordKind } from '../../src/common/record-kind.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { createElasticClient, type ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { buildService, nodeOn, ServiceProcess } from '../../test/ops/service-process.js';
import { deleteIndices, elasticsearchUrl } from '../../test/support/app.js';
import { eventually } from '../../test/support/eventually.js';

/** Revisions whose data is upgraded, straight to this one. */
const REVISIONS = (process.env.PROOF_REVISION ?? '152b8c9f 164e0251').split(' ');
/** What the embedded node of a revision lacks for the indices of this one. */
const LACKING: Readonly<Record<string, string>> = { '152b8c9f': 'Unknown filter type [stemmer_override]' };
const SEED = ['--scale', '0.02', '--until', '2026-06-30'];
const MOST_FIGURES = 2000;
const TIMEOUT_MS = 1_200_000;

const run = promisify(execFile);

interface Request {
  readonly path: string;
  readonly body: object;
}
type Answers = ReadonlyMap<Request, unknown>;

const DAYS = { from: '2026-06-01', to: '2026-06-30' };
const WEEK = { type: 'week', value: '2026-25' };
const MONTH = { type: 'month', value: '2026-05' };
const times = { create_time_range: { min: 0 } };

/** Requests that every revision answers in the same way: without keywords, whose analysis changes. */
const REQUESTS: readonly Request[] = [
  ...[1, 2, 5, 9].map((page) => ({ path: '/product/v1/search', body: { page, pagesize: 30 } })),
  ...[1, 4, 8].map((page) => ({ path: '/video/v1/search', body: { filter: times, page, pagesize: 50 } })),
  ...[1, 3].map((page) => ({ path: '/live/v1/search', body: { page, pagesize: 50 } })),
  ...[1, 2].map((page) => ({ path: '/creator/v1/search', body: { page, pagesize: 30 } })),
  ...['US', 'GB', 'TH', 'VN', 'DE'].flatMap((region) => [
    { path: '/product/v1/search', body: { filter: { region }, orderby: [{ field: 'total_usd_gmv' }] } },
    { path: '/video/v1/search', body: { filter: { ...times, region }, orderby: [{ field: 'digg_count' }] } },
    { path: '/sales/v1/breakdown', body: { by: 'category', ...DAYS, filter: { region } } },
    { path: '/creator/v1/rank/topEcommerce', body: { filter: { date_info: MONTH, region } } },
  ]),
  { path: '/product/v1/facets', body: { facets: [{ field: 'region' }, { field: 'seller_id', size: 5 }] } },
  { path: '/video/v1/facets', body: { filter: times, facets: [{ field: 'region' }] } },
  { path: '/live/v1/facets', body: { facets: [{ field: 'region' }] } },
  { path: '/creator/v1/facets', body: { facets: [{ field: 'region' }] } },
  ...['channel', 'day', 'category', 'region'].map((by) => ({ path: '/sales/v1/breakdown', body: { by, ...DAYS } })),
  ...[WEEK, MONTH].flatMap((date_info) => [
    ...['topEcommerce', 'topGrowth'].map((ranking) => ({
      path: `/creator/v1/rank/${ranking}`,
      body: { filter: { date_info }, pagesize: 50 },
    })),
    ...['product', 'shop', 'category', 'video', 'live'].map((kind) => ({
      path: `/${kind}/v1/rank/topSelling`,
      body: { filter: { date_info }, pagesize: 50 },
    })),
  ]),
  ...['a', 'b', 'm'].flatMap((keywords) =>
    ['product', 'creator'].map((kind) => ({ path: `/${kind}/v1/suggest`, body: { keywords } })),
  ),
  { path: '/product/v1/category', body: {} },
  { path: '/creator/v1/category', body: {} },
];

/** Counts the numbers of an answer; notes where the newer one lacks or changes a value. What only the newer has is left alone. */
function compare(older: unknown, newer: unknown, path: string, differences: string[]): number {
  if (typeof older !== 'object' || older === null || typeof newer !== 'object' || newer === null) {
    if (older !== newer) differences.push(`${path}: ${JSON.stringify(older)} → ${JSON.stringify(newer)}`.slice(0, 200));
    return typeof older === 'number' ? 1 : 0;
  }
  if (Array.isArray(older) && older.length !== (newer as unknown[]).length)
    differences.push(`${path}: ${older.length} → ${(newer as unknown[]).length} items`);
  return Object.entries(older).reduce(
    (sum, [name, value]) =>
      sum + compare(value, (newer as Record<string, unknown>)[name], `${path}.${name}`, differences),
    0,
  );
}

class Release {
  private service: ServiceProcess | undefined;

  constructor(
    private readonly name: string,
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  private script(command: string): string[] {
    const former = join(this.folder, 'tools', 'run.mjs');
    return existsSync(former) ? [former, `bin/${command}`] : [join(this.folder, 'dev', 'run.mjs'), command];
  }

  private get options() {
    const own = { EXPLORER: 'off', PORT: '0', LOG_LEVEL: 'warn', ELASTICSEARCH_URL: '', INDEX_PREFIX: '' };
    return { cwd: this.folder, env: { ...process.env, ...own, ...this.environment }, maxBuffer: 100_000_000 };
  }

  async command(command: string, ...parameters: string[]): Promise<string> {
    const work = () => run(process.execPath, [...this.script(command), ...parameters], this.options);
    const { stdout } = await timed(`${this.name}: ${[command, ...parameters].join(' ')}`, work);
    return stdout;
  }

  serve(): ServiceProcess {
    this.service = ServiceProcess.spawn(this.script('main'), this.options);
    return this.service;
  }

  async answers(token: string): Promise<Answers> {
    const url = await (this.service as ServiceProcess).url();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answers = new Map<Request, unknown>();
    for (const request of REQUESTS) {
      const response = await fetch(`${url}${request.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(request.body),
      });
      const { data, ...others } = (await response.json()) as { data: unknown };
      expect([request, response.status, others]).toMatchObject([request, 200, { code: 0 }]);
      answers.set(request, data);
    }
    return answers;
  }

  async stop(): Promise<void> {
    this.service?.signal('SIGTERM');
    await this.service?.end();
  }
}

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  process.stdout.write(`${step}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  return result;
}

function hasOtherVersions(revision: string): boolean {
  const versionOf = (kind: RecordKind): number | undefined => {
    const file = `${revision}:elastic/indices/${kind}.json`;
    try {
      const text = execFileSync('git', ['show', file], { cwd: PROJECT_DIR, encoding: 'utf8', stdio: 'pipe' });
      return (JSON.parse(text) as { version: number }).version;
    } catch {
      // The revision has no such kind.
      return undefined;
    }
  };
  return RECORD_KINDS.some((kind) => ![undefined, readIndexDefinition(kind).version].includes(versionOf(kind)));
}

describe.each(REVISIONS)('the data of %s, upgraded by the steps of docs/operating.md', (revision) => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const dataFolder = mkdtempSync(join(tmpdir(), 'release-data-'));
  const isOld = hasOtherVersions(revision);
  let client: ElasticClient;
  let running: Release[] = [];

  beforeAll(async () => {
    client = createElasticClient({ url: elasticsearchUrl() });
    chmodSync(dataFolder, 0o755);
    await buildService();
    await timed(`build ${revision}`, async () => {
      await run('sh', ['-c', `git archive ${revision} | tar -x -C '${folder}'`], { cwd: PROJECT_DIR });
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
      await run('npm', ['run', 'build'], { cwd: folder });
    });
  }, TIMEOUT_MS);
  afterEach(async () => {
    for (const release of running) await release.stop();
    running = [];
  });
  afterAll(async () => {
    await client.close();
    for (const made of [folder, dataFolder]) rmSync(made, { recursive: true, force: true, maxRetries: 10 });
  });

  function releases(before: NodeJS.ProcessEnv, now: NodeJS.ProcessEnv): [Release, Release] {
    const pair: [Release, Release] = [new Release(revision, folder, before), new Release('now', PROJECT_DIR, now)];
    running = pair;
    return pair;
  }

  function expectSame(older: Answers, newer: Answers): void {
    const differences: string[] = [];
    let figures = 0;
    for (const [{ path, body }, data] of older) {
      const answer = [...newer].find(([request]) => request.path === path && request.body === body)?.[1];
      figures += compare(data, answer, `${path} ${JSON.stringify(body)} `, differences);
    }
    process.stdout.write(`${figures} figures of ${older.size} answers, ${differences.length} differ\n`);
    expect(differences.slice(0, 50)).toEqual([]);
    expect(figures).toBeGreaterThan(MOST_FIGURES);
  }

  it('has the same figures on the embedded node, on the same data folder', async () => {
    const environment = { DATA_DIR: join(dataFolder, 'data'), ELASTICSEARCH_PORT: '0', ELASTICSEARCH_HEAP: '256m' };
    const [before, now] = releases(environment, environment);
    await before.command('seed', ...SEED);
    const token = (await before.command('token', 'create', '--name', 'proof', '--per-second', '0')).trim();
    await timed(`${revision}: serve`, () => before.serve().url());
    const older = await before.answers(token);
    const lacking = LACKING[revision];
    if (lacking !== undefined) await expectLacking(environment.DATA_DIR, lacking);
    await before.stop();

    const service = now.serve();
    if (isOld) {
      await eventually(
        'the trouble',
        () => service.text.includes('npm run indices -- upgrade rewrites it'),
        TIMEOUT_MS,
      );
      expect(service.text).not.toContain('Serving at');
    }
    const upgraded = await now.command('indices', 'upgrade');
    process.stdout.write(upgraded);
    expect(upgraded.includes(' have been rewritten.\n')).toBe(isOld);
    expect(upgraded).not.toContain('can’t be made');
    expectSame(older, await now.answers(token));
    expect(await now.command('doctor')).not.toMatch(/^fault/m);
  });

  /** On the node of the revision before, each kind and the copy say what it lacks, and make nothing. */
  async function expectLacking(dataDir: string, lacking: string): Promise<void> {
    const url = (await nodeOn(dataDir))?.url as string;
    const other = new Release('now', PROJECT_DIR, { ELASTICSEARCH_URL: url, INDEX_PREFIX: 'commerce2-' });
    const sentence = { stderr: expect.stringContaining(`A node lacks what the indices need: ${lacking}.`) as string };
    await expect(other.command('indices', 'upgrade', '--from', 'commerce-')).rejects.toMatchObject(sentence);
    for (const kind of RECORD_KINDS)
      await expect(other.command('load', kind, 'package.json')).rejects.toMatchObject(sentence);
    const found = await fetch(`${url}/_cat/indices/commerce2-*?h=index`);
    expect(await found.text()).toBe('');
  }

  it('has the same figures on an Elasticsearch of one’s own, under another prefix', async () => {
    const [from, to] = ['before', 'now'].map((name) => `test-releases-${process.pid}-${revision}-${name}-`) as [
      string,
      string,
    ];
    const environment = { ELASTICSEARCH_URL: elasticsearchUrl() };
    const [before, now] = releases({ ...environment, INDEX_PREFIX: from }, { ...environment, INDEX_PREFIX: to });
    try {
      await before.command('seed', ...SEED);
      const token = (await before.command('token', 'create', '--name', 'proof', '--per-second', '0')).trim();
      await timed(`${revision}: serve`, () => before.serve().url());
      const older = await before.answers(token);
      await timed('now: restore the tokens under the new prefix', () => copyTokens(from, to));
      const copied = await now.command('indices', 'upgrade', '--from', from);
      process.stdout.write(copied);
      expect(copied).not.toContain('can’t be made');
      await timed('now: serve', () => now.serve().url());
      expectSame(older, await now.answers(token));
      expect(await now.command('doctor')).not.toMatch(/^fault/m);
      await before.stop();
      await deleteIndices(client, from);
      expectSame(older, await now.answers(token));
    } finally {
      for (const release of running) await release.stop();
      for (const prefix of [from, to]) await deleteIndices(client, prefix);
    }
  });

  async function copyTokens(from: string, to: string): Promise<void> {
    const repository = `releases-${process.pid}-${revision}`;
    const snapshot = { repository, snapshot: 'upgrade', wait_for_completion: true, include_global_state: false };
    await client.snapshot.createRepository({
      name: repository,
      repository: { type: 'fs', settings: { location: repository } },
    });
    try {
      await client.snapshot.create({ ...snapshot, indices: `${from}*` });
      await client.snapshot.restore({
        ...snapshot,
        indices: `${from}tokens-*`,
        include_aliases: false,
        rename_pattern: `^${from}`,
        rename_replacement: to,
      });
      const [index] = Object.keys(await client.indices.get({ index: `${to}tokens-*` }));
      await client.indices.putAlias({ index: index as string, name: `${to}tokens`, is_write_index: true });
    } finally {
      await client.snapshot.deleteRepository({ name: repository });
    }
  }
});
