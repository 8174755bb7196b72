import type { Client, estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { IndexKind } from '../documents/index-kind.js';
import type { Neighbour, ReadKeywords, WordEntry } from '../query/keyword-reading.js';
import { editsAllowed, handleIn, isLookedUp, readWords, surelyKnownAbove, wordsOf } from '../query/keyword-reading.js';
import { askForBytes } from './ask-for-bytes.js';
import type { ClusterReads } from './cluster-reads.js';
import type { GenerationWatch } from './generation-watch.js';
import type { IndexNames } from './index-names.js';

/** About 10 MB. */
const MOST_ENTRIES = 50_000;
/** As many as a short word can have among its nearest. */
const MOST_NEIGHBOURS = 30;
const NEIGHBOURS_PER_SHARD = 60;
const MOST_NAMES = 3;

/** What the names of an index hold of a handle. */
interface NameEntry {
  readonly isName: boolean;
  readonly near: readonly string[];
}

interface Asked {
  readonly words: readonly string[];
  readonly handle: string | undefined;
}

type Suggested = Record<string, { text: string; options: { text: string; score: number; freq: number }[] }[]>;

interface Answer {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: { readonly counts: { readonly buckets: Record<string, { readonly doc_count: number }> } };
  readonly suggest?: Suggested;
}

/** Reads keywords with what an index knows of their words; kept until the data changes, and the same for every page. */
export class Vocabulary {
  private readonly words = new LRUCache<string, WordEntry>({ max: MOST_ENTRIES });
  private readonly handles = new LRUCache<string, NameEntry>({ max: MOST_ENTRIES });
  private readonly totals = new LRUCache<string, { readonly records: number }>({ max: 100 });

  constructor(
    private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    private readonly watch: Pick<GenerationWatch, 'current'>,
    private readonly timeoutMs: number,
  ) {}

  /**
   * What the index of that kind takes the keywords for.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async read(kind: IndexKind, keywords: string, signal: AbortSignal): Promise<ReadKeywords> {
    const version = this.watch.current();
    const keyOf = (text: string): string => `${version} ${kind} ${text}`;
    const kept = <Entry extends object>(cache: LRUCache<string, Entry>, text: string): Entry | undefined =>
      version === undefined ? undefined : cache.get(keyOf(text));
    const entries = new Map<string, WordEntry>();
    const missing: string[] = [];
    for (const word of wordsOf(keywords).filter(isLookedUp)) {
      const entry = kept(this.words, word);
      if (entry === undefined) missing.push(word);
      else entries.set(word, entry);
    }
    const handle = handleIn(keywords);
    let name = handle === undefined ? undefined : kept(this.handles, handle);
    const asked = { words: missing, handle: name === undefined ? handle : undefined };
    if (missing.length > 0 || asked.handle !== undefined) {
      const records = (kept(this.totals, '') ?? (await this.count(kind, signal))).records;
      const answer = await this.ask(kind, asked, records, signal);
      if (version !== undefined) this.totals.set(keyOf(''), { records });
      for (const [index, word] of missing.entries()) {
        const entry = entryOf(answer, index, word);
        entries.set(word, entry);
        if (version !== undefined) this.words.set(keyOf(word), entry);
      }
      if (asked.handle !== undefined) {
        name = nameOf(answer);
        if (version !== undefined) this.handles.set(keyOf(asked.handle), name);
      }
    }
    return {
      keywords,
      words: readWords(keywords, (word) => entries.get(word)),
      isName: name?.isName ?? false,
      names: name?.isName === false ? name.near : [],
    };
  }

  private async count(kind: IndexKind, signal: AbortSignal): Promise<{ records: number }> {
    const answer = await this.search(kind, { size: 0, track_total_hits: true }, signal);
    return { records: answer.hits.total.value };
  }

  private ask(kind: IndexKind, { words, handle }: Asked, allRecords: number, signal: AbortSignal): Promise<Answer> {
    const filters: Record<string, estypes.QueryDslQueryContainer> = {};
    const suggest: Record<string, object> = {};
    for (const [index, word] of words.entries()) {
      const written = { match: { text: { query: word, operator: 'and' } } } as const;
      const split = { match: { 'words.joined': { query: word, operator: 'and' } } } as const;
      filters[`written${index}`] = written;
      filters[`split${index}`] = { bool: { filter: [split], must_not: [written] } };
      const edits = editsAllowed(word);
      if (edits > 0) suggest[`word${index}`] = near('text', word, edits, surelyKnownAbove(allRecords));
    }
    if (handle !== undefined) {
      filters.name = { term: { names: handle } };
      suggest.name = near('names', handle, 1, 1);
    }
    const body = {
      size: 0,
      track_total_hits: false,
      aggs: { counts: { filters: { filters } } },
      ...(Object.keys(suggest).length > 0 && { suggest }),
    };
    return this.search(kind, body, signal);
  }

  private search(kind: IndexKind, body: object, signal: AbortSignal): Promise<Answer> {
    const path = `/${this.names.alias(kind)}/_search?allow_partial_search_results=false`;
    const send = async (options: Parameters<typeof askForBytes>[3]): Promise<Answer> => {
      const pieces = await askForBytes(this.client, path, JSON.stringify(body), options);
      return JSON.parse(Buffer.from(pieces.join(''), 'latin1').toString('utf8')) as Answer;
    };
    return this.reads.run(kind, send, { timeoutMs: this.timeoutMs, signal });
  }
}

/** The terms of a field within so many edits of a text, unless the text itself stands in more records than `rareTo`. */
function near(field: string, text: string, edits: number, rareTo: number): object {
  return {
    text,
    term: {
      field,
      ...(field === 'text' && { analyzer: 'keywords' }),
      suggest_mode: 'always',
      string_distance: 'damerau_levenshtein',
      accuracy: 0.3,
      max_edits: edits,
      prefix_length: 0,
      min_word_length: 3,
      max_term_freq: rareTo,
      size: MOST_NEIGHBOURS,
      shard_size: NEIGHBOURS_PER_SHARD,
    },
  };
}

function entryOf(answer: Answer, index: number, word: string): WordEntry {
  const countOf = (name: string): number => answer.aggregations.counts.buckets[name]?.doc_count ?? 0;
  const tokens = answer.suggest?.[`word${index}`] ?? [];
  const [token] = tokens;
  const neighbours =
    token === undefined || tokens.length > 1
      ? []
      : token.options
          .map(({ text, score, freq }) => ({ term: text, records: freq, edits: editsOf(token.text, text, score) }))
          .filter(({ edits }) => edits <= editsAllowed(word));
  return { records: countOf(`written${index}`), isSplit: countOf(`split${index}`) > 0, neighbours };
}

/** Elasticsearch says how alike two terms are: 1 less the edits by the length of the shorter one. */
const editsOf = (term: string, other: string, score: number): Neighbour['edits'] =>
  Math.round((1 - score) * Math.min([...term].length, [...other].length));

function nameOf(answer: Answer): NameEntry {
  const isName = (answer.aggregations.counts.buckets.name?.doc_count ?? 0) > 0;
  const near = answer.suggest?.name?.flatMap(({ options }) => options.map(({ text }) => text)) ?? [];
  return { isName, near: near.slice(0, MOST_NAMES) };
}
