import type { Client, estypes } from '@elastic/elasticsearch';
import type { TryOptions } from '../client/cluster-reads.js';
import { statusOf } from '../client/elastic-error.js';
import type { IndexNames } from '../indices/index-names.js';

/** A state document as it was read. */
export interface StoredState<Value> {
  readonly value: Value;
  /** 1 when it was made, one more with every write. */
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** The condition of a write: the document is as it was read, or is not there. */
export type StateCondition = Pick<StoredState<unknown>, 'seqNo' | 'primaryTerm'> | 'absent';

/** Small facts that all processes share: locks, broken-off loads, the seed's state, the data version. */
export class StateStore {
  private readonly index: string;

  constructor(
    private readonly client: Client,
    names: IndexNames,
  ) {
    this.index = names.alias('state');
  }

  /** The document as the last acknowledged write left it; undefined when there is none, or no index for it yet. */
  async get<Value>(id: string, { timeoutMs }: { timeoutMs?: number } = {}): Promise<StoredState<Value> | undefined> {
    const answer = await this.client.get<{ value: Value }>(
      { index: this.index, id },
      { ignore: [404], ...within(timeoutMs) },
    );
    return answer.found ? storedState(answer) : undefined;
  }

  /** Those of the documents that are there, by id, as the last acknowledged writes left them. */
  async getAll(ids: readonly string[], options: TryOptions): Promise<ReadonlyMap<string, StoredState<unknown>>> {
    const { docs } = await this.client.mget<{ value: unknown }>({ index: this.index, ids: [...ids] }, options);
    return new Map(
      docs.flatMap((doc) => ('_source' in doc && doc._source !== undefined ? [[doc._id, storedState(doc)]] : [])),
    );
  }

  /**
   * Writes the document if the condition holds.
   * @returns what was stored; undefined when somebody else was first
   */
  async put<Value>(
    id: string,
    value: Value,
    condition?: StateCondition,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): Promise<StoredState<Value> | undefined> {
    const conditions =
      condition === undefined
        ? {}
        : condition === 'absent'
          ? { op_type: 'create' as const }
          : { if_seq_no: condition.seqNo, if_primary_term: condition.primaryTerm };
    try {
      const answer = await this.client.index(
        { index: this.index, id, document: { value }, require_alias: true, ...conditions },
        within(timeoutMs),
      );
      return {
        value,
        version: answer._version,
        seqNo: answer._seq_no ?? 0,
        primaryTerm: answer._primary_term ?? 0,
      };
    } catch (error) {
      if (statusOf(error) === 409) return undefined;
      throw error;
    }
  }

  /** Deletes the document if it is as it was read; false when it is not. */
  async remove(id: string, condition: Exclude<StateCondition, 'absent'>): Promise<boolean> {
    try {
      await this.client.delete({
        index: this.index,
        id,
        if_seq_no: condition.seqNo,
        if_primary_term: condition.primaryTerm,
      });
      return true;
    } catch (error) {
      if (statusOf(error) === 409 || statusOf(error) === 404) return false;
      throw error;
    }
  }
}

const storedState = <Value>({ _source, _version, _seq_no, _primary_term }: estypes.GetGetResult<{ value: Value }>) => ({
  value: (_source as { value: Value }).value,
  version: _version ?? 0,
  seqNo: _seq_no ?? 0,
  primaryTerm: _primary_term ?? 0,
});

const within = (timeoutMs: number | undefined) =>
  timeoutMs === undefined ? {} : { requestTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
