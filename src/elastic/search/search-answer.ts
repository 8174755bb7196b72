import { InternalFailure, UnavailableFailure } from '../../errors/failure.js';
import { toLatin1 } from '../../encoding/encoded-data.js';

/** What an answer says before its hits. */
interface AnswerHead {
  /** Of a search in a point in time. */
  readonly pit_id?: string;
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
  /** `total` is missing when it was not asked for. */
  readonly hits: { readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' } };
}

interface DecodedAnswer {
  readonly hits: { readonly hits: readonly { readonly _source?: unknown }[] };
}

/** The answer of a search as it came: latin1-encoded JSON in chunks that end anywhere. */
export class SearchAnswer {
  /** Exact number of matching documents; 0 when it was not asked for. */
  readonly total: number;
  /** Id of the point in time that was searched, if one was: it may change with each search. */
  readonly pointInTime: string | undefined;
  /** From the first hit on. */
  private readonly hits: readonly string[];

  /** @throws UnavailableFailure (503) when the answer is partial: it timed out, or shards failed */
  constructor(private readonly chunks: readonly string[]) {
    let read = 0;
    let text = '';
    let end = -1;
    while (end < 0 && read < chunks.length) {
      text += chunks[read++] ?? '';
      end = text.indexOf(HITS);
    }
    if (end < 0) throw new InternalFailure('Elasticsearch answered in a form that is not known.');
    end += HITS.length;
    const head = JSON.parse(`${text.slice(0, end)}]}}`) as AnswerHead;
    refusePartial(head);
    this.total = head.hits.total?.value ?? 0;
    this.pointInTime = head.pit_id;
    this.hits = [text.slice(end), ...chunks.slice(read)];
  }

  /** The source of each hit, decoded. */
  documents<Document>(): Document[] {
    return this.sources().map((source) => JSON.parse(utf8Of(source)) as Document);
  }

  /**
   * The `record` of each hit as latin1-encoded JSON. The loader stores it as the last field of a document, where it is
   * cut out; when another writer has stored one in another form, the whole answer is decoded instead.
   * @throws InternalFailure (500) when a document has no record
   */
  records(): string[] {
    const records: string[] = [];
    for (const source of this.sources()) {
      const at = source.indexOf(RECORD);
      const record = source.slice(at + RECORD.length, -1);
      if (at < 0 || !isOneObject(record)) return this.decodedRecords();
      records.push(record);
    }
    return records;
  }

  /**
   * The sort values of the last hit as JSON, for `search_after`; undefined without hits. They are not decoded: those of
   * ids pass 2^53.
   */
  lastSort(): string | undefined {
    let end = '';
    for (const chunk of this.hits.toReversed()) {
      end = chunk + end;
      const at = end.lastIndexOf(SORT);
      if (at >= 0) return utf8Of(`[${end.slice(at + SORT.length, end.lastIndexOf(']}]'))}]`);
    }
    return undefined;
  }

  private decodedRecords(): string[] {
    const { hits } = (JSON.parse(utf8Of(this.chunks.join(''))) as DecodedAnswer).hits;
    return hits.map(({ _source }) => {
      const { record } = (_source ?? {}) as { record?: unknown };
      if (typeof record === 'object' && record !== null) return toLatin1(JSON.stringify(record));
      throw new InternalFailure('A document of the index has no record: something else than the loader wrote it.');
    });
  }

  /** Every search is sorted, so that the sort values of a hit follow its source. */
  private sources(): string[] {
    const sources: string[] = [];
    let rest = '';
    for (const chunk of this.hits) {
      rest += chunk;
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

/**
 * The whole answer of a search, decoded.
 * @throws UnavailableFailure (503) when it is partial
 */
export function decodeAnswer<Answer extends object>(chunks: readonly string[]): Answer {
  const answer = JSON.parse(utf8Of(chunks.join(''))) as Answer & AnswerHead;
  refusePartial(answer);
  return answer;
}

function refusePartial({ timed_out, _shards }: Pick<AnswerHead, 'timed_out' | '_shards'>): void {
  if (timed_out) throw new UnavailableFailure('The search took too long; try again shortly.');
  if (_shards.failed > 0) throw new UnavailableFailure('A part of the index did not answer; try again shortly.');
}

const utf8Of = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([123, 91]);
const CLOSING = new Set([125, 93]);

/** Whether JSON that may go on behind it is one object and nothing more. */
function isOneObject(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) at = endOfString(json, at);
    else if (OPENING.has(character)) depth += 1;
    else if (CLOSING.has(character)) {
      depth -= 1;
      if (depth === 0) return at === json.length - 1 && json.startsWith('{');
    }
    if (depth === 0) return false;
  }
  return false;
}

/** The index of the quotation mark that ends the string beginning at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = start; ;) {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** No text of a document can hold these: inside of JSON's strings each quotation mark has a backslash before it. */
const HITS = '"hits":[';
const SOURCE = '"_source":';
const RECORD = ',"record":';
const SORT = ',"sort":[';
