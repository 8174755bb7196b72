import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { freePort } from '../../dev/embedded-node/embedded-node.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { buildService, ServiceProcess } from './service-process.js';

const COPIED = [
  ...[
    'CHANGELOG.md',
    'dist/public',
    'dist/view.html',
    'elastic',
    'package.json',
    'package-lock.json',
    'dev',
    'skills',
    'src',
    'tools',
    'tsconfig.json',
  ],
];
const CONTROLLER = join('src', 'health', 'health.controller.ts');

describe('npm run start:dev, on a copy of the sources', () => {
  let world: TestApp;
  let folder: string;
  let running: ServiceProcess;
  let url: string;

  beforeAll(async () => {
    await buildService();
    world = await startTestApp({ name: 'start-dev' });
    folder = await mkdtemp(join(tmpdir(), 'start-dev-'));
    for (const path of COPIED) await cp(join(PROJECT_DIR, path), join(folder, path), { recursive: true });
    await symlink(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'));
    const port = await freePort(0);
    url = `http://127.0.0.1:${port}`;
    running = ServiceProcess.spawn(['dev/watch.mjs'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        ELASTICSEARCH_URL: elasticsearchUrl(),
        INDEX_PREFIX: world.config.indexPrefix,
        PORT: String(port),
      },
    });
  });
  afterAll(async () => {
    running?.signal('SIGTERM');
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const statusOf = (path: string): Promise<number> =>
    fetch(`${url}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  const change = async (from: string, to: string): Promise<void> => {
    const file = join(folder, CONTROLLER);
    await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
  };

  it('serves the document that is checked in', async () => {
    await eventually('an answer', async () => (await statusOf('/health/live')) === 200);
    const document = await (await fetch(`${url}/openapi.json`)).text();
    expect(JSON.parse(document)).toEqual(JSON.parse(await readFile(join(PROJECT_DIR, 'docs/openapi.json'), 'utf8')));
  });

  it('serves a change without being started again, and goes on serving when a change is no TypeScript', async () => {
    await change(`'health'`, `'changed'`);
    await eventually('the change', async () => (await statusOf('/changed/live')) === 200);
    expect(await statusOf('/health/live')).toBe(404);
    await change('export class', 'export clas');
    await eventually('the error', () => running.text.includes(CONTROLLER));
    expect(await statusOf('/changed/live')).toBe(200);
  });

  it('ends with its services at SIGTERM', async () => {
    running.signal('SIGTERM');
    await running.end();
    expect(await statusOf('/changed/live')).toBe(0);
  });
});
