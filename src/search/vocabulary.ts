import type { estypes } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { IndexKind } from '../documents/index-kind.js';
import type { Neighbour, ReadKeywords, WordEntry } from '../query/keyword-reading.js';
import { editsAllowed, handleIn, isLookedUp, readWords, surelyKnownAbove, wordsOf } from '../query/keyword-reading.js';
import { DataVersionWatch } from './state/data-watch.js';
import { SERVED_STALE_FOR_MS } from './page-cache.js';
import type { SearchCaller } from './gateway/search-caller.js';
import { SearchGateway } from './gateway/search-gateway.js';

/** About 10 MB. */
const MOST_ENTRIES = 50_000;
/** As many as a short word can have among its nearest. */
const MOST_NEIGHBOURS = 30;
/**
 * All that a word has but for the shortest: what a shard leaves out would be missing from the number of records of a
 * neighbour, and more shards would read a word otherwise than one.
 */
const NEIGHBOURS_PER_SHARD = 1000;
/**
 * The copies that say how often a neighbour stands in the index, deleted documents included: the same for all words, so
 * that no process reads a word otherwise than another.
 */
const PREFERENCE = 'vocabulary';
const MOST_NAMES = 3;
/** Neighbours of all words are asked for until it is known how many records there are: those of common ones are not used. */
const HOWEVER_COMMON = 1_000_000_000;

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

const NOTHING_READ: ReadKeywords = { keywords: '', words: [], isName: false, names: [] };

/** Reads keywords with what an index knows of their words; cached until the data changes, so that it is the same for every page. */
@Injectable()
export class Vocabulary {
  private readonly words = new LRUCache<string, WordEntry>({ max: MOST_ENTRIES });
  private readonly totals = new LRUCache<string, { readonly records: number }>({ max: 100 });
  private readonly handles = new LRUCache<string, NameEntry>({ max: MOST_ENTRIES });

  constructor(
    @Inject(SearchGateway) private readonly gateway: Pick<SearchGateway, 'look'>,
    @Inject(DataVersionWatch) private readonly watch: Pick<DataVersionWatch, 'current' | 'lastKnown'>,
  ) {}

  /**
   * What the index of that kind takes the keywords for.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async read(kind: IndexKind, keywords: string, caller: SearchCaller): Promise<ReadKeywords> {
    if (keywords === '') return NOTHING_READ;
    const known = this.watch.lastKnown();
    const version = known !== undefined && known.ageMs <= SERVED_STALE_FOR_MS ? known.version : undefined;
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
      const known = kept(this.totals, '');
      const rareTo = known === undefined ? HOWEVER_COMMON : surelyKnownAbove(known.records);
      const answer = await this.look(kind, asked, rareTo, caller);
      const total = { records: answer.hits.total.value };
      const found = missing.map((word, index) => entryOf(answer, index, word, surelyKnownAbove(total.records)));
      for (const [index, word] of missing.entries()) entries.set(word, found[index] as WordEntry);
      if (asked.handle !== undefined) name = nameOf(answer);
      if (version !== undefined && version === this.watch.current()) {
        this.totals.set(keyOf(''), total);
        for (const [index, word] of missing.entries()) this.words.set(keyOf(word), found[index]);
        if (asked.handle !== undefined && name !== undefined) this.handles.set(keyOf(asked.handle), name);
      }
    }
    return {
      keywords,
      words: readWords(keywords, (word) => entries.get(word)),
      isName: name?.isName ?? false,
      names: name?.isName === false ? name.near : [],
    };
  }

  /** How many records there are, how many hold the words, and what stands near those that are rare. */
  private look(kind: IndexKind, { words, handle }: Asked, rareTo: number, caller: SearchCaller): Promise<Answer> {
    const filters: Record<string, estypes.QueryDslQueryContainer> = {};
    const suggest: Record<string, object> = {};
    for (const [index, word] of words.entries()) {
      filters[`written${index}`] = inField('text', word);
      filters[`split${index}`] = inField('words.joined', word);
      const edits = editsAllowed(word);
      if (edits > 0) suggest[`word${index}`] = near('text', word, edits, rareTo);
    }
    if (handle !== undefined) {
      filters.name = { term: { names: handle } };
      suggest.name = near('names', handle, 1, 1);
    }
    const body = { size: 0, track_total_hits: true, aggs: { counts: { filters: { filters } } } };
    const whole = Object.keys(suggest).length > 0 ? { ...body, suggest } : body;
    return this.gateway.look<Answer>(kind, whole, caller, PREFERENCE);
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

const inField = (field: string, word: string): estypes.QueryDslQueryContainer => ({
  match: { [field]: { query: word, operator: 'and' } },
});

const countOf = ({ aggregations }: Answer, name: string): number => aggregations.counts.buckets[name]?.doc_count ?? 0;

/**
 * A word stands split where more records hold it in one field than in the other. Plurals count in the first alone, so that
 * of common words a few split ones may go unseen; a rare word may always be split, which costs nothing to ask.
 */
function entryOf(answer: Answer, index: number, word: string, rareTo: number): WordEntry {
  const records = countOf(answer, `written${index}`);
  const split = countOf(answer, `split${index}`);
  const [token, ...others] = answer.suggest?.[`word${index}`] ?? [];
  const neighbours =
    token === undefined || others.length > 0
      ? []
      : token.options
          .map(({ text, score, freq }) => ({ term: text, records: freq, edits: editsOf(token.text, text, score) }))
          .filter(({ edits }) => edits <= editsAllowed(word));
  return { records, isSplit: split > (records <= rareTo ? 0 : records), neighbours };
}

function nameOf(answer: Answer): NameEntry {
  const near = (answer.suggest?.name ?? []).flatMap(({ options }) => options.map(({ text }) => text));
  return { isName: countOf(answer, 'name') > 0, near: near.slice(0, MOST_NAMES) };
}

/** Elasticsearch says how alike two terms are: 1 less the edits by the length of the shorter one. */
const editsOf = (term: string, other: string, score: number): Neighbour['edits'] =>
  Math.round((1 - score) * Math.min([...term].length, [...other].length));
