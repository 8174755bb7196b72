import type { Client } from '@elastic/elasticsearch';
import { DATA_LOCKS, lockId } from './cluster-lock.js';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

const ID = 'data-generation';
/** Of everyone who changes data: each holds one from before the first change until it has raised the data version. */
const LOCK_IDS = DATA_LOCKS.map(lockId);

/**
 * The number that grows with every change of the data; what was computed from an older one is out of date.
 * 0 before the first load. Cheap enough to be asked for every second.
 */
export async function readDataVersion(client: Client, names: IndexNames, timeoutMs?: number): Promise<number> {
  const options = timeoutMs === undefined ? {} : { timeoutMs };
  return (await new StateStore(client, names).get(ID, options))?.version ?? 0;
}

/** The data as it is: while `text` stays the same, so do the answers. */
export interface DataState {
  readonly text: string;
  /** Nobody is changing the data, and nobody broke off while changing it: the text tells the whole truth. */
  readonly settled: boolean;
}

/** Reads how the data is, often: the cluster is asked for its indices only after something in its own state has changed. */
export class DataStateReader {
  private readonly store: StateStore;
  private known: { readonly clusterState: string; readonly indices: string } | undefined;

  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
    private readonly timeoutMs: number,
  ) {
    this.store = new StateStore(client, names);
  }

  /** The version of the data, the indices behind the aliases with the versions of their mappings, and whether somebody changes them. */
  async read(): Promise<DataState> {
    const { timeoutMs } = this;
    const [stored, { state_uuid: clusterState }] = await Promise.all([
      this.store.getAll([ID, ...LOCK_IDS], { timeoutMs }),
      this.client.cluster.state({ metric: ['version'] }, { requestTimeout: timeoutMs }) as Promise<{
        state_uuid: string;
      }>,
    ]);
    if (this.known?.clusterState !== clusterState) this.known = { clusterState, indices: await this.readIndices() };
    const settled = !LOCK_IDS.some((id) => stored.has(id));
    return { text: `${stored.get(ID)?.version ?? 0} ${settled} ${this.known.indices}`, settled };
  }

  private async readIndices(): Promise<string> {
    const described = '*.aliases,*.mappings._meta,*.settings.index.uuid';
    return JSON.stringify(
      await this.client.indices.get(
        { index: this.names.aliases, ignore_unavailable: true, filter_path: described },
        { requestTimeout: this.timeoutMs },
      ),
    );
  }
}

/** When the data changed last (Unix seconds) and its version; undefined before the first load. */
export async function readLastChange(
  client: Client,
  names: IndexNames,
  timeoutMs: number,
): Promise<{ version: number; changedAt: number } | undefined> {
  const stored = await new StateStore(client, names).get<{ raised_at: string }>(ID, { timeoutMs });
  if (stored === undefined) return undefined;
  return { version: stored.version, changedAt: Date.parse(stored.value.raised_at) / 1000 };
}

/** Raises the data version, to be called after the data has changed and can be searched. Returns the new number. */
export async function raiseDataVersion(client: Client, names: IndexNames, cause: string): Promise<number> {
  const raised = await new StateStore(client, names).put(ID, { cause, raised_at: new Date().toISOString() });
  return raised?.version ?? 0;
}
