import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provideServer } from '../../dev/embedded-node/embedded-node.js';
import { Seed } from '../../dev/seed/seed.js';
import { seedExpectations } from '../../test/support/seed-expectations.js';
import { emptyTally, WatchedLoad } from '../../test/support/watched-load.js';

const FOLDER = join('lab', 'proofs', 'containers');
const PROJECT = 'commerce-analytics-proof';
const BASE_IMAGES = ['node:24-bookworm-slim', 'elasticsearch:9.2.8', 'nginx:1.28'];
const BUILT_IMAGES = ['commerce-analytics-search:latest', 'commerce-analytics-elasticsearch:9.2.8'];
const NODES = ['elasticsearch-1', 'elasticsearch-2', 'elasticsearch-3'];
const SERVICES = [...NODES, 'api', 'api-2', 'ingress'];
const HTTPS_PORT = '8443';
const URL_OF_INGRESS = `https://localhost:${HTTPS_PORT}`;
const PASSWORDS = {
  ELASTIC_PASSWORD: 'proof-elastic',
  SERVICE_PASSWORD: 'proof-service',
  LOADER_PASSWORD: 'proof-loader',
};
/** As in override.yml. */
const SCALE = 0.1;
const WORKERS = 2;
/** Between an answer and the next request of a worker: the containers have the same processors. */
const PAUSE_MS = 100;
const STEADY_MS = 10_000;
const LONGEST_MS = 900_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...PASSWORDS,
  HTTPS_PORT,
  HTTP_PORT: '8080',
  DOCKER_BUILDKIT: '1',
  COMPOSE_DOCKER_CLI_BUILD: '1',
};
const isThere = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, { env: environment, stdio: 'ignore' }).status === 0;

/** Runs a command and returns its standard output; on failure its output is in the error. */
function run(command: string, parameters: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(command, parameters, { env: { ...environment, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, all] = ['', ''];
  child.stdout.on('data', (data: Buffer) => ((stdout += String(data)), (all += String(data))));
  child.stderr.on('data', (data: Buffer) => (all += String(data)));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status) => {
      if (status === 0) resolve(stdout.trim());
      else reject(new Error(`${command} ${parameters.join(' ')} ended with ${status}:\n${all.slice(-3000)}`));
    });
  });
}

const [composeCommand, ...composePlugin] = isThere('docker', 'compose', 'version')
  ? ['docker', 'compose']
  : ['docker-compose'];
const canStartEngine = process.getuid?.() === 0 && isThere('dockerd', '--version');
const missing = !isThere(composeCommand, ...composePlugin, 'version')
  ? 'Compose'
  : !isThere('openssl', 'version')
    ? 'openssl'
    : !isThere('docker', 'info') && !canStartEngine
      ? 'a container engine, or dockerd and root'
      : undefined;
if (missing !== undefined) print(`Skipped: no images are built and no containers run without ${missing}.`);

