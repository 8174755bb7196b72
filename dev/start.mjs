import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { requireTools } from './embedded-node/server/server.mjs';
import { buildBeside, installPackages, requireNode } from '../tools/build/bootstrap.mjs';

/**
 * Installs, and starts the service. The embedded Elasticsearch is fetched and made while packages are installed; it starts
 * and gets its data while the sources are built.
 */
requireNode();
const making = process.env.ELASTICSEARCH_URL ? undefined : await makeElasticsearch();
installPackages();
// Its failure is told when the service needs it.
buildBeside().catch(() => undefined);
await making?.ended();
await import('./typescript.mjs');
await import('./start.ts');

/** Begins to make the embedded Elasticsearch in a process of its own: the steps here block this one. */
async function makeElasticsearch() {
  const sources = join(import.meta.dirname, 'embedded-node', 'server');
  await requireTools(process.env, sources).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  const child = fork(join(sources, 'provide.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const exit = once(child, 'exit');
  return {
    async ended() {
      child.stdout.pipe(process.stderr);
      const [status] = await exit;
      if (status !== 0) process.exit(1);
    },
  };
}
