import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, PROJECT_DIR, requireNode } from '../tools/build/bootstrap.mjs';
import { becomeParent } from './child.mjs';

/**
 * Runs the service (`main`) or a command of `dist`, on the cluster at `ELASTICSEARCH_URL` or on the embedded node: the one
 * that runs, or one that is started for it. It runs what is built: a build would replace the files of a running service.
 */
const [name, ...parameters] = process.argv.slice(2);
/** Commands that ask before they delete data, which on the embedded node nobody misses. */
const ASKS = /^(seed|indices prune)\b/;
const script = join(PROJECT_DIR, 'dist', name === 'main' ? 'main.js' : join('cli', `${name}.js`));
/** The seed is of development: it runs from its sources. */
const SEED = [
  '--import',
  new URL('typescript.mjs', import.meta.url).href,
  join(import.meta.dirname, 'seed', 'command.ts'),
];

requireNode();
if (name !== 'seed') requireBuild();
const { signal, run } = becomeParent(name === 'main');
const node = process.env.ELASTICSEARCH_URL?.trim() ? undefined : await findNode();
const assent = node !== undefined && ASKS.test([name, ...parameters].join(' ')) ? ['--yes'] : [];
const environment = node === undefined ? {} : { ELASTICSEARCH_URL: node.url };
process.exit(
  await run(
    [...process.execArgv, ...(name === 'seed' ? SEED : [script]), ...parameters, ...assent],
    environment,
  ).finally(() => node?.close()),
);

async function findNode() {
  await import('./typescript.mjs');
  const { nodeFor } = await import('./embedded-node/start-node.ts');
  return nodeFor(name, signal);
}

function requireBuild() {
  if (!existsSync(script)) {
    console.error('The project is not installed and built. Run: npm ci && npm run build');
    process.exit(1);
  }
  if (!isBuilt())
    console.error('The sources have changed since the last build, which runs here. To build: npm run build');
}
