import { execFile, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../dist/modules/tools/embedded-node/embedded-node.js';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const READY_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 10_000;

/** A child process that answers calls; each in turn or many at once. */
class Worker {
  #nextId = 0;
  #waiting = new Map();

  constructor(child) {
    this.child = child;
    child.on('message', ({ id, result, error }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    child.once('exit', (code, signal) => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`${child.spawnargs[1]} ended: ${code ?? signal}`));
    });
  }

  call(name, parameters) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.child.send({ id, call: name, parameters });
    });
  }

  async end() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), ENDS_WITHIN_MS);
    await gone;
    clearTimeout(late);
  }
}

/** The process that sends the requests and times them. */
export async function startLoadGenerator() {
  const child = fork(join(import.meta.dirname, 'load-generator.mjs'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  return new Worker(child);
}

/**
 * The built service as `npm run serve` runs it, over a set of records, with the variables of this process's environment.
 * @returns its process, address, token and how many milliseconds it took from its start until it was ready
 */
export async function startApi({ elasticsearchUrl, prefix, nodeOptions = [], projectDir = PROJECT_DIR }) {
  const env = { ...process.env, ELASTICSEARCH_URL: elasticsearchUrl, INDEX_PREFIX: prefix };
  const token = await makeToken(env);
  const parameters = serveParametersOf(projectDir);
  const script = join(projectDir, parameters.at(-1));
  const flags = [...parameters.slice(0, -1), ...nodeOptions];
  const api = await startServer(script, env, flags, '/health/ready', projectDir);
  api.token = token;
  return api;
}

/** What `npm run serve` of a checkout hands to Node. */
function serveParametersOf(projectDir) {
  const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  return scripts.serve.split(' ').slice(1);
}

/** @returns a process that is sent what Elasticsearch is, as `startApi` but for the token */
export function startBareProxy(elasticsearchUrl) {
  const env = { ...process.env, ELASTICSEARCH_URL: elasticsearchUrl };
  return startServer(join(import.meta.dirname, 'bare-proxy.mjs'), env, [], '/_cluster/health');
}

/** A process on a port of its own that says what it uses, once a GET of the path is answered 200. */
export async function startServer(script, environment, nodeOptions, readyPath, cwd = PROJECT_DIR) {
  const env = { ...environment, HOST: '127.0.0.1', PORT: String(await freePort(0)) };
  const startedAt = performance.now();
  const child = fork(script, {
    cwd,
    env,
    execArgv: ['--import', join(import.meta.dirname, 'probe.mjs'), ...nodeOptions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const server = new Worker(child);
  server.url = `http://${env.HOST}:${env.PORT}`;
  while (!(await isReady(server.url + readyPath))) {
    if (child.exitCode !== null) throw new Error(`${script} ended before it was ready.`);
    if (performance.now() - startedAt > READY_WITHIN_MS) {
      await server.end();
      throw new Error(`${script} does not become ready.`);
    }
    await sleep(5);
  }
  server.readyMs = performance.now() - startedAt;
  return server;
}

async function isReady(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function makeToken(env) {
  const script = join(PROJECT_DIR, 'dist', 'bin', 'token.js');
  const name = `bench-${Date.now()}-${process.pid}`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'create', '--name', name], { env });
  return stdout.trim();
}
