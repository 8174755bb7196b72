import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { Seed } from '../../dev/seed/seed.js';
import { SERVE_PARAMETERS } from '../../dev/local-cluster/api-process.js';
import { buildService, ServiceProcess } from '../../test/ops/service-process.js';
import { builtScript } from '../built-script.js';
import { deleteIndices, elasticsearchUrl } from '../../test/support/app.js';

/** Version 1.0.0. Its indices have other versions. */
const REVISION = process.env.PROOF_REVISION ?? '2f6c394';
const SCALE = 0.02;
const TIMEOUT_MS = 1_200_000;
const RANKED = { type: 'week', value: '2026-25' };
/** In the order of docs/operating.md, "Load". */
const KINDS = ['products', 'videos', 'lives', 'creators', 'sales', 'creator-days'] as const;

const run = promisify(execFile);

interface Request {
  readonly path: string;
  readonly body: object;
}

/** A search of the golden set, and the records that it must find. */
interface GoldenSearch extends Request {
  readonly finds: readonly string[];
}

type Answer = Readonly<{ status: number; data: unknown }>;

/** Every kind of request that the release before knows, and all searches of the golden set. */
function requests(): { readonly searches: readonly GoldenSearch[]; readonly others: readonly Request[] } {
  const golden = parse(readFileSync(join(PROJECT_DIR, 'test', 'relevance', 'golden.yml'), 'utf8')) as {
    words: string;
    in?: 'products' | 'videos' | 'lives';
    filter?: object;
    finds: string[];
  }[];
  const times = { create_time_range: { min: 0 } };
  const searches = golden.map(({ words, in: kind = 'products', filter, finds }) => ({
    path: `/${kind.slice(0, -1)}/v1/search`,
    body: { keywords: words, filter: { ...(kind === 'videos' && times), ...filter } },
    finds,
  }));
  const pages = [
    ...[1, 2, 3, 5, 7, 8].map((page) => ({ path: '/product/v1/search', body: { page, pagesize: 30 } })),
    ...[1, 4].map((page) => ({ path: '/video/v1/search', body: { filter: times, page, pagesize: 50 } })),
    ...[1, 3].map((page) => ({ path: '/live/v1/search', body: { page, pagesize: 50 } })),
    ...['US', 'GB', 'TH', 'VN'].map((region) => ({ path: '/product/v1/search', body: { filter: { region } } })),
    { path: '/video/v1/search', body: { filter: { ...times, region: 'US' }, orderby: [{ field: 'digg_count' }] } },
    { path: '/product/v1/facets', body: { facets: [{ field: 'region' }, { field: 'seller_id', size: 5 }] } },
    { path: '/video/v1/facets', body: { filter: times, facets: [{ field: 'region' }] } },
    { path: '/live/v1/facets', body: { facets: [{ field: 'region' }] } },
    { path: '/creator/v1/rank/periods', body: { filter: { date_type: 'month' } } },
    { path: '/product/v1/category', body: {} },
    { path: '/creator/v1/category', body: {} },
  ];
  const rankings = [1, 2].flatMap((page) =>
    ['topEcommerce', 'topGrowth'].map((ranking) => ({
      path: `/creator/v1/rank/${ranking}`,
      body: { filter: { date_info: RANKED }, page },
    })),
  );
  const suggestions = ['a', 'b', 'm'].flatMap((keywords) =>
    ['product', 'creator'].map((kind) => ({ path: `/${kind}/v1/suggest`, body: { keywords } })),
  );
  return { searches, others: [...pages, ...rankings, ...suggestions] };
}

