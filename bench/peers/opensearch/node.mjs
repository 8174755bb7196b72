import { spawn } from 'node:child_process';
import { chown, cp, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../dist/modules/tools/embedded-node/embedded-node.js';
import { findJavaHome } from '../../../dist/modules/tools/embedded-node/java-home.js';
import { isAlive, pidOf, processIdentity } from '../../../dist/modules/tools/embedded-node/process-identity.js';
import { nodeUser } from '../../../dist/modules/tools/embedded-node/run-as-user.js';
import { DATA } from './server.mjs';

const CLUSTER = 'commerce-analytics-peer';
const CONSOLE = 'console.log';
const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 20_000;
const LOOK_MS = 200;
const LAST_LINES = 12;

export const HEAP = '1g';

/**
 * Starts an OpenSearch node in a process group of its own, after ending one that an earlier run left behind.
 * @param folder its data and logs; `server`: the built server
 * @returns `{url, group, close}`
 */
export async function startNode(folder, server) {
  const state = join(folder, 'node.json');
  await endLeftOver(state);
  const port = await freePort(0);
  await prepareFolders(folder, server, port);
  const console = await open(join(folder, 'logs', CONSOLE), 'w');
  const child = spawn(join(server, 'bin', 'opensearch'), [], {
    cwd: join(folder, 'tmp'),
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      OPENSEARCH_JAVA_HOME: await findJavaHome(process.env),
      OPENSEARCH_PATH_CONF: join(folder, 'config'),
      OPENSEARCH_TMPDIR: join(folder, 'tmp'),
      OPENSEARCH_JAVA_OPTS: `-Xms${HEAP} -Xmx${HEAP}`,
    },
    stdio: ['ignore', console.fd, console.fd],
    detached: true,
    ...nodeUser(),
  });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  await console.close();
  const identity = await processIdentity(child.pid);
  await writeFile(state, JSON.stringify(identity));
  const close = async () => {
    await end(identity);
    await rm(state, { force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child, folder);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, group: child.pid, close };
}

async function prepareFolders(folder, server, port) {
  const config = join(folder, 'config');
  await rm(config, { recursive: true, force: true });
  await cp(join(server, 'config'), config, { recursive: true });
  const options = await readFile(join(config, 'jvm.options'), 'utf8');
  await writeFile(join(config, 'jvm.options'), withoutServerLogs(options));
  const settings = {
    'cluster.name': CLUSTER,
    'node.name': 'peer',
    'path.data': join(folder, DATA),
    'path.logs': join(folder, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': 0,
    'discovery.type': 'single-node',
    'action.auto_create_index': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  await writeFile(join(config, 'opensearch.yml'), lines.join(''));
  const folders = [DATA, 'logs', 'tmp'].map((name) => join(folder, name));
  for (const name of folders) await mkdir(name, { recursive: true });
  const user = nodeUser();
  if (user === undefined) return;
  const inConfig = (await readdir(config, { recursive: true })).map((name) => join(config, name));
  for (const path of [config, ...inConfig, ...folders]) await chown(path, user.uid, user.gid);
}

/** The JVM's options but for logs in the server's own folder, where the node's user can't write. */
const withoutServerLogs = (options) =>
  options
    .split('\n')
    .filter((line) => !line.includes('logs/'))
    .join('\n');

async function untilReady(url, child, folder) {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && child.exitCode === null && child.signalCode === null) {
    const health = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`).catch(() => undefined);
    if (health?.ok) return;
    await sleep(LOOK_MS);
  }
  const text = await readFile(join(folder, 'logs', CONSOLE), 'utf8');
  throw new Error(
    `OpenSearch did not start. Its last lines:\n${text.trim().split('\n').slice(-LAST_LINES).join('\n')}`,
  );
}

async function endLeftOver(state) {
  const identity = await readFile(state, 'utf8').then(JSON.parse, () => undefined);
  if (identity !== undefined) await end(identity);
}

/** SIGTERM, and after a grace period SIGKILL to the process group. */
async function end(identity) {
  if (identity === undefined || !(await isAlive(identity))) return;
  process.kill(pidOf(identity), 'SIGTERM');
  for (let waited = 0; waited < STOP_GRACE_MS && (await isAlive(identity)); waited += LOOK_MS) await sleep(LOOK_MS);
  if (!(await isAlive(identity))) return;
  process.kill(-pidOf(identity), 'SIGKILL');
  while (await isAlive(identity)) await sleep(LOOK_MS);
}
