import { Injectable } from '@nestjs/common';
import { FACT_KINDS, INDEX_KINDS, type IndexKind } from '../common/record-kind.js';
import { ClusterReads, type TryOptions } from '../elastic/client/cluster-reads.js';
import { ElasticClient } from '../elastic/client/elastic-client.js';
import { NotYetError, refusalOf, statusOf, WRONG_CREDENTIALS } from '../elastic/client/elastic-error.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { lockId } from '../elastic/state/cluster-lock.js';
import { DATA_VERSION_ID, type DataVersion, type DataVersionDocument, isOlder } from '../elastic/state/data-version.js';
import {
  describeDue,
  dueId,
  type LoadResult,
  loadResultId,
  SEED_ID,
  type SeedMarker,
  StateStore,
  type StoredState,
} from '../elastic/state/state-store.js';

const WANTED_VERSIONS = new Map(INDEX_KINDS.map((kind) => [kind, readIndexDefinition(kind).version]));
/** Locks of the processes that change data. A lock is held from before the first change until the data version is raised. */
const LOCK_IDS = INDEX_KINDS.map(lockId);
const STATE_IDS = [DATA_VERSION_ID, SEED_ID, ...LOCK_IDS, ...FACT_KINDS.map(dueId), ...INDEX_KINDS.map(loadResultId)];
/** Reads that must agree on a version that is older than one read before. */
const READS_TO_BELIEVE = 3;

const UPGRADE = 'end all processes of the old release, then npm run indices -- upgrade rewrites it; or ';

/** A reason why the service can't answer, and what to do. */
interface Trouble {
  readonly text: string;
  /** The index whose mapping has another version. */
  readonly otherVersion?: IndexKind;
}

/** The state of the cluster at one moment, as far as the service uses it. */
export interface ClusterState {
  /** Identifies the state of the data: answers stay the same while it does. */
  readonly text: string;
  /** No process is changing the data or was interrupted while changing it, so `text` covers every change. */
  readonly settled: boolean;
  /** The version of the data; undefined without the index that keeps it. */
  readonly dataVersion?: DataVersion;
  /** Why, when and for which indices the version was raised; undefined before the first load. */
  readonly lastChange?: DataVersionDocument;
  readonly loads: ReadonlyMap<IndexKind, LoadResult>;
  readonly behind: ReadonlyMap<IndexKind, string>;
  readonly troubles: readonly Trouble[];
  /** Tells of facts whose dimensions may be older than their records. */
  readonly due?: string;
  /** `green` when every shard has all its copies; undefined when there is no index. */
  readonly cluster?: { readonly status: string; readonly nodes: number };
  /** Assigned and unassigned shards of the indices. */
  readonly shards?: { readonly active: number; readonly unassigned: number };
}

/** The indices, their mappings and their health. They change only with Elasticsearch's cluster state. */
interface Indices extends Pick<ClusterState, 'text' | 'behind' | 'troubles' | 'cluster' | 'shards'> {
  readonly stateId: string;
  /** The epoch of data versions: the UUID of the index that keeps them. */
  readonly epoch: string | undefined;
}

interface StateAnswer {
  readonly state_uuid: string;
  readonly metadata?: { readonly indices?: Readonly<Record<string, IndexAnswer>> };
}

interface IndexAnswer {
  readonly aliases?: readonly string[];
  readonly mappings?: { readonly _doc?: { readonly _meta?: { readonly version?: number } } };
  readonly settings?: { readonly index?: { readonly uuid?: string } };
}

const STATE_PATHS = [
  'state_uuid',
  'metadata.indices.*.aliases',
  'metadata.indices.*.mappings._doc._meta',
  'metadata.indices.*.settings.index.uuid',
];

