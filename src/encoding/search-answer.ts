import { InternalFailure, UnavailableFailure } from '../errors/failure.js';
import type { CategoryNames, Lang } from '../reference/lang.js';
import type { EncodedData } from './encoded-data.js';

/** The trees that categories of records are named by, and the language; those of a tree left out keep their names. */
export interface Naming {
  readonly creator?: CategoryNames;
  readonly product?: CategoryNames;
  readonly lang: Lang;
}

/** The answer of a search whose hits are sorted. */
export interface SearchAnswer {
  /** Exact number of matching documents; 0 when it was not asked for. */
  readonly total: number;
  /** The source of each hit, decoded. */
  documents<Document>(): Document[];
  /**
   * The `data` of a page: the fields given, then the stored `record` of each hit as `list`, its known categories named.
   * @throws InternalFailure (500) when a document has no record
   */
  page<Data extends { list: unknown[] }>(fields: Omit<Data, 'list'>, naming?: Naming): EncodedData<Data>;
  /** JSON of the `record` of each hit as `page` has it, its UTF-8 bytes as characters (latin1). Throws as `page` does. */
  records(naming?: Naming): string[];
}

/**
 * Reads the bytes of an answer: latin1 characters, in the chunks that they came in.
 * @throws UnavailableFailure (503) when the answer is partial, InternalFailure (500) when it is none of a search
 */
export type ReadAnswer = (chunks: readonly string[]) => SearchAnswer;

/** A decoded answer; without its hits what it says before them. */
export interface DecodedAnswer {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
  readonly hits: {
    /** Missing when it was not asked for. */
    readonly total?: { readonly value: number };
    readonly hits: readonly { readonly _source?: unknown }[];
  };
}

/** @throws UnavailableFailure (503) when the search timed out, or shards failed */
export function refusePartial({ timed_out, _shards }: Pick<DecodedAnswer, 'timed_out' | '_shards'>): void {
  if (timed_out) throw new UnavailableFailure('The search took too long; try again shortly.');
  if (_shards.failed > 0) throw new UnavailableFailure('A part of the index did not answer; try again shortly.');
}

export const unknownForm = (): InternalFailure =>
  new InternalFailure('Elasticsearch answered in a form that is not known.');

export const missingRecord = (): InternalFailure =>
  new InternalFailure('A document of the index has no record: something else than the loader wrote it.');
