import type { Client, estypes } from '@elastic/elasticsearch';
import type { TryOptions } from '../client/cluster-reads.js';
import { statusOf } from '../client/elastic-error.js';
import type { IndexNames } from '../indices/index-names.js';
import type { FactKind, IndexKind } from '../../common/record-kind.js';

export interface StoredState<Value> {
  readonly value: Value;
  /** 1 for the first write; grows by one with every write. */
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** Condition of a write: the document has not changed since it was read, or does not exist. */
export type StateCondition = Pick<StoredState<unknown>, 'seqNo' | 'primaryTerm'> | 'absent';

/** Small documents that all processes share, such as locks, load results and the data version (docs/data-model.md). */
export class StateStore {
  private readonly index: string;

  constructor(
    private readonly client: Client,
    names: IndexNames,
  ) {
    this.index = names.alias('state');
  }

  /** Reads a document, including the last acknowledged write; undefined when it or its index does not exist. */
  async get<Value>(id: string, { timeoutMs }: { timeoutMs?: number } = {}): Promise<StoredState<Value> | undefined> {
    const answer = await this.client.get<{ value: Value }>(
      { index: this.index, id },
      { ignore: [404], ...requestBounds(timeoutMs) },
    );
    return answer.found ? storedState(answer) : undefined;
  }

  /** Reads the existing documents with these ids, including the last acknowledged writes. */
  async getAll(ids: readonly string[], options: TryOptions): Promise<ReadonlyMap<string, StoredState<unknown>>> {
    const { docs } = await this.client.mget<{ value: unknown }>({ index: this.index, ids: [...ids] }, options);
    return new Map(
      docs.flatMap((doc) => ('_source' in doc && doc._source !== undefined ? [[doc._id, storedState(doc)]] : [])),
    );
  }

  /** Writes a document if the condition holds, and returns it; undefined when the condition does not hold. */
  async put<Value>(
    id: string,
    value: Value,
    condition?: StateCondition,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): Promise<StoredState<Value> | undefined> {
    const conditions = condition === 'absent' ? { op_type: 'create' as const } : condition && unchangedSince(condition);
    try {
      const answer = await this.client.index(
        { index: this.index, id, document: { value }, require_alias: true, ...conditions },
        requestBounds(timeoutMs),
      );
      return storedState({ ...answer, _source: { value } });
    } catch (error) {
      if (statusOf(error) === 409) return undefined;
      throw error;
    }
  }

  /** Deletes a document if it has not changed since it was read. */
  async remove(id: string, condition: Exclude<StateCondition, 'absent'>): Promise<void> {
    await this.client.delete({ index: this.index, id, ...unchangedSince(condition) }, { ignore: [404, 409] });
  }
}

type Stored<Value> = Pick<estypes.GetGetResult<{ value: Value }>, '_source' | '_version' | '_seq_no' | '_primary_term'>;

const storedState = <Value>({ _source, _version, _seq_no, _primary_term }: Stored<Value>): StoredState<Value> => ({
  value: (_source as { value: Value }).value,
  version: _version ?? 0,
  seqNo: _seq_no ?? 0,
  primaryTerm: _primary_term ?? 0,
});

const unchangedSince = ({ seqNo, primaryTerm }: Exclude<StateCondition, 'absent'>) => ({
  if_seq_no: seqNo,
  if_primary_term: primaryTerm,
});

const requestBounds = (timeoutMs: number | undefined) =>
  timeoutMs === undefined ? {} : { requestTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };

/** Facts whose dimensions may differ from their creators, products and videos. */
export interface DueReconcile {
  readonly cause: string;
  readonly since: string;
}

export const dueId = (kind: FactKind): string => `reconcile:${kind}`;

/** What a work made due of each kind of facts; undefined of those for which it was due before. */
export type DueMarks = ReadonlyMap<FactKind, StoredState<DueReconcile> | undefined>;

/** Records, before records or facts change, that facts are to be compared with their records afterwards. */
export async function markDue(store: StateStore, kinds: readonly FactKind[], cause: string): Promise<DueMarks> {
  const marks = new Map<FactKind, StoredState<DueReconcile> | undefined>();
  for (const kind of kinds) {
    const due: DueReconcile = { cause, since: new Date().toISOString() };
    const mark = await store.put(dueId(kind), due, 'absent');
    if (mark === undefined) await store.put(dueId(kind), due);
    marks.set(kind, mark);
  }
  return marks;
}

/** Tells of the facts for which it is due, and what to do. */
export const describeDue = (kinds: readonly FactKind[]): string =>
  `Dimensions of ${kinds.join(' and ')} may be older than their creators, products and videos until the load in progress ends; when none is: npm run indices -- reconcile.`;

/** The result of the last load of a kind, kept for metrics. Times are ISO 8601. */
export interface LoadResult {
  readonly mode: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly succeeded: boolean;
  /** Lines by outcome, such as `read`, `loaded` and `rejected`. */
  readonly lines: Readonly<Record<string, number>>;
}

export const loadResultId = (kind: IndexKind): string => `load-result:${kind}`;

export const SEED_ID = 'seed';

export interface SeedMarker {
  /** `running`: a seed is in progress or was interrupted. `done`: the last seed has finished. */
  state: 'running' | 'done';
  scale: number;
  until: string;
  at: string;
}
