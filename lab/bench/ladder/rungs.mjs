import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../dev/embedded-node/embedded-node.js';
import { builtScript } from '../../built-script.js';

const PROJECT_DIR = join(import.meta.dirname, '..', '..', '..');
const NEST_DIR = join(import.meta.dirname, '..', 'usual');
const TYPESCRIPT = ['--import', join(PROJECT_DIR, 'dev', 'typescript.mjs')];
const READY_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 10_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** A server of the ladder: a process on a port of its own. */
export class Rung {
  /** Whether it is sent requests of the API; the others are sent searches of Elasticsearch. */
  isService = false;
  /** Whether it is a checkout of this project, which caches pages. */
  isBuild = false;
  headers = JSON_TYPE;

  /** @param options `{name, script, env, flags, cwd}` */
  constructor({ name, script, env, flags = [], cwd = PROJECT_DIR }) {
    this.name = name;
    this.url = `http://${env.HOST}:${env.PORT}`;
    this.child = fork(script, {
      cwd,
      env: { ...process.env, NODE_ENV: 'production', ...env },
      execArgv: ['--import', join(import.meta.dirname, 'probe.mjs'), ...flags],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  /** Resolves once a GET of the path is answered 200. */
  async ready(path) {
    const endsAt = performance.now() + READY_WITHIN_MS;
    // A kept connection may be closed by the server just when the next request is sent on it.
    const headers = { connection: 'close' };
    while (
      !(await fetch(this.url + path, { headers }).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (this.child.exitCode !== null) throw new Error(`${this.name} ended before it was ready.`);
      if (performance.now() > endsAt) throw new Error(`${this.name} does not become ready.`);
      await sleep(20);
    }
  }

  /** CPU seconds that the process has used, the memory that it holds in MB, and the bytes that it has read. */
  async usage() {
    const answer = once(this.child, 'message');
    this.child.send('usage');
    const [{ cpu, rss, readBytes }] = await answer;
    return { cpuSeconds: (cpu.user + cpu.system) / 1e6, rssMegabytes: rss / 1e6, readBytes };
  }

  authorize(token) {
    this.isService = true;
    this.headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
  }

  async end() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), ENDS_WITHIN_MS);
    await gone;
    clearTimeout(late);
  }
}

/**
 * Starts the ladder from its lowest rung.
 * @param builds checkouts of this project, each built, by name: `{projectDir, prefix}`
 * @param onStart is given each server before it is ready, so that it can be ended whatever happens
 */
export async function startRungs(elasticsearchUrl, builds, onStart) {
  const start = (options, path, given) => startRung(elasticsearchUrl, options, { path, token: given, onStart });
  const token = randomUUID();
  const usual = { TOKEN: token, INDEX_PREFIX: builds.ours.prefix };
  const rungs = [
    await start({ name: 'proxy', script: join(import.meta.dirname, 'bare-proxy.mjs') }, '/_cluster/health'),
    await start({ name: 'nest', script: join(NEST_DIR, 'nest-proxy.ts'), flags: TYPESCRIPT }, '/health/live'),
    await start(
      { name: 'usual', script: join(NEST_DIR, 'main.ts'), flags: TYPESCRIPT, env: usual },
      '/health/live',
      token,
    ),
  ];
  for (const [name, build] of Object.entries(builds)) {
    rungs.push(await startBuild(elasticsearchUrl, { name, ...build, onStart }));
  }
  return rungs;
}

/** Starts the service of a built checkout. @param build `{name, projectDir, prefix, env, onStart}` */
export async function startBuild(elasticsearchUrl, { name, projectDir, prefix, env: own, onStart }) {
  const env = { ELASTICSEARCH_URL: elasticsearchUrl, INDEX_PREFIX: prefix, ...own };
  const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  const flags = scripts.serve.split(' ').filter((word) => word.startsWith('--'));
  const script = builtScript(projectDir, 'main');
  const { SERVICE_MEMORY: memory = {} } = await import(pathToFileURL(join(projectDir, 'dev', 'child.mjs')));
  const token = await makeToken(projectDir, env);
  const build = { name, script, env: { ...memory, ...env }, flags, cwd: projectDir };
  const rung = await startRung(elasticsearchUrl, build, { path: '/health/ready', token, onStart });
  rung.isBuild = true;
  return rung;
}

async function startRung(elasticsearchUrl, options, { path, token, onStart }) {
  const env = { ELASTICSEARCH_URL: elasticsearchUrl, HOST: '127.0.0.1', PORT: String(await freePort(0)) };
  const rung = new Rung({ ...options, env: { ...env, ...options.env } });
  onStart(rung);
  if (token !== undefined) rung.authorize(token);
  await rung.ready(path);
  return rung;
}

async function makeToken(projectDir, env) {
  const script = builtScript(projectDir, 'token');
  const parameters = [script, 'create', '--name', `bench-${randomUUID()}`];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, ...env } });
  return stdout.trim();
}
