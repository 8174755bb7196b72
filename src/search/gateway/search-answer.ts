import { InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { nameCategories, type Naming } from '../../documents/category.record.js';
import type { CountAnswer } from '../compiler/types.js';

/** The answer of a search for records, or of one that counts. */
export interface SearchAnswer extends CountAnswer {
  readonly hits: {
    /** Absent unless it was requested. */
    readonly total?: { readonly value: number };
    readonly hits: readonly Hit[];
  };
}

export interface Hit {
  readonly _source?: unknown;
  readonly sort?: readonly unknown[];
}

interface ShardResults {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
}

/**
 * Adds the exact number of matching documents to an answer; 0 unless it was requested.
 * @throws UnavailableFailure (503) for a partial answer, InternalFailure (500) when it is no search response
 */
export function requireWhole<Answer extends object>(answer: unknown): Answer & SearchAnswer {
  const { timed_out, _shards, hits } = (answer ?? {}) as Partial<ShardResults & SearchAnswer>;
  if (_shards === undefined) throw new InternalFailure('unknown_answer');
  if (timed_out === true) throw new UnavailableFailure('search_late');
  if (_shards.failed > 0) throw new UnavailableFailure('search_partial');
  return { ...(answer as Answer & SearchAnswer), total: hits?.total?.value ?? 0 };
}

/** The `record` of each hit, its categories named. @throws InternalFailure (500) without a record */
export function recordsOf({ hits }: SearchAnswer, naming?: Naming): object[] {
  return hits.hits.map(({ _source }) => {
    const text = (_source as { readonly record?: unknown } | undefined)?.record;
    if (typeof text !== 'string') throw new InternalFailure('no_record');
    const record = JSON.parse(text) as object;
    return naming === undefined ? record : nameCategories(record, naming);
  });
}
