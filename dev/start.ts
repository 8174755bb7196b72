import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { TokenStore } from '../src/access/token-store.js';
import { failPlainly } from '../src/cli/process/command.js';
import { WorkFailure } from '../src/common/errors/failure.js';
import { loadConfig } from '../src/config/config.js';
import { PROJECT_DIR } from '../src/config/project-dir.js';
import { ClusterReads } from '../src/elastic/client/cluster-reads.js';
import { retryBy } from '../src/elastic/client/retry-policy.js';
import { connectElasticsearch } from '../src/elastic/client/elastic-client.js';
import { ensureIndices } from '../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../src/elastic/indices/index-names.js';
import { becomeParent } from './child.mjs';
import { ensureDevelopmentToken, ensureLinkSecret } from './development-token.js';
import { nodeFor } from './embedded-node/start-node.js';
import { needsSeed } from './seed/seed-cluster.js';
import { buildBeside } from '../tools/build/bootstrap.mjs';

const ADDRESS = /Serving at (http:\/\/\S+?),.*\n/;

/** Serves the configured cluster, with its indices, or a node of its own, which gets data and a token first. */
const { signal, run } = becomeParent(true);
const node = process.env.ELASTICSEARCH_URL?.trim() ? undefined : await nodeFor('main', signal);
const url = node?.url ?? process.env.ELASTICSEARCH_URL;
let status: number;
try {
  const config = loadConfig({ ...process.env, ELASTICSEARCH_URL: url });
  const { client } = connectElasticsearch(config.elasticsearch);
  const names = new IndexNames(config.indexPrefix);
  const context = { config, client, names, signal };
  const seeding = async (): Promise<void> => {
    if (node === undefined || !(await needsSeed(context))) return;
    // Only a first start waits for what the seed imports.
    const { seedCluster } = await import('./seed/seed-cluster.js');
    await seedCluster(context);
  };
  const building = buildBeside().catch(({ message }: Error) => {
    throw new WorkFailure(message);
  });
  // A cluster that does not answer yet gets its indices while the service says so.
  const indices = new Promise<unknown>((resolve, reject) => {
    const retry = retryBy({ giveUpAfterMs: Infinity, signal, onPause: resolve });
    retry(() => ensureIndices(client, names, config.indexShards)).then(resolve, reject);
  });
  await Promise.all([seeding(), building, indices]);
  signal.throwIfAborted();
  const token =
    node && (await ensureDevelopmentToken(new TokenStore(client, names, new ClusterReads(client)), node.dataDir));
  const secret = node && !process.env.LINK_SECRET?.trim() ? { LINK_SECRET: await ensureLinkSecret(node.dataDir) } : {};
  status = await run(
    [...process.execArgv, join(PROJECT_DIR, 'dist', 'main.js')],
    { ...secret, MCP: process.env.MCP?.trim() || 'on', ELASTICSEARCH_URL: url },
    (text) => {
      const [line, address] = ADDRESS.exec(text) ?? [];
      process.stdout.write(line === undefined ? text : text.replace(line, ''));
      if (address !== undefined) void announce(address, config.explorer, token);
    },
  );
} catch (error) {
  await node?.close();
  if (signal.aborted) process.exit();
  failPlainly(error);
}
await node?.close();
process.exit(status);

/** Prints the addresses, and the development token of the embedded node with a first request. */
async function announce(address: string, hasExplorer: boolean, file: string | undefined): Promise<void> {
  if (hasExplorer) console.log(`\nExplorer:      ${address}/explore${await tokenForTerminal(file)}`);
  console.log(`Swagger UI:    ${address}/docs`);
  if (file === undefined) {
    console.log('Access token:  create one with: npm run -s token -- create\n');
    return;
  }
  const shown = relative(process.cwd(), file);
  const path = shown.startsWith('..') ? file : shown;
  console.log(`Data:          in the folder ${node?.dataDir}
Access token:  in the file ${path}
Try it:
  curl -s ${address}/product/v1/search -H "Authorization: Bearer $(cat '${path}')" -H 'Content-Type: application/json' -d '{"keywords":"lipstick","pagesize":3}'
`);
}

/** The fragment of the explorer's link with the development token. Only a terminal gets it, not a file or a log. */
async function tokenForTerminal(file: string | undefined): Promise<string> {
  return file !== undefined && process.stdout.isTTY ? `#token=${(await readFile(file, 'utf8')).trim()}` : '';
}
