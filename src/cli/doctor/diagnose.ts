import { isUsable, TokenStore } from '../../access/token-store.js';
import { type Config, ConfigError, type Environment, loadConfig, misspeltSettings } from '../../config/config.js';
import { type CategoryNode, TREE_KINDS } from '../../common/categories/category-tree.js';
import { RECORD_KINDS } from '../../common/record-kind.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { connectElasticsearch } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { StateStore } from '../../elastic/state/state-store.js';
import { adviceOn, listAllBuilds } from '../../loading/index-builds/index-history.js';
import { unfinishedMerges } from '../../loading/unfinished-merges.js';
import { readTree } from '../../search/state/category-trees.js';
import { ClusterStateReader, stateOrTrouble } from '../../freshness/cluster-state.js';
import { type CommandContext, plainReason } from '../process/command.js';

/** The result of a check, and how to fix a fault. A warning works, but should be fixed. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'fault';
  readonly text: string;
}

type Context = Pick<CommandContext, 'config' | 'client' | 'names' | 'url'>;

const TIMEOUT_MS = 10_000;

const finding =
  (status: Finding['status']) =>
  (check: string, text: string): Finding => ({ check, status, text: text.replace(/(?<!\s)\s*\n\s*/g, ' ') });
const fine = finding('ok');
const warning = finding('warning');
const fault = finding('fault');

type Builds = Awaited<ReturnType<typeof listAllBuilds>>;

/** Formats a finding as one line. */
export const lineOf = ({ status, check, text }: Finding): string => `${status.padEnd(7)}  ${check.padEnd(13)}  ${text}`;

/** Checks the configuration, the cluster and its data by what readiness and the commands read. Changes nothing. */
export async function diagnose(environment: Environment): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((text) => fault('configuration', text));
  }
  const misspelt = misspeltSettings(environment).map((text) => warning('configuration', text));
  const configuration = misspelt.length > 0 ? misspelt : [fine('configuration', 'Every variable is valid.')];
  const cluster = await checkCluster(config).catch((error: unknown) => [
    fault('elasticsearch', plainReason(error) ?? (error as Error).message),
  ]);
  return [...configuration, ...cluster];
}

/** Checks a running cluster, and its data unless its indices have a fault. */
async function checkCluster(config: Config): Promise<Finding[]> {
  const connection = connectElasticsearch(config.elasticsearch);
  const context: Context = { config, names: new IndexNames(config.indexPrefix), ...connection };
  try {
    const indices = await checkIndices(context);
    if (indices.some(({ status }) => status === 'fault')) return indices;
    const builds = await listAllBuilds(context);
    const shards = checkShards(context, builds);
    const trees = await checkTrees(context);
    return [...indices, ...trees, ...shards, await checkLoads(context, builds), await checkTokens(context)];
  } finally {
    await connection.client.close();
  }
}

async function checkIndices({ client, names, url }: Context): Promise<Finding[]> {
  const reading = new ClusterStateReader(client, new ClusterReads(client), names).read(TIMEOUT_MS);
  const { troubles, cluster, shards, due, behind } = await stateOrTrouble(reading);
  const faults = troubles.map(({ text }) => fault('indices', text));
  if (cluster === undefined || shards === undefined) return faults;
  faults.push(...(await describeBlocks(client, [...(behind?.values() ?? [])])).map((text) => fault('indices', text)));
  const { status, nodes } = cluster;
  const state = `${url}: ${status}, ${nodes} node${nodes === 1 ? '' : 's'}, ${shards.active} shards, ${shards.unassigned} without a node.`;
  const advice =
    'Add a data node, or wait until they are copied; curl "$ES/_cluster/allocation/explain?pretty" says why.';
  return [
    shards.unassigned === 0 ? fine('elasticsearch', state) : warning('elasticsearch', `${state} ${advice}`),
    ...(due === undefined ? [] : [warning('dimensions', due)]),
    ...(faults.length > 0
      ? faults
      : [fine('indices', 'Every alias exists, and every index has the right version and can be written.')]),
  ];
}

/** Tells which live indices, or the cluster, can't be written to or read. */
async function describeBlocks(client: Context['client'], live: readonly string[]): Promise<string[]> {
  type Blocks = Readonly<Record<string, { readonly description: string }>>;
  const { blocks } = (await client.cluster.state({ metric: ['blocks'] })) as {
    blocks: { readonly global?: Blocks; readonly indices?: Readonly<Record<string, Blocks>> };
  };
  const indicesByBlock = new Map<string, string[]>();
  const blocked = [
    ['the cluster', blocks.global] as const,
    ...live.map((index) => [index, blocks.indices?.[index]] as const),
  ];
  for (const [name, reasons = {}] of blocked)
    for (const { description } of Object.values(reasons))
      indicesByBlock.set(description, [...(indicesByBlock.get(description) ?? []), name]);
  const advice = 'Loads and new tokens fail. Make room where a disk is full, or remove the block from the settings.';
  return [...indicesByBlock].map(([description, names]) => `Blocked (${description}): ${names.join(', ')}. ${advice}`);
}

async function checkTrees({ client, names }: Context): Promise<Finding[]> {
  const texts = TREE_KINDS.map(async (kind) => {
    const search = (page: object) => client.search<CategoryNode>({ index: names.alias(kind), ...page });
    return (await readTree(kind, async (page) => (await search(page)).hits.hits)).describeLeftOut(kind);
  });
  return (await Promise.all(texts)).flat().map((text) => warning('categories', text));
}

function checkShards({ config }: Context, builds: Builds): Finding[] {
  const live = builds.filter(({ role }) => role === 'live');
  const advice = live.flatMap((build) => adviceOn(build, config.indexShards) ?? []);
  if (advice.length === 0) return [fine('shards', 'Every index has as many shards as it needs.')];
  return advice.map((text) => warning('shards', `${text}.`));
}

async function checkLoads({ client, names }: Context, builds: Builds): Promise<Finding> {
  const store = new StateStore(client, names);
  const replacements = builds
    .filter(({ role }) => role === 'building')
    .map(({ kind, index, createdAt }) => `${kind} into ${index}, started ${createdAt.toISOString()}`);
  const merges = RECORD_KINDS.map(async (kind) =>
    (await unfinishedMerges(store, kind)).map(
      ({ inputs, since }) => `${kind} from ${inputs.join(', ')}, started ${since}`,
    ),
  );
  const open = [...(await Promise.all(merges)).flat(), ...replacements].join('; ');
  const advice = 'npm run indices -- list shows which; run an interrupted one again.';
  if (open === '') return fine('loads', 'No load was interrupted.');
  return warning('loads', `In progress or interrupted: ${open}. ${advice}`);
}

async function checkTokens({ client, names }: Context): Promise<Finding> {
  const tokens = await new TokenStore(client, names, new ClusterReads(client)).list();
  const usable = tokens.filter((token) => isUsable(token, Date.now() / 1000)).length;
  if (usable === 0) return fault('token', 'No token works; run npm run -s token -- create.');
  return fine('token', `${usable} token${usable === 1 ? ' works' : 's work'}.`);
}
