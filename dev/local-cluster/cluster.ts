import { createWriteStream } from 'node:fs';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { ensureDevelopmentToken } from '../development-token.js';
import { TokenStore } from '../../src/access/token-store.js';
import { loadConfig } from '../../src/config/config.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { nodeFolder } from '../embedded-node/data-directory.js';
import { nodeFor, nodeSettings } from '../embedded-node/start-node.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { ApiGroup } from './api-process.js';
import { Balancer } from './balancer.js';
import { ClusterNodes } from './cluster-nodes.js';
import { failPlainly } from '../../src/cli/process/command.js';
import { onEnd } from '../child.mjs';
import { Progress } from '../../src/cli/terminal/progress.js';
import { needsSeed, seedCluster } from '../seed/seed-cluster.js';
import { WorkFailure } from '../../src/common/errors/failure.js';

const API_PROCESSES = 2;

const program = new Command('cluster')
  .description('Runs three Elasticsearch nodes and two API processes behind one port, on this machine.')
  .option('--node', 'run only the node of npm start, without the service, such as to restore a snapshot')
  .action(({ node }: { node?: true }) => (node === true ? runNode() : runCluster()));

await program.parseAsync();

/** Runs the embedded node of the data folder until SIGINT or SIGTERM. */
async function runNode(): Promise<void> {
  const stop = new AbortController();
  const ended = new Promise<number>((resolve) =>
    onEnd((signal) => {
      stop.abort();
      resolve(signal === 'SIGINT' ? 130 : 0);
    }),
  );
  const node = await nodeFor('cluster', stop.signal);
  console.log(`Elasticsearch: ${node.url}, data in ${node.dataDir}`);
  const status = await ended;
  await node.close();
  process.exit(status);
}

/** Starts the nodes and the API, and seeds an empty cluster. Ends the API and then the nodes at SIGINT or SIGTERM. */
async function runCluster(): Promise<void> {
  const opened: (() => Promise<void>)[] = [];
  const stop = new AbortController();
  const end = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close().catch((error: unknown) => console.error(error));
  };
  onEnd((signal) => {
    stop.abort();
    void end().finally(() => process.exit(signal === 'SIGINT' ? 130 : 0));
  });
  try {
    await bringUp(opened, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return;
    await end();
    failPlainly(error);
  }
}

async function bringUp(opened: (() => Promise<void>)[], signal: AbortSignal): Promise<void> {
  const config = loadConfig(process.env);
  if (config.elasticsearch.url !== undefined) {
    throw new WorkFailure('This command starts its own cluster; unset ELASTICSEARCH_URL.');
  }
  const { port: firstPort, dataDir: givenDataDir, patience } = nodeSettings(process.env);
  const dataDir = givenDataDir ?? (await nodeFolder(join('.data', 'cluster')));
  const progress = new Progress('Elasticsearch');
  const onProgress = (text: string): void => progress.update(text);
  const starting = ClusterNodes.start({ dataDir, firstPort, patience, environment: process.env, signal, onProgress });
  opened.push(() =>
    starting.then(
      (nodes) => nodes.stop(),
      () => undefined,
    ),
  );
  const nodes = await starting;
  progress.done();
  signal.throwIfAborted();

  const client = createElasticClient({ url: nodes.url });
  opened.push(() => client.close());
  const names = new IndexNames(config.indexPrefix);
  if (await needsSeed({ config, client, names })) await seedCluster({ config, client, names, signal });
  const tokenFile = await ensureDevelopmentToken(new TokenStore(client, names, new ClusterReads(client)), dataDir);
  signal.throwIfAborted();

  const balancer = await Balancer.listen(config.port, config.host);
  opened.push(() => balancer.close());
  const logFile = join(dataDir, 'api.log');
  const log = createWriteStream(logFile, { flags: 'a' });
  const group = await ApiGroup.start({
    count: API_PROCESSES,
    elasticsearchUrl: nodes.url,
    environment: process.env,
    balancer,
    onLog: (text) => log.write(text),
  });
  opened.push(() => group.stop());
  process.on('SIGHUP', () => {
    console.log('Replacing the API processes one by one …');
    group.restart().then(
      () => console.log(`Replaced. The processes are ${group.pids.join(' and ')} now`),
      (error: unknown) => console.error(error),
    );
  });

  const shownToken = relative(process.cwd(), tokenFile);
  console.log(`
API:           ${balancer.url}/docs, processes ${group.pids.join(' and ')}, log in ${logFile}
Elasticsearch: ${nodes.all.map(({ name, url }) => `${name} at ${url}`).join(', ')}
Access token:  in the file ${shownToken.startsWith('..') ? tokenFile : shownToken}
Commands:      ELASTICSEARCH_URL=${nodes.url} npm run indices -- list
Restart:       kill -HUP ${process.pid} replaces the API processes, one after the other
`);
}
