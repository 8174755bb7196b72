import { developmentTokenFile, opensEverything } from '../../access/development-token.js';
import { isUsable, TokenStore } from '../../access/token-store.js';
import { lookForWork } from '../../boards/build-boards.js';
import { INDEX_KINDS } from '../../documents/index-kind.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import type { ClusterState, Trouble } from '../../search/state/cluster-state.js';
import { ClusterStateReader, troubleOf } from '../../search/state/cluster-state.js';
import { StateStore } from '../../elastic/state/state-store.js';
import { LOAD_KINDS } from '../../loading/load-kind.js';
import { unfinishedMerges } from '../../loading/unfinished-merges.js';
import { adviceOn, listIndexBuilds } from '../../loading/index-builds/index-history.js';
import type { CommandContext } from '../process/command.js';
import { buildTargetOf, EVERY_BOARD } from '../terminal/build-with-progress.js';
import type { Finding } from './finding.js';
import { fault, fine, warning } from './finding.js';

/** The release of Elasticsearch that the service needs. */
const WANTED_MAJOR = 9;
/** The plugin, or the module of the embedded node that replaces it. */
const ANALYSIS = ['analysis-icu', 'commerce-analysis'];
const TIMEOUT_MS = 10_000;

const REMEDY: Readonly<Record<Trouble['kind'], string>> = {
  unreachable: 'See the log of Elasticsearch.',
  forbidden: 'Give the user the privileges in elastic/service-role.json.',
  missing: 'Restart the service, which creates missing indices; then restore or load.',
  version: 'Load with this release, or start the release that created it: docs/operating.md, "Upgrade".',
  red: 'Start the node that has it, or restore a snapshot; curl "$ES/_cluster/allocation/explain?pretty" says why.',
  seed: 'Run npm run seed -- --if-empty.',
};

/** The part of a command's context that the checks need. */
export type ClusterContext = Pick<CommandContext, 'config' | 'client' | 'names' | 'url' | 'dataDir'>;

/** Checks the nodes and indices, and, unless these have a fault, the data. */
export async function checkCluster(context: ClusterContext): Promise<Finding[]> {
  const findings = [...(await checkNodes(context)), ...(await checkIndices(context))];
  if (findings.some(({ status }) => status === 'fault')) return findings;
  return [
    ...findings,
    ...(await checkShards(context)),
    ...(await checkLoads(context)),
    await checkBoards(context),
    await checkTokens(context),
  ];
}

/** Checks versions and plugins of the nodes. */
async function checkNodes({ client, url }: ClusterContext): Promise<Finding[]> {
  const { nodes } = await client.nodes.info({ metric: ['plugins'] }, { requestTimeout: TIMEOUT_MS });
  const all = Object.values(nodes);
  const versions = [...new Set(all.map(({ version }) => version))];
  const isWanted = versions.every((version) => Number.parseInt(version, 10) === WANTED_MAJOR);
  const found = `Elasticsearch ${versions.join(' and ')} at ${url}`;
  const without = all
    .filter(({ plugins = [], modules = [] }) => ![...plugins, ...modules].some(({ name }) => ANALYSIS.includes(name)))
    .map(({ name }) => name);
  return [
    isWanted
      ? fine('elasticsearch', `${found}.`)
      : fault(
          'elasticsearch',
          `${found}; ${WANTED_MAJOR}.x is needed: upgrade it, or set ELASTICSEARCH_URL to another cluster.`,
        ),
    without.length === 0
      ? fine('plugins', 'Every node has analysis-icu.')
      : fault(
          'plugins',
          `analysis-icu is missing on ${without.join(', ')}; run "elasticsearch-plugin install analysis-icu" there and restart.`,
        ),
  ];
}

/** Checks aliases, versions and shards, like /health/ready. */
async function checkIndices({ client, names }: ClusterContext): Promise<Finding[]> {
  const reading = new ClusterStateReader(client, new ClusterReads(client), names).read(TIMEOUT_MS);
  const { troubles, cluster, shards }: Pick<ClusterState, 'troubles' | 'cluster' | 'shards'> = await reading.catch(
    (error: unknown) => ({ troubles: [troubleOf(error)] }),
  );
  const faults = troubles.map(({ kind, text }) => fault('indices', `${text} ${REMEDY[kind]}`));
  const indices =
    faults.length > 0 ? faults : [fine('indices', 'Every alias exists, and every index has the right version.')];
  if (cluster === undefined || shards === undefined) return indices;
  const { status, nodes } = cluster;
  const state = `${status}, ${nodes} node${nodes === 1 ? '' : 's'}, ${shards.active} shards, ${shards.unassigned} without a node`;
  const health =
    shards.unassigned === 0
      ? fine('health', `${state}.`)
      : warning(
          'health',
          `${state}. Add a data node, or wait until they are copied; curl "$ES/_cluster/allocation/explain?pretty" says why.`,
        );
  return [health, ...indices];
}

/** Checks that the indices have enough shards, as many as INDEX_SHARDS, and no interrupted split. */
async function checkShards({ client, names, config }: ClusterContext): Promise<Finding[]> {
  const builds = await Promise.all(INDEX_KINDS.map((kind) => listIndexBuilds(client, names, kind)));
  const live = builds.flat().filter(({ role }) => role === 'live');
  const advice = live.flatMap((build) => adviceOn(build, config.indexShards));
  return advice.length > 0
    ? advice.map((text) => warning('shards', `${text}.`))
    : [fine('shards', 'Every index has as many shards as it needs.')];
}

/** Lists unfinished merges. */
async function checkLoads({ client, names }: ClusterContext): Promise<Finding[]> {
  const store = new StateStore(client, names);
  const merges = await Promise.all(
    LOAD_KINDS.map(async (kind) => (await unfinishedMerges(store, kind)).map((merge) => ({ kind, ...merge }))),
  );
  const open = merges.flat().map(({ kind, inputs, since }) => `${kind} from ${inputs.join(', ')}, started ${since}`);
  if (open.length === 0) return [fine('loads', 'No load was interrupted.')];
  const found = `In progress or interrupted: ${open.join('; ')}`;
  return [warning('loads', `${found}. npm run indices -- list shows which; run an interrupted one again.`)];
}

/** Checks that the rankings are up to date. */
async function checkBoards(context: ClusterContext): Promise<Finding> {
  const { stale, obsolete, upToDate } = await lookForWork(buildTargetOf(context), EVERY_BOARD);
  const late = stale.length + obsolete.length;
  if (late === 0) return fine('boards', `${upToDate} boards are up to date.`);
  return fault('boards', `${late} of ${late + upToDate} boards are stale; run npm run rankings -- build.`);
}

/** Checks that a token works: the development token of the embedded node, otherwise any token. */
async function checkTokens({ client, names, dataDir }: ClusterContext): Promise<Finding> {
  const store = new TokenStore(client, names, new ClusterReads(client));
  if (dataDir !== undefined) {
    const file = developmentTokenFile(dataDir);
    const works = await opensEverything(store, file);
    return works
      ? fine('token', `The token in ${file} works.`)
      : fault('token', `The token in ${file} does not work; npm start creates another one.`);
  }
  const usable = (await store.list()).filter((token) => isUsable(token, Date.now() / 1000)).length;
  return usable > 0
    ? fine('token', `${usable} token${usable === 1 ? ' works' : 's work'}.`)
    : fault('token', 'No token works; run npm run -s token -- create.');
}
