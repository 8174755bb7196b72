import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { treeResidentBytes } from '../../pages/process-group.mjs';
import { startServer } from '../../pages/processes.mjs';
import { programs, SETTINGS, startCluster, version } from './cluster.mjs';
import { ensureLoaded } from './load.mjs';

export const name = 'postgres';

/** PostgreSQL as a small team would use it: b-tree indexes for orders and filters, `tsvector` and `pg_trgm` for words. */
export const title = `PostgreSQL ${version ?? ''}`.trim();

export const settings = SETTINGS.map(([name, value, why]) => [name, `${value} (${why})`]);

/** Why it can't run here; undefined when it can. */
export async function missing() {
  if (programs === undefined) return 'PostgreSQL is not installed: apt-get install postgresql';
  const needed = ['initdb', 'pg_ctl', 'pg_isready', 'psql'];
  const lacking = needed.filter((name) => !existsSync(join(programs, name)));
  return lacking.length === 0 ? undefined : `PostgreSQL lacks ${lacking.join(', ')} in ${programs}`;
}

/** Starts the cluster and its server, over the set of records that is asked for. */
export async function start({ set, onProgress }) {
  const cluster = await startCluster();
  try {
    onProgress('PostgreSQL has started');
    const { database, seconds: loadSeconds } = await ensureLoaded(cluster.client, set, onProgress);
    const { host, port, user, password } = cluster.client;
    const token = randomBytes(18).toString('base64url');
    const environment = {
      ...process.env,
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGPASSWORD: password,
      PGDATABASE: database,
      TOKEN: token,
    };
    const server = await startServer(join(import.meta.dirname, 'server.mjs'), environment, [], '/health/live');
    server.token = token;
    const close = async () => {
      await server.end();
      await cluster.close();
    };
    return {
      server,
      loadSeconds,
      diskBytes: await diskBytes({ ...cluster.client, database }),
      residentBytes: () => treeResidentBytes(cluster.pid) + treeResidentBytes(server.child.pid),
      cannot: {},
      close,
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function diskBytes(options) {
  const client = new pg.Client(options);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
    return Number(rows[0].bytes);
  } finally {
    await client.end();
  }
}
