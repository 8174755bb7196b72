import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { Seed } from '../../src/seed/seed.js';
import { SERVE_PARAMETERS } from '../../tools/local-cluster/api-process.js';
import { buildService, ServiceProcess } from '../ops/service-process.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';

/** The release before. Its indices have other versions. */
const REVISION = process.env.PROOF_REVISION ?? '2f6c394';
const SCALE = 0.02;
const TIMEOUT_MS = 1_200_000;
const RANKED = { type: 'week', value: '2026-25' };

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

  private async command(...parameters: string[]): Promise<string> {
    const [command, ...others] = parameters;
    const options = { cwd: this.folder, env: this.env, maxBuffer: 100_000_000 };
    return (await run(process.execPath, [join('dist', 'bin', `${command}.js`), ...others], options)).stdout;
  }

  async start(files: ReadonlyMap<string, string>): Promise<void> {
    for (const [kind, file] of files) await this.command('load', kind, file, '--replace', '--max-rejects', '0');
    await this.command('rankings', 'build');
    this.token = (await this.command('token', 'create', '--name', 'proof', '--per-second', '0')).trim();
    this.service = ServiceProcess.spawn(SERVE_PARAMETERS, { env: this.env, cwd: this.folder });
    await this.service.url();
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

/** Compiles the sources of the revision in a folder, with the packages of this release. */
async function buildRevision(folder: string): Promise<string> {
  await run('sh', ['-c', `git archive ${REVISION} | tar -x -C '${folder}'`], { cwd: PROJECT_DIR });
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'));
  // Types of packages may be newer than the revision: what it emits is the same.
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: folder }).catch(
    () => undefined,
  );
  await run(process.execPath, [join('tools', 'build', 'bundle.mjs')], { cwd: folder });
  return folder;
}

describe(`the release of ${REVISION} and this one over the same records`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const records = mkdtempSync(join(tmpdir(), 'release-records-'));
  const client = createElasticClient({ url: elasticsearchUrl() });
  let releases: readonly [Release, Release];

  beforeAll(async () => {
    await buildService();
    releases = [new Release('before', await buildRevision(folder)), new Release('now', PROJECT_DIR)];
    const golden = parse(
      readFileSync(join(PROJECT_DIR, 'test', 'relevance', 'golden-records.yml'), 'utf8'),
    ) as Readonly<Record<string, readonly object[]>>;
    const files = new Map<string, string>();
    for (const source of new Seed({ scale: SCALE, until: '2026-06-30' }).sources) {
      const { kind } = source;
      const file = join(records, `${kind}.ndjson`);
      const lines = [...(golden[kind] ?? []), ...(source.records as Iterable<object>)];
      writeFileSync(file, lines.map((record) => `${JSON.stringify(record)}\n`).join(''));
      files.set(kind, file);
    }
    for (const release of releases) await release.start(files);
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const release of releases ?? []) {
      await release.stop();
      await deleteIndices(client, release.prefix);
    }
    await client.close();
    for (const made of [folder, records]) rmSync(made, { recursive: true, force: true });
  });

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
});
