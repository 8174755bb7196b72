import { InternalFailure } from '../errors/failure.js';
import type { CategoryNames, Lang } from '../reference/lang.js';
import { EncodedData, fromLatin1, toLatin1 } from './encoded-data.js';
import { plainAnswer } from './plain-answer.js';
import type { DecodedAnswer, Naming, ReadAnswer, SearchAnswer } from './search-answer.js';
import { refusePartial, unknownForm } from './search-answer.js';

/**
 * Reads an answer without decoding its records: their bytes are cut out and sent on (docs/adr/0014-answers-cut-out-of-text.md).
 */
export const encodedAnswer: ReadAnswer = (chunks) => new EncodedAnswer(chunks);

/** An answer as it came: latin1-encoded JSON in chunks that end anywhere. */
class EncodedAnswer implements SearchAnswer {
  /** Exact number of matching documents. */
  readonly total: number;
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
    if (end < 0) throw unknownForm();
    end += HITS.length;
    const head = JSON.parse(`${text.slice(0, end)}]}}`) as DecodedAnswer;
    refusePartial(head);
    this.total = head.hits.total?.value ?? 0;
    this.hits = [text.slice(end), ...chunks.slice(read)];
  }

  page<Data extends { list: unknown[] }>(fields: Omit<Data, 'list'>, naming?: Naming): EncodedData<Data> {
    return EncodedData.withList(fields, this.records(naming));
  }

  documents<Document>(): Document[] {
    return this.sources().map((source) => JSON.parse(fromLatin1(source)) as Document);
  }

  /**
   * The loader stores the record as the last field of a document, where it is cut out. When another writer has stored one
   * in another form, the whole answer is decoded instead.
   */
  records(naming?: Naming): string[] {
    const records: string[] = [];
    for (const source of this.sources()) {
      const at = source.indexOf(RECORD);
      const record = source.slice(at + RECORD.length, -1);
      if (at < 0 || !isOneObject(record)) return plainAnswer(this.chunks).records(naming);
      records.push(naming === undefined ? record : named(record, naming));
    }
    return records;
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

const STRING_OR_NULL = '(?:null|"(?:[^"\\\\]|\\\\.)*")';
/**
 * A category in the JSON of a record: `"l1":{"id":…,"name":…}` of a product, `"category":{"id":…,"name":…}` or
 * `"category_id":…,"category_name":…` of a creator. No text can hold one: its quotation marks have backslashes.
 */
const CATEGORY = new RegExp(
  `("(?:l[123]|category)":\\{"id":(\\d+),"name":|"category_id":(\\d+),"category_name":)${STRING_OR_NULL}`,
  'g',
);

/** An encoded record with its known categories named. */
function named(record: string, { creator, product, lang }: Naming): string {
  return record.replace(CATEGORY, (found: string, before: string, id?: string, creatorId?: string) => {
    const tree = before.startsWith('"l') ? product : creator;
    const name = tree && encodedName(tree, Number(id ?? creatorId), lang);
    return name === undefined ? found : before + name;
  });
}

const encoded = new WeakMap<CategoryNames, Map<string, string | undefined>>();

function encodedName(tree: CategoryNames, id: number, lang: Lang): string | undefined {
  const known = encoded.get(tree) ?? new Map<string, string | undefined>();
  encoded.set(tree, known);
  const key = `${lang} ${id}`;
  if (!known.has(key)) {
    const name = tree.name(id, lang);
    known.set(key, name === undefined ? undefined : toLatin1(JSON.stringify(name)));
  }
  return known.get(key);
}
