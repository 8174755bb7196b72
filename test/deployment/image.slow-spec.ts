import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startCommand } from '../loading/load-suite.js';
import { buildService, ServiceProcess } from '../ops/service-process.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { ApiClient } from '../support/api-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const RULES =
  'state: rules.json\nrules: [{ name: all, operation: searchLiveStreams, first: 5, when: new, send: stdout }]';

/** A service started by the image's own command on a copy of what the image holds, and nothing beside it. */
describe('what the image holds', () => {
  const folder = temporaryFolder('image');
  let world: TestApp;
  let service: ServiceProcess;
  let url: string;

  beforeAll(async () => {
    await buildService();
    for (const script of ['build:seed', 'build:client']) await promisify(execFile)('npm', ['run', script]);
    const { copies, command } = await lastStage();
    for (const [from, to] of copies) await cp(from, join(folder, to), { recursive: true, filter: isCopied });
    world = await startTestApp({ name: 'image' });
    service = ServiceProcess.spawn(command.slice(1), {
      cwd: folder,
      env: { ELASTICSEARCH_URL: elasticsearchUrl(), INDEX_PREFIX: world.config.indexPrefix, PORT: '0' },
    });
    url = await service.url();
  });
  afterAll(async () => {
    service?.signal('SIGKILL');
    await world?.close();
  });

  it('serves pages, and refuses what the rules of a request refuse', async () => {
    const api = new ApiClient(url, world.token);
    expect((await api.post('/live/v1/search', { pagesize: 1 })).status).toBe(200);
    expect((await api.post('/live/v1/search', { pagesize: 1000 })).status).toBe(400);
  });

  it('shows Swagger UI with all its files, and the document that is checked in', async () => {
    const page = await (await fetch(`${url}/docs`)).text();
    const files = [...page.matchAll(/(?:src|href)=['"](\.\/[^'"]+)/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await fetch(new URL(file, `${url}/`))).status]).toEqual([file, 200]);
    const document = await (await fetch(`${url}/openapi.json`)).text();
    expect(JSON.parse(document)).toEqual(JSON.parse(await readFile('docs/openapi.json', 'utf8')));
  });

  it('runs the other commands', async () => {
    const options = { url: elasticsearchUrl(), prefix: world.config.indexPrefix, cwd: folder, project: folder };
    const { status, stdout } = await startCommand('token', ['create', '--name', 'image'], options).ended;
    expect(status).toBe(0);
    const answer = await new ApiClient(url, stdout.trim()).post('/live/v1/search', { pagesize: 1 });
    expect(answer.status).toBe(200);
  });

  it('runs the command of the client with rules', async () => {
    await writeFile(join(folder, 'rules.yml'), RULES);
    const access = { COMMERCE_ANALYTICS_URL: url, COMMERCE_ANALYTICS_TOKEN: world.token };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['dist/client/command.js', 'watch', '--once', '--rules', 'rules.yml'],
      { cwd: folder, env: access },
    );
    expect([stdout, stderr]).toEqual(['', '']);
    expect(JSON.parse(await readFile(join(folder, 'rules.json'), 'utf8'))).toMatchObject({ rules: { all: {} } });
  });

  it('has no Elasticsearch: a command without ELASTICSEARCH_URL says so in one sentence and exits with 1', async () => {
    const { status, stderr } = await startCommand('token', ['list'], { prefix: 'image-', cwd: folder, project: folder })
      .ended;
    expect(stderr).toBe('Set ELASTICSEARCH_URL to the address of a cluster.\n');
    expect(status).toBe(1);
  });

  it('seeds an empty cluster', async () => {
    const options = { url: elasticsearchUrl(), prefix: world.config.indexPrefix, cwd: folder, project: folder };
    const { status, stdout } = await startCommand('seed', ['--if-empty', '--scale', '0.002'], options).ended;
    expect(stdout).toContain('Seeding: done');
    expect(status).toBe(0);
  });
});

/** What the build stage leaves for the last one. */
const isCopied = (path: string): boolean => !/\.(?:map|[cm]?ts)$/.test(path);

async function packages(): Promise<[from: string, to: string][]> {
  const lockfile = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true }>;
  };
  return Object.entries(lockfile.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => [path, path]);
}

/** What the last stage of the Dockerfile copies, from the project's folder to the image's, and what it runs. */
async function lastStage(): Promise<{ copies: [from: string, to: string][]; command: string[] }> {
  const lines = (await readFile('Dockerfile', 'utf8')).split('\n');
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const copies = stage
    .filter((line) => line.startsWith('COPY '))
    .map((line) => line.replace('--from=build /app/', '').split(' '))
    .map(([, from = '', to = '']): [string, string] => [from, to.endsWith('/') ? join(to, basename(from)) : to])
    .filter(([from]) => from !== 'node_modules');
  const command = stage.find((line) => line.startsWith('CMD '))?.slice('CMD '.length) ?? '';
  return { copies: [...copies, ...(await packages())], command: JSON.parse(command) as string[] };
}