/** The places where a newer answer lacks or changes what the older one has. Fields that only the newer has are left alone. */
function differences(older: unknown, newer: unknown, path = ''): string[] {
  if (typeof older !== 'object' || older === null || typeof newer !== 'object' || newer === null) {
    return older === newer ? [] : [`${path}: ${JSON.stringify(older)} → ${JSON.stringify(newer)}`.slice(0, 200)];
  }
  if (Array.isArray(older) && older.length !== (newer as unknown[]).length)
    return [`${path}: ${older.length} → ${(newer as unknown[]).length} items`];
  return Object.entries(older).flatMap(([name, value]) =>
    differences(value, (newer as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

/** The place of the last of some records on a page; infinite when the page does not have all of them. */
function lastPlace(ids: readonly string[], { data }: Answer): number {
  const found = (data as { list: object[] }).list.map((record) => Object.values(record) as unknown[]);
  const places = ids.map((id) => found.findIndex((values) => values.includes(id)));
  return places.includes(-1) ? Infinity : Math.max(...places);
}

/** A built release, with its own indices and a process that serves them. */
class Release {
  private service: ServiceProcess | undefined;
  private token = '';

  constructor(
    private readonly name: string,
    private readonly folder: string,
  ) {}

  get prefix(): string {
    return `test-releases-${process.pid}-${this.name}-`;
  }

  private get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ELASTICSEARCH_URL: elasticsearchUrl(),
      INDEX_PREFIX: this.prefix,
      EXPLORER: 'off',
      PORT: '0',
      LOG_LEVEL: 'warn',
    };
  }

  private async command(command: string, ...others: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.env, maxBuffer: 100_000_000 };
    return (await run(process.execPath, [builtScript(this.folder, command), ...others], options)).stdout;
  }

  async load(files: ReadonlyMap<string, string>): Promise<void> {
    for (const [kind, file] of files)
      await timed(`${this.name}: load ${kind}`, () =>
        this.command('load', kind, file, '--replace', '--max-rejects', '0'),
      );
    // Releases before 1.1.0 add up rankings beforehand.
    if (!existsSync(builtScript(this.folder, 'rankings'))) return;
    await timed(`${this.name}: build the rankings`, () => this.command('rankings', 'build'));
  }

  async createToken(): Promise<string> {
    return (await this.command('token', 'create', '--name', 'proof', '--per-second', '0')).trim();
  }

  async serve(token: string): Promise<void> {
    this.token = token;
    this.service = ServiceProcess.spawn([...SERVE_PARAMETERS.slice(0, -1), builtScript(this.folder, 'main')], {
      env: this.env,
      cwd: this.folder,
    });
    await timed(`${this.name}: serve`, () => (this.service as ServiceProcess).url());
  }

  async doctor(): Promise<string> {
    return this.command('doctor');
  }

  async ask({ path, body }: Request): Promise<Answer> {
    const response = await fetch(`${await (this.service as ServiceProcess).url()}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
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

/** Builds the revision in a folder, with its own packages. */
async function buildRevision(folder: string): Promise<void> {
  await run('sh', ['-c', `git archive ${REVISION} | tar -x -C '${folder}'`], { cwd: PROJECT_DIR });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  await run('npm', ['run', 'build'], { cwd: folder });
  await run('npm', ['run', 'build:seed', '--if-present'], { cwd: folder });
}

/** Writes the records that the seed of a built revision makes, and those of the golden set, to a file for each kind. */
async function writeRecords(folder: string, records: string): Promise<Map<string, string>> {
  const golden = parse(readFileSync(join(PROJECT_DIR, 'test', 'relevance', 'golden-records.yml'), 'utf8')) as Readonly<
    Record<string, readonly object[]>
  >;
  // The first of them is of 1.0.0, the last of this version.
  const seeds = ['modules/src/seed', 'modules/dev/seed', 'seed/dev/seed'].map((path) =>
    join(folder, 'dist', path, 'seed.js'),
  );
  const seed = seeds.find((file) => existsSync(file)) ?? '';
  const script = `
    const { Seed } = await import(process.argv[1]);
    const seed = new Seed({ scale: ${SCALE}, until: '2026-06-30' });
    const name = process.argv[2].replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    for (const record of seed[name]()) console.log(JSON.stringify(record));`;
  const files = new Map<string, string>();
  for (const kind of KINDS) {
    const parameters = ['--input-type=module', '--eval', script, seed, kind];
    const { stdout } = await run(process.execPath, parameters, { maxBuffer: 1e9 });
    const file = join(records, `${kind}.ndjson`);
    writeFileSync(file, (golden[kind] ?? []).map((record) => `${JSON.stringify(record)}\n`).join('') + stdout);
    files.set(kind, file);
  }
  return files;
}

describe(`an upgrade from ${REVISION} by the steps of docs/operating.md`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const records = mkdtempSync(join(tmpdir(), 'release-records-'));
  const client = createElasticClient({ url: elasticsearchUrl() });
  const repository = `releases-${process.pid}`;
  const releases = [new Release('before', folder), new Release('now', PROJECT_DIR)] as const;

  beforeAll(async () => {
    await buildService();
    await timed('build the release before', () => buildRevision(folder));
    const files = await writeRecords(folder, records);
    const [before, now] = releases;
    await before.load(files);
    const token = await before.createToken();
    await before.serve(token);
    await timed('now: restore the tokens under the new prefix', copyTokens);
    const rates = join(records, 'rates.ndjson');
    const lines = [...new Seed({ scale: SCALE, until: '2026-06-30' }).rates()].map((rate) => JSON.stringify(rate));
    writeFileSync(rates, lines.join('\n'));
    await now.load(new Map([['rates', rates], ...files]));
    await now.serve(token);
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const release of releases) {
      await release.stop();
      await deleteIndices(client, release.prefix);
    }
    await client.snapshot.deleteRepository({ name: repository }).catch(() => undefined);
    await client.close();
    for (const made of [folder, records]) rmSync(made, { recursive: true, force: true });
  });

  /** Step 1 of the upgrade: a snapshot, of which the tokens are restored under the new prefix. */
  async function copyTokens(): Promise<void> {
    const [before, now] = releases.map(({ prefix }) => prefix) as [string, string];
    const snapshot = { repository, snapshot: 'upgrade', wait_for_completion: true, include_global_state: false };
    await client.snapshot.createRepository({
      name: repository,
      repository: { type: 'fs', settings: { location: repository } },
    });
    await client.snapshot.create({ ...snapshot, indices: `${before}*` });
    await client.snapshot.restore({
      ...snapshot,
      indices: `${before}tokens-*`,
      include_aliases: false,
      rename_pattern: `^${before}`,
      rename_replacement: now,
    });
    const [index] = Object.keys(await client.indices.get({ index: `${now}tokens-*` }));
    await client.indices.putAlias({ index: index as string, name: `${now}tokens`, is_write_index: true });
  }

  /** Prints and returns the requests with other answers. */
  async function compare<Asked extends Request>(
    asked: readonly Asked[],
    look: (request: Asked, older: Answer, newer: Answer) => void = () => undefined,
  ): Promise<string[]> {
    const different: string[] = [];
    for (const request of asked) {
      const [older, newer] = [await releases[0].ask(request), await releases[1].ask(request)];
      expect([older.status, newer.status]).toEqual([200, 200]);
      look(request, older, newer);
      const found = differences(older, newer);
      if (found.length === 0) continue;
      different.push(`${request.path} ${JSON.stringify(request.body)}\n  ${found.slice(0, 3).join('\n  ')}`);
    }
    process.stdout.write(`${asked.length} requests, ${different.length} differ\n${different.join('\n')}\n`);
    return different;
  }

  it('answer the same to requests without keywords, but for fields that only this one has', async () => {
    expect(await compare(requests().others)).toEqual([]);
  });

  it('find the records of the golden set no lower in this one; other differences are read next to the changelog', async () => {
    const lower: string[] = [];
    let higher = 0;
    await compare(requests().searches, ({ body, finds }, older, newer) => {
      const [before, now] = [lastPlace(finds, older), lastPlace(finds, newer)];
      if (now < before) higher += 1;
      if (now > before) lower.push(`${JSON.stringify(body)}: ${before} → ${now}`);
    });
    process.stdout.write(`${higher} searches find their records higher, ${lower.length} lower\n`);
    expect(lower).toEqual([]);
  });

  it('leaves nothing for the doctor, and nothing of the release before once its prefix is dropped', async () => {
    const [before, now] = releases;
    process.stdout.write(await now.doctor());
    await before.stop();
    await deleteIndices(client, before.prefix);
    expect(Object.keys(await client.indices.get({ index: `${before.prefix}*` }))).toEqual([]);
    const [request] = requests().others as [Request];
    expect((await now.ask(request)).status).toBe(200);
  });
});
