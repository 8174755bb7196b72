import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nodeFolder } from '../../../dist/modules/tools/embedded-node/data-directory.js';
import { freePort } from '../../../dist/modules/tools/embedded-node/embedded-node.js';
import { nodeUser } from '../../../dist/modules/tools/embedded-node/run-as-user.js';

const run = promisify(execFile);
/** Where Debian and Ubuntu install the servers of each version. */
const DEBIAN = '/usr/lib/postgresql';
const USER = 'bench';
const READY_WITHIN_MS = 120_000;
const MEGABYTE = 1024 * 1024;
const SHARED_BUFFERS = Math.min(2048, Math.floor(totalmem() / MEGABYTE / 4));

/** What differs from the defaults: name, value, why. */
export const SETTINGS = [
  ['shared_buffers', `${SHARED_BUFFERS}MB`, 'a quarter of the memory, at most 2 GB'],
  ['effective_cache_size', `${Math.floor(totalmem() / MEGABYTE / 2)}MB`, 'half of the memory caches files'],
  ['work_mem', '64MB', 'sorts and lists of matches stay in memory'],
  ['random_page_cost', '1.1', 'SSD'],
  ['effective_io_concurrency', '200', 'SSD'],
  ['jit', 'off', 'compiling costs more than short queries gain'],
  ['plan_cache_mode', 'force_custom_plan', 'a plan for any values takes wide ranges for narrow ones'],
  ['max_parallel_workers_per_gather', '0', 'two cores, busy with other requests already'],
  ['pg_trgm.similarity_threshold', '0.2', 'slips in short words'],
  ['default_toast_compression', 'lz4', 'faster to read than pglz'],
  ['maintenance_work_mem', '512MB', 'loading: indexes are sorted in memory'],
  ['max_wal_size', '8GB', 'loading: fewer checkpoints'],
  ['wal_level', 'minimal', 'loading: new tables are not logged'],
  ['max_wal_senders', '0', 'as wal_level minimal asks'],
];

/** The folder of the newest version's programs; undefined where Debian's package is not installed. */
export const programs = (() => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((version) => /^\d+$/.test(version)) : [];
  const folders = versions.sort((a, b) => b - a).map((version) => join(DEBIAN, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres')));
})();

/** `15.18`; undefined without programs. */
export const version =
  programs && /\d+(\.\d+)?/.exec(execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }))[0];

/** A server of the benchmark's own whose data stays; `client` is what `pg` and psql connect with, but for the database. */
export async function startCluster() {
  const folder = await nodeFolder(join('.cache', 'bench-postgres'));
  const user = nodeUser();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await mkdir(folder, { recursive: true });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const program = (name, parameters) => run(join(programs, name), parameters, { ...user, cwd: folder });
  if (existsSync(join(data, 'postmaster.pid')))
    await program('pg_ctl', ['stop', '-D', data, '-m', 'fast']).catch(() => {});
  if (!(await isOfVersion(data))) {
    await rm(data, { recursive: true, force: true });
    await writeFile(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
    if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
    const access = ['-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await program('initdb', ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', ...access]);
  }
  const port = await freePort(0);
  const client = { host: '127.0.0.1', port, user: USER, password: await readFile(passwordFile, 'utf8') };
  const log = openSync(join(folder, 'log'), 'w');
  const settings = Object.entries({
    listen_addresses: client.host,
    unix_socket_directories: '',
    ...Object.fromEntries(SETTINGS),
  });
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: folder, detached: true, stdio: ['ignore', log, log] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const readyBefore = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(client))) {
    if (child.exitCode !== null || Date.now() > readyBefore) {
      child.kill('SIGINT');
      throw new Error(`PostgreSQL does not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
    }
    await sleep(50);
  }
  /** SIGINT: without waiting for connections. */
  const close = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { client, pid: child.pid, close };
}

const isOfVersion = async (data) => {
  const of = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '');
  return of.trim() === version.split('.')[0];
};

const isReady = ({ host, port }) =>
  run(join(programs, 'pg_isready'), ['-h', host, '-p', String(port)]).then(
    () => true,
    () => false,
  );
