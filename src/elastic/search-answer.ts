import { InternalFailure, UnavailableFailure } from '../errors/failure.js';

/** What an answer says before its hits. */
interface AnswerHead {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
  readonly hits: { readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' } };
}

/** A search's answer as it came: bytes, one a character (latin1). */
export class SearchAnswer {
  /** Exact number of matching documents. */
  readonly total: number;

  /** @throws UnavailableFailure (503) when the answer is a part, for reasons of time or of failed shards */
  constructor(
    private readonly bytes: string,
    private readonly start = bytes.indexOf(HITS) + HITS.length,
  ) {
    if (start < HITS.length) throw new InternalFailure('Elasticsearch answered in a form that is not known.');
    const head = JSON.parse(`${bytes.slice(0, start)}]}}`) as AnswerHead;
    if (head.timed_out) throw new UnavailableFailure('The search took too long; try again shortly.');
    if (head._shards.failed > 0) {
      throw new UnavailableFailure('A part of the index did not answer; try again shortly.');
    }
    this.total = head.hits.total.value;
  }

  /** The source of each hit, decoded. */
  documents<Document>(): Document[] {
    return this.sources().map((source) => JSON.parse(Buffer.from(source, 'latin1').toString('utf8')) as Document);
  }

  /** The `record` of each hit: the last field of its source, JSON as it was stored. */
  records(): string[] {
    return this.sources().map((source) => source.slice(source.indexOf(RECORD) + RECORD.length, -1));
  }

  /** Every search is sorted, so that the sort values of a hit follow its source. */
  private sources(): string[] {
    const sources: string[] = [];
    for (let at = this.start; ;) {
      const source = this.bytes.indexOf(SOURCE, at);
      if (source < 0) return sources;
      at = this.bytes.indexOf(SORT, source);
      if (at < 0) throw new InternalFailure('Elasticsearch answered with a hit that has no sort values.');
      sources.push(this.bytes.slice(source + SOURCE.length, at));
    }
  }
}

/** No text of a document can hold these: inside of JSON's strings each quotation mark has a backslash before it. */
const HITS = '"hits":[';
const SOURCE = '"_source":';
const RECORD = ',"record":';
const SORT = ',"sort":[';