(missing === undefined ? describe : describe.skip)('the images and docker-compose.yml', () => {
  let folder: string;
  let engine: ReturnType<typeof spawn> | undefined;
  let files = ['docker-compose.yml', join(FOLDER, 'override.yml')];
  let load: WatchedLoad;
  let agent: Agent;

  const compose = (parameters: string, more?: NodeJS.ProcessEnv): Promise<string> => {
    const named = ['-p', PROJECT, ...files.flatMap((file) => ['-f', file]), '--profile', 'ingress'];
    return run(composeCommand, [...composePlugin, ...named, ...parameters.split(' ')], more);
  };
  const docker = (parameters: string): Promise<string> => run('docker', parameters.split(' '));
  const containerOf = (service: string): Promise<string> => compose(`ps -aq ${service}`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'containers-proof-'));
    if (!isThere('docker', 'info')) {
      environment.DOCKER_HOST = `unix://${folder}/docker.sock`;
      const places = ['--data-root', `${folder}/data`, '--exec-root', `${folder}/exec`, '--pidfile', `${folder}/pid`];
      engine = spawn('dockerd', [...places, '-H', environment.DOCKER_HOST], { stdio: 'ignore' });
      await until(() => Promise.resolve(isThere('docker', 'info')), 'the engine');
    }
    const tls = join(folder, 'tls');
    await mkdir(tls);
    const certificate = [
      '-keyout',
      `${tls}/tls.key`,
      '-out',
      `${tls}/tls.crt`,
      '-addext',
      'subjectAltName=DNS:localhost',
    ];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      ...certificate,
    ]);
    environment.TLS_FOLDER = tls;
    agent = new Agent({ keepAlive: true, ca: await readFile(join(tls, 'tls.crt')) });
  });
  afterAll(async () => {
    await load?.stop();
    agent?.destroy();
    await compose('down -v -t 5').catch(() => undefined);
    if (engine !== undefined) {
      const ended = new Promise((resolve) => engine?.once('exit', resolve));
      engine.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const startedAt = performance.now();
    while (!(await isSo().catch(() => false))) {
      if (performance.now() - startedAt > LONGEST_MS) throw new Error(`Waited in vain for ${what}.`);
      await sleep(500);
    }
  }
  const untilHealthy = (...services: string[]): Promise<void> =>
    until(async () => {
      const containers = await Promise.all(services.map(containerOf));
      const states = await docker(`inspect -f {{.State.Health.Status}} ${containers.join(' ')}`);
      return states.split('\n').every((state) => state === 'healthy');
    }, services.join(', '));

  /** Asks the ingress, whose certificate is checked, as `fetch` does. */
  const ask = (url: string, { method = 'GET', headers, body, signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const options = { agent, method, headers: headers as Record<string, string>, signal: signal ?? undefined };
      const sent = request(url, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (data: string) => (text += data));
        response.once('end', () => resolve(new Response(text, { status: response.statusCode ?? 0 })));
        response.once('error', reject);
      });
      sent.once('error', reject).end(body as string | undefined);
    });

  const nodesAre = (count: number) => async (): Promise<boolean> => {
    const state = (await (await ask(`${URL_OF_INGRESS}/health/ready`)).json()) as {
      elasticsearch?: { status: string; nodes: number };
    };
    return state.elasticsearch?.nodes === count && (count < 3 || state.elasticsearch.status === 'green');
  };

  async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    const seen = await work();
    print(`| ${name} | ${seconds(startedAt)} | ${typeof seen === 'string' ? seen : ''} |`);
  }

  async function underRequests(name: string, work: () => Promise<unknown>): Promise<void> {
    const tally = (load.tally = emptyTally());
    await timed(name, async () => {
      await work();
      await sleep(1000);
      return `${tally.sent} sent, ${tally.failed} failed, ${tally.wrong} wrong, slowest ${Math.round(tally.slowestMs)} ms`;
    });
    if (tally.faults.length > 0) print(tally.faults.join('\n'));
    expect({ failed: tally.failed, wrong: tally.wrong }).toEqual({ failed: 0, wrong: 0 });
    expect(tally.sent).toBeGreaterThan(0);
  }

  const sizes = async (images: readonly string[]): Promise<string> => {
    const bytes = await docker(`image inspect -f {{.Size}} ${images.join(' ')}`);
    return bytes
      .split('\n')
      .map((size, at) => `${images[at]} ${Math.round(Number(size) / 1e6)} MB`)
      .join(', ');
  };

  it('are built', async () => {
    print('| Step | Took | Seen |\n| --- | --- | --- |');
    const isAtHand = (image: string): boolean =>
      isThere('docker', 'image', 'inspect', image) || isThere('docker', 'pull', image);
    if (!BASE_IMAGES.every(isAtHand)) {
      await timed('base images made', async () => {
        const { javaHome, serverDir: server } = await provideServer({
          environment: process.env,
          onProgress: () => undefined,
        });
        await run('bash', [
          join(FOLDER, 'make-base-images.sh'),
          folder,
          server,
          javaHome,
          PASSWORDS.ELASTIC_PASSWORD,
          PASSWORDS.SERVICE_PASSWORD,
          PASSWORDS.LOADER_PASSWORD,
        ]);
        return sizes(BASE_IMAGES);
      });
    }
    const madeBy = await docker('image inspect -f {{.Config.Labels.made_by}} elasticsearch:9.2.8');
    if (madeBy === PROJECT) {
      files = [...files, join(FOLDER, 'stand-ins.yml')];
      // An image that was made here has another digest.
      const dockerfile = (await readFile('Dockerfile', 'utf8')).replaceAll(/@sha256:[0-9a-f]{64}/g, '');
      await writeFile(join(folder, 'Dockerfile'), dockerfile);
      environment.SERVICE_DOCKERFILE = join(folder, 'Dockerfile');
    }
    await timed('images built', async () => {
      await compose('build');
      return sizes(BUILT_IMAGES);
    });
  });

  it('start, seed and answer by TLS', async () => {
    await timed('up until all are healthy', async () => {
      await compose('up -d --no-build').catch(async (error: Error) => {
        throw new Error(`${error.message}\n${await compose('logs --tail 20')}`);
      });
      await untilHealthy(...SERVICES);
    });
    await timed('seeded', async () => {
      const state = `inspect -f {{.State.Status}}:{{.State.ExitCode}} ${await containerOf('seed')}`;
      await until(async () => (await docker(state)) === 'exited:0', 'the seed');
    });
    const token = await compose('run --rm --no-deps -T api node dist/cli/token.js create --name proof');
    load = new WatchedLoad(URL_OF_INGRESS, token, seedExpectations(SCALE, 'containers'), ask);
    expect((await ask(`${URL_OF_INGRESS}/explore`)).status).toBe(200);
    expect((await ask(`${URL_OF_INGRESS}/metrics`)).status).toBe(404);
    load.start(WORKERS, PAUSE_MS);
    await underRequests('all well', () => sleep(STEADY_MS));
  });

  it('load a file, lose a node and a process, and take a new tag, without a failed request', async () => {
    const file = join(folder, 'lives.ndjson');
    const lives = [...new Seed({ scale: SCALE, until: '2026-06-30' }).lives()];
    await writeFile(file, lives.map((live) => `${JSON.stringify(live)}\n`).join(''));
    await underRequests(`${lives.length} live streams loaded`, () =>
      compose(
        `run --rm --no-deps -T -v ${file}:/data/lives.ndjson:ro seed node dist/cli/load.js lives --replace /data/lives.ndjson`,
      ),
    );
    await underRequests('kill of a node, until it is missed', async () => {
      await compose('kill elasticsearch-2');
      await until(nodesAre(2), 'the loss to be seen');
    });
    await underRequests('the node started again, until green', async () => {
      await compose('start elasticsearch-2');
      await until(nodesAre(3), 'three nodes and green');
    });
    await underRequests('kill of an API container', async () => {
      await compose('kill api');
      await sleep(STEADY_MS);
    });
    await underRequests('the container started again, until healthy', async () => {
      await compose('start api');
      await untilHealthy('api');
    });
    await docker(`tag ${BUILT_IMAGES[0]} commerce-analytics-search:next`);
    await underRequests('both API containers replaced by another tag', async () => {
      for (const service of ['api-2', 'api']) {
        await compose(`up -d --no-deps --no-build ${service}`, { SERVICE_TAG: 'next' });
        await untilHealthy(service);
        expect(await docker(`inspect -f {{.Config.Image}} ${await containerOf(service)}`)).toMatch(/:next$/);
      }
    });
    await load.stop();
    await timed('down -v', () => compose('down -v'));
    expect(await docker(`volume ls -q -f name=${PROJECT}`)).toBe('');
  });
});