/** Reads the state of the cluster. Reads the indices again only after the cluster state has changed, because it runs often. */
@Injectable()
export class ClusterStateReader {
  private readonly store: StateStore;
  private indices: Indices | undefined;

  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
  ) {
    this.store = new StateStore(client, names);
  }

  /**
   * Reads the state. A node that is cut off answers from the past: an older version than `atLeast` is believed only
   * when several reads find no newer one. @throws Failure when Elasticsearch does not answer in full in time
   */
  read(timeoutMs: number, atLeast?: DataVersion): Promise<ClusterState> {
    let newest: ClusterState | undefined;
    let reads = 0;
    const read = async (options: TryOptions): Promise<ClusterState> => {
      const state = await this.readOnce(options);
      reads += 1;
      if (newest === undefined || !isOlder(state.dataVersion, newest.dataVersion)) newest = state;
      if (isOlder(newest.dataVersion, atLeast) && reads < READS_TO_BELIEVE) throw new NotYetError('A node is behind.');
      return newest;
    };
    return this.reads.withRetries(read, { timeoutMs });
  }

  private async readOnce(options: TryOptions): Promise<ClusterState> {
    const [before, { state_uuid: stateId }] = await Promise.all([
      this.store.getAll(STATE_IDS, options),
      this.client.cluster.state({ metric: ['version'] }, options) as Promise<StateAnswer>,
    ]);
    let stored = before;
    // Not `this.indices` below: another read may end meanwhile.
    let { indices: read } = this;
    if (read?.stateId !== stateId) {
      this.indices = read = await this.readIndices(options);
      // Locks and version must not be older than the aliases: an alias may have moved since.
      stored = await this.store.getAll(STATE_IDS, options);
    }
    const { epoch, text, troubles, ...indices } = read;
    const version = stored.get(DATA_VERSION_ID) as StoredState<DataVersionDocument> | undefined;
    const number = version?.version ?? 0;
    const settled = !LOCK_IDS.some((id) => stored.has(id));
    const isSeeding = (stored.get(SEED_ID)?.value as SeedMarker | undefined)?.state === 'running';
    const due = FACT_KINDS.filter((kind) => stored.has(dueId(kind)));
    // A first seed that is running or was interrupted has no sales; later seeds replace all of them.
    const sales = { index: this.names.alias('sales') };
    const awaitsSeed = isSeeding && troubles.length === 0 && (await this.client.count(sales, options)).count === 0;
    return {
      text: `${number} ${settled} ${text}`,
      settled,
      ...(epoch !== undefined && { dataVersion: { epoch, number } }),
      ...(version && { lastChange: version.value }),
      loads: new Map(
        INDEX_KINDS.flatMap((kind) => {
          const result = stored.get(loadResultId(kind));
          return result === undefined ? [] : [[kind, result.value as LoadResult] as const];
        }),
      ),
      ...indices,
      ...(due.length > 0 && { due: describeDue(due) }),
      troubles: awaitsSeed ? [{ text: 'The first seed is not done: npm run seed -- --if-empty does it.' }] : troubles,
    };
  }

  /** Reads the indices with the id of their cluster state in one request: two could reach nodes that differ. */
  private async readIndices(options: TryOptions): Promise<Indices> {
    const { state_uuid: stateId, metadata } = (await this.client.cluster.state(
      {
        metric: ['version', 'metadata'],
        index: this.names.aliases,
        ignore_unavailable: true,
        filter_path: STATE_PATHS,
      },
      options,
    )) as StateAnswer;
    const answers = metadata?.indices ?? {};
    const physical = Object.keys(answers);
    const health =
      physical.length === 0
        ? undefined
        : await this.client.cluster.health({ index: physical, level: 'indices' }, options);
    const behind = new Map<IndexKind, string>();
    const troubles = INDEX_KINDS.flatMap((kind): Trouble[] => {
      const alias = this.names.alias(kind);
      const index = physical.find((name) => answers[name]?.aliases?.includes(alias));
      if (index === undefined) {
        return [{ text: `The alias ${alias} is missing; npm run indices -- create makes it, empty.` }];
      }
      behind.set(kind, index);
      const version = answers[index]?.mappings?._doc?._meta?.version;
      const wanted = WANTED_VERSIONS.get(kind) ?? 0;
      if (version !== wanted) {
        const upgrade = version !== undefined && version > wanted ? '' : UPGRADE;
        const text = `${index} has mapping version ${String(version)}, not ${wanted}; ${upgrade}start the release that made it: docs/operating.md, "Upgrade".`;
        return [{ text, otherVersion: kind }];
      }
      if (health?.indices?.[index]?.status !== 'red') return [];
      const advice = 'curl "$ES/_cluster/allocation/explain?pretty" says why';
      return [{ text: `${index} is red: a part of it has no node. Start its node, or restore a snapshot; ${advice}.` }];
    });
    return {
      stateId,
      text: JSON.stringify(
        [...behind.values()].map((index) => [index, answers[index]?.settings, answers[index]?.mappings]),
      ),
      epoch: answers[behind.get('state') ?? '']?.settings?.index?.uuid,
      behind,
      troubles,
      ...(health && {
        cluster: { status: health.status, nodes: health.number_of_nodes },
        shards: { active: health.active_shards, unassigned: health.unassigned_shards },
      }),
    };
  }
}

/** The state that is read, or no more than the trouble that a failed read stands for. */
export const stateOrTrouble = (
  reading: Promise<ClusterState>,
): Promise<Partial<ClusterState> & Pick<ClusterState, 'troubles'>> =>
  reading.catch((error: unknown) => ({ troubles: [troubleOf(error)] }));

function troubleOf(error: unknown): Trouble {
  const cause = ((error as Error).cause ?? error) as Error;
  if (statusOf(cause) === 401) return { text: WRONG_CREDENTIALS };
  const refusal = refusalOf(cause);
  if (refusal !== undefined) {
    const text = `Elasticsearch refuses to say how the cluster is ${refusal}, so that nothing is kept in memory.`;
    return { text: `${text} The roles in elastic/ have the privileges.` };
  }
  return { text: `Elasticsearch does not answer as it should: ${cause.name}. Its log says why.` };
}
