import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { buildService, groupRuns, nodeOn, type NodeOnFolder, runOnFolder, ServiceProcess } from './service-process.js';

const LIMIT_MS = 240_000;
const MISSING = /^Not ready: The alias commerce-products is missing; npm run indices -- create makes it, empty\.$/m;

/** The life of the service and its own Elasticsearch, each step on what the one before it left. */
describe('the service and the Elasticsearch it runs', () => {
  let folder: string;
  let dataDir: string;
  let service: ServiceProcess;
  let url: string;
  const launched: ServiceProcess[] = [];
  const leaders = new Set<number>();

  const launch = (...parameters: Parameters<typeof ServiceProcess.launch>): ServiceProcess => {
    const process = ServiceProcess.launch(...parameters);
    launched.push(process);
    return process;
  };
  const runningNode = async (): Promise<NodeOnFolder> => {
    const node = await eventually('a node on the data folder', () => nodeOn(dataDir));
    leaders.add(node.pid);
    return node;
  };
  const ready = async (): Promise<number> => (await fetch(`${url}/health/ready`)).status;
  const write = async (id: string): Promise<number> => {
    const { url: elasticsearch } = await runningNode();
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${elasticsearch}/kept`, { method: 'PUT', headers, body: '{"settings":{"number_of_replicas":0}}' });
    return (await fetch(`${elasticsearch}/kept/_doc/${id}`, { method: 'PUT', headers, body: '{}' })).status;
  };
  const isKept = async (id: string): Promise<boolean> =>
    (await fetch(`${(await runningNode()).url}/kept/_doc/${id}`)).status === 200;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service process '));
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data of mine');
    await buildService();
    service = launch(dataDir);
    await eventually('what to run', () => MISSING.test(service.text), LIMIT_MS);
    expect(service.text).not.toContain('Serving at');
    await runOnFolder(dataDir, 'indices', 'create');
    url = await service.url();
    expect(await ready()).toBe(200);
  }, LIMIT_MS);

  afterAll(async () => {
    for (const process of launched) process.signal('SIGKILL');
    for (const leader of leaders) if (groupRuns(leader)) process.kill(-leader, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it('runs on a data folder with spaces in its path', async () => {
    expect(await ready()).toBe(200);
    expect(await write('before')).toBe(201);
  });

  it('serves what is there and seeds nothing; a command finds its Elasticsearch by the data folder', async () => {
    const before = await runningNode();
    const { status, stdout } = await runOnFolder(dataDir, 'token', 'create', '--name', 'beside');
    expect(status).toBe(0);
    const headers = { Authorization: `Bearer ${stdout.trim()}` };
    const answer = await fetch(`${url}/product/v1/search`, { method: 'POST', headers });
    expect([answer.status, await answer.json()]).toMatchObject([200, { code: 0, data: { total: 0, list: [] } }]);
    expect(await nodeOn(dataDir)).toEqual(before);
  });

  it('refuses a second start on the data folder, naming it and who has it, and leaves the first alone', async () => {
    const before = await runningNode();
    const second = launch(dataDir);
    expect(await second.end()).toBe(1);
    expect(second.text).toContain(dataDir);
    expect(second.text).toContain(`process ${service.pid}`);
    expect(await nodeOn(dataDir)).toEqual(before);
    expect(await ready()).toBe(200);
  });

  it('refuses a second start on the port before it touches a data folder', async () => {
    const { port } = new URL(url);
    const untouched = join(folder, 'untouched');
    const second = launch(untouched, Number(port));
    expect(await second.end()).toBe(1);
    expect(second.text).toContain(`Port ${port} is in use`);
    expect(existsSync(untouched)).toBe(false);
  });

  it(
    'says that it is not ready when its Elasticsearch is killed; the next start, for which a command waits, has its data',
    async () => {
      const killed = await runningNode();
      process.kill(-killed.pid, 'SIGKILL');
      await eventually('the service to notice', async () => (await ready()) === 503);
      await eventually('its message', () => service.text.includes('Elasticsearch ended unexpectedly'));
      service.signal('SIGTERM');
      expect(await service.end()).toBe(0);
      service = launch(dataDir);
      await eventually('its start', () => existsSync(join(dataDir, 'node.json')));
      const { status, stderr } = await runOnFolder(dataDir, 'token', 'list');
      expect(stderr).toContain(`waiting for the node that process ${service.pid} starts`);
      expect(status).toBe(0);
      url = await service.url();
      expect(await ready()).toBe(200);
      expect(await isKept('before')).toBe(true);
    },
    LIMIT_MS,
  );

  it(
    'takes the data folder over from a service that was killed, and leaves one node on it',
    async () => {
      const leftOver = await runningNode();
      service.signal('SIGKILL');
      await service.end();
      expect(groupRuns(leftOver.pid)).toBe(true);
      service = launch(dataDir);
      url = await service.url();
      expect(groupRuns(leftOver.pid)).toBe(false);
      expect(await ready()).toBe(200);
      expect(await isKept('before')).toBe(true);
    },
    LIMIT_MS,
  );

  it('ends at SIGTERM with its Elasticsearch, and leaves nothing but the data', async () => {
    const node = await runningNode();
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);
    expect(groupRuns(node.pid)).toBe(false);
    expect(await nodeOn(dataDir)).toBeUndefined();
  });

  it(
    'is not needed for a command, which starts the Elasticsearch, does its work and stops it',
    async () => {
      const running = runOnFolder(dataDir, 'token', 'list');
      const node = await runningNode();
      const { status, stdout, stderr } = await running;
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(stdout).toMatch(/^beside +video,product,live,ranking,export /m);
      expect(groupRuns(node.pid)).toBe(false);
      expect(await nodeOn(dataDir)).toBeUndefined();
    },
    LIMIT_MS,
  );

  it(
    'lets one of two simultaneous starts on a data folder go on, and leaves no Elasticsearch behind at SIGTERM then',
    async () => {
      const both = [launch(dataDir), launch(dataDir)] as const;
      const status = await Promise.race(both.map((process) => process.end()));
      const [loser, winner] = both[0].hasEnded ? both : ([both[1], both[0]] as const);
      expect(status).toBe(1);
      expect(loser.text).toContain(`${dataDir} is in use by a running service (process ${winner.pid})`);
      const node = await runningNode();
      winner.signal('SIGTERM');
      expect(await winner.end()).toBe(0);
      expect(groupRuns(node.pid)).toBe(false);
      expect(winner.text).not.toContain('Serving at');
      expect(await readdir(dataDir)).not.toContain('node.json');
    },
    LIMIT_MS,
  );

  it('ends Maven at SIGTERM while it builds the Elasticsearch for the first time', async () => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'mvn'), `#!/bin/sh\necho $$ > "${folder}/maven"\nexec sleep 300\n`, { mode: 0o755 });
    const cache = join(folder, 'cache');
    const building = launch(join(folder, 'other data'), 0, {
      PATH: `${bin}:${process.env.PATH}`,
      XDG_CACHE_HOME: cache,
    });
    const maven = await eventually(
      'Maven',
      async () => Number(await readFile(join(folder, 'maven'), 'utf8').catch(() => '')) || undefined,
    );
    expect(groupRuns(maven)).toBe(true);
    building.signal('SIGTERM');
    expect(await building.end()).toBe(0);
    expect(groupRuns(maven)).toBe(false);
    expect(await readdir(join(cache, 'commerce-analytics-elasticsearch'))).toEqual([]);
  });
});
