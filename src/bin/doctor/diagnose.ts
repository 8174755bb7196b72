import type { Config } from '../../config/config.js';
import { ConfigError, loadConfig, misspeltSettings } from '../../config/config.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { plainReason } from '../process/command.js';
import { connectElasticsearch } from '../process/connect-elasticsearch.js';
import type { ElasticConnection } from '../../embedded-node/embedded-connection.js';
import { inspectEmbeddedNode } from '../../embedded-node/embedded-connection.js';
import { checkCluster } from './cluster-checks.js';
import type { Finding } from './finding.js';
import { fault, fine, warning } from './finding.js';
import type { Machine } from './machine-checks.js';
import { checkEmbeddedNode, checkMemory, checkNode, checkPort, THIS_MACHINE } from './machine-checks.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks the machine, the cluster and its data. Changes nothing. */
export async function diagnose(environment: Environment, machine: Machine = THIS_MACHINE): Promise<Finding[]> {
  const node = checkNode(machine);
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [node, ...error.faults.map((text) => fault('configuration', text))];
  }
  const port = await checkPort(config);
  const misspelt = misspeltSettings(environment).map((text) => warning('configuration', text));
  const configuration = misspelt.length > 0 ? misspelt : [fine('configuration', 'Every variable is valid.')];
  const before = [node, ...configuration, port.finding];
  return [...before, ...(await checkElasticsearch(config, environment, machine, port.isServing))];
}

async function checkElasticsearch(
  config: Config,
  environment: Environment,
  machine: Machine,
  isServing: boolean,
): Promise<Finding[]> {
  const { elasticsearch } = config;
  if (elasticsearch.kind === 'cluster') {
    return [checkMemory(machine, isServing, undefined), ...(await checkClusterOf(config, environment))];
  }
  const node = await inspectEmbeddedNode(elasticsearch, { environment, javaFolders: machine.javaFolders });
  const isRunning = node.url !== undefined;
  return [
    ...(await checkEmbeddedNode(node, machine)),
    checkMemory(machine, isServing, isRunning ? undefined : elasticsearch.heap),
    ...(isRunning
      ? await checkClusterOf(config, environment)
      : [fine('elasticsearch', 'The embedded node is not running; start it with npm start to check it.')]),
  ];
}

/** Checks a running cluster; starts none. */
async function checkClusterOf(config: Config, environment: Environment): Promise<Finding[]> {
  const options = { node: 'shared', environment, onProgress: () => undefined } as const;
  let connection: ElasticConnection | undefined;
  try {
    connection = await connectElasticsearch(config.elasticsearch, options);
    return await checkCluster({ config, names: new IndexNames(config.indexPrefix), ...connection });
  } catch (error) {
    return [fault('elasticsearch', plainReason(error) ?? (error as Error).message)];
  } finally {
    await connection?.close();
  }
}
