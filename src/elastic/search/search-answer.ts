import { InternalFailure, UnavailableFailure } from '../../errors/failure.js';

/** What an answer says before its hits. */
interface AnswerHead {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
  readonly hits: { readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' } };
}

/** A search's answer as it came: bytes, one a character (latin1), in pieces that end anywhere. */
export class SearchAnswer {
  /** Exact number of matching documents. */
  readonly total: number;
  /** From the first hit on. */
  private readonly hits: readonly string[];

  /** @throws UnavailableFailure (503) when the answer is a part, for reasons of time or of failed shards */
  constructor(pieces: readonly string[]) {
    let read = 0;
    let text = '';
    let end = -1;
    while (end < 0 && read < pieces.length) {
      text += pieces[read++] ?? '';
      end = text.indexOf(HITS);
    }
    if (end < 0) throw new InternalFailure('Elasticsearch answered in a form that is not known.');
    end += HITS.length;
    const head = JSON.parse(`${text.slice(0, end)}]}}`) as AnswerHead;
    if (head.timed_out) throw new UnavailableFailure('The search took too long; try again shortly.');
    if (head._shards.failed > 0) {
      throw new UnavailableFailure('A part of the index did not answer; try again shortly.');
    }
    this.total = head.hits.total.value;
    this.hits = [text.slice(end), ...pieces.slice(read)];
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
    let rest = '';
    for (const piece of this.hits) {
      rest += piece;
      let at = 0;
      for (;;) {
        const source = rest.indexOf(SOURCE, at);
        const end = source < 0 ? -1 : rest.indexOf(SORT, source);
        if (end < 0) break;
        sources.push(rest.slice(source + SOURCE.length, end));
        at = end;
      }
      rest = rest.slice(at);
    }
    if (rest.includes(SOURCE)) throw new InternalFailure('Elasticsearch answered with a hit that has no sort values.');
    return sources;
  }
}

/** No text of a document can hold these: inside of JSON's strings each quotation mark has a backslash before it. */
const HITS = '"hits":[';
const SOURCE = '"_source":';
const RECORD = ',"record":';
const SORT = ',"sort":[';
