import { Inject, Injectable } from '@nestjs/common';
import type { estypes } from '@elastic/elasticsearch';
import { MOST_SYNONYMS, type SynonymLoad } from '../documents/synonym.record.js';
import { inOneOrder } from '../documents/indexed-fields.js';
import { inForms, inObject, someOf } from './compiler/clauses.js';
import { SynonymTable } from './compiler/synonyms.js';
import { INDEX_KINDS, type IndexKind } from '../common/record-kind.js';
import { requestScope } from '../common/request-scope.js';
import {
  editsAllowed,
  frequentAbove,
  handleIn,
  headsOf,
  isLookedUp,
  KNOWN_FROM,
  readWords,
  swappedForms,
  withoutQuotes,
  withUmlauts,
  wordsOf,
} from './compiler/keyword-reading.js';
import { formsOf, otherForms } from './compiler/word-forms.js';
import type { Buckets, ReadKeywords, SimilarTerm, WordEntry } from './compiler/types.js';
import { DataVersionWatch } from '../freshness/data-watch.js';
import { type CacheWatch, DataCache, IndexCache, SingleFlight } from '../freshness/data-cache.js';
import { SearchGateway } from './gateway/search-gateway.js';

/** Holds the operator's synonyms as loaded now. */
@Injectable()
export class Synonyms extends IndexCache<SynonymTable> {
  /** @throws UnavailableFailure (503) or InternalFailure (500) */
  get(): Promise<SynonymTable> {
    return this.values.remember('synonyms', async () => {
      const all = { size: MOST_SYNONYMS, sort: ['id'], allow_partial_search_results: false };
      const hits = await this.hitsOf<SynonymLoad>('synonyms', all);
      return new SynonymTable(hits.map(({ _source }) => _source as SynonymLoad));
    });
  }
}

/** About 10 MB. */
const MOST_ENTRIES = 50_000;
/** The most similar terms of a short word. */
const MOST_SIMILAR = 30;
/** All similar terms of nearly every word. A term that a shard leaves out would have a wrong count on several shards. */
const SIMILAR_PER_SHARD = 1000;
/** Document frequencies count deleted documents, so all processes read words from the same copies. */
const PREFERENCE = 'vocabulary';
const MOST_NAMES = 3;
/** Until the number of records is known, Elasticsearch suggests similar terms of all words; those of frequent words are not used. */
const ANY_FREQUENCY = 1_000_000_000;

/** Words end in shorter ones by chance. */
const SHORTEST_END = 5;

/** A shard counts more than the first, so that the sum of several shards is right. */
const MOST_OF_CATEGORY = { terms: { field: 'l3_category_id', size: 1, shard_size: 20 } };

/** A handle compared with the names of an index. */
interface NameEntry {
  readonly isName: boolean;
  readonly near: readonly string[];
}

type Suggested = Record<string, { text: string; options: { text: string; score: number; freq: number }[] }[]>;

interface WordCounts {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly counts: { readonly buckets: Record<string, { readonly doc_count: number }> };
    /** By word and part, its records and the category of level 3 with most of them. */
    readonly articles?: { readonly buckets: Record<string, { readonly doc_count: number; readonly most: Buckets }> };
  };
  readonly suggest?: Suggested;
}

const NOTHING_READ: ReadKeywords = { keywords: '', words: [], isQuoted: false, isName: false, names: [], also: [] };

/** Reads keywords by looking up their words in an index. Cached until the data changes, so that all pages use the same readings. */
@Injectable()
export class Vocabulary {
  private readonly words: DataCache<WordEntry>;
  private readonly handles: DataCache<NameEntry>;
  private readonly totals: DataCache<{ readonly records: number }>;
  /** A list and its facets are asked for at once, with the same keywords. */
  private readonly inFlight = new SingleFlight<WordCounts>();

  constructor(
    @Inject(SearchGateway) private readonly gateway: Pick<SearchGateway, 'searchRaw'>,
    @Inject(DataVersionWatch) watch: CacheWatch,
    @Inject(Synonyms) private readonly synonyms: Pick<Synonyms, 'get'>,
  ) {
    this.words = new DataCache(watch, MOST_ENTRIES);
    this.handles = new DataCache(watch, MOST_ENTRIES);
    this.totals = new DataCache(watch, INDEX_KINDS.length);
  }

  /** Reads keywords as an index does, or the object in its records. @throws UnavailableFailure (503), InternalFailure (500) */
  async read(kind: IndexKind, keywords: string, object = ''): Promise<ReadKeywords> {
    if (keywords === '') return NOTHING_READ;
    const place = `${kind} ${object}`;
    const typedText = inOneOrder(keywords);
    const text = withoutQuotes(typedText);
    const isQuoted = text !== typedText;
    const typed = isQuoted ? [] : wordsOf(text);
    const table = isQuoted ? undefined : await this.synonyms.get();
    const also = table === undefined || table.isEmpty ? [] : table.in(typed);
    const { words, handles, totals } = this;
    const wanted = typed.filter(isLookedUp);
    const entries = new Map(wanted.map((word) => [word, words.get(`${place} ${word}`)]));
    const handle = isQuoted ? undefined : handleIn(text);
    let name = handle === undefined ? undefined : handles.get(`${place} ${handle}`);
    const unknown = wanted.filter((word) => entries.get(word) === undefined);
    const unknownHandle = name === undefined ? handle : undefined;
    if (unknown.length > 0 || unknownHandle !== undefined) {
      const key = [requestScope().snapshot?.dataVersion, place, unknownHandle, ...unknown].join(' ');
      const answer = await this.inFlight.run(key, () => this.lookUp(kind, object, unknown, unknownHandle));
      const records = answer.hits.total.value;
      totals.set(kind, { records });
      for (const [index, word] of unknown.entries()) {
        const entry = entryOf(answer, index, word, frequentAbove(records));
        entries.set(word, entry);
        words.set(`${place} ${word}`, entry);
      }
      if (unknownHandle !== undefined) handles.set(`${place} ${handle}`, (name = nameOf(answer)));
    }
    return {
      keywords: text,
      words: readWords(text, (word) => entries.get(word), also),
      isQuoted,
      isName: name?.isName ?? false,
      names: name?.isName === false ? name.near : [],
      also,
    };
  }

  private lookUp(kind: IndexKind, object: string, words: readonly string[], handle?: string): Promise<WordCounts> {
    const field = (name: string): string => (object === '' ? name : `${object}.${name}`);
    const filters: Record<string, estypes.QueryDslQueryContainer> = {};
    const articles: Record<string, estypes.QueryDslQueryContainer> = {};
    const suggest: Record<string, object> = {};
    const allRecords = this.totals.get(kind)?.records;
    const rareTo = allRecords === undefined ? ANY_FREQUENCY : frequentAbove(allRecords);
    for (const [index, word] of words.entries()) {
      filters[`written${index}`] = inField(field('text'), word);
      filters[`split${index}`] = inField(field('words.joined'), word);
      if (kind === 'products' && object === '')
        for (const [at, part] of [...headsOf(word), word].entries()) {
          filters[`noun${index}.${at}`] = inField('articles', part);
          articles[`part${index}.${at}`] = inField('text', part);
        }
      const umlauts = withUmlauts(word);
      if (umlauts !== undefined) {
        filters[`umlauts${index}`] = inField(field('marked'), umlauts);
        const begins = { prefix: { [field('marked')]: umlauts } };
        filters[`compounds${index}`] = someOf(begins, inField(field('words.ends'), umlauts));
      }
      for (const [at, forms] of otherForms(word).entries())
        filters[`forms${index}.${at}`] = inObject(object, inForms(forms));
      for (const [at, form] of swappedForms(word).entries())
        filters[`swapped${index}.${at}`] = inField(field('unspaced'), form);
      const edits = editsAllowed(word);
      if (edits > 0 && word.length >= SHORTEST_END) filters[`ends${index}`] = inField(field('words.ends'), word);
      const written = formsOf(word).join(' ');
      if (edits > 0) suggest[`near${index}`] = similarTerms(field('text'), written, 1, rareTo, 'words');
      // Looking for two edits costs most: a word of some records is at most one from what it is a slip of.
      if (edits > 1) suggest[`far${index}`] = similarTerms(field('text'), written, 2, KNOWN_FROM, 'words');
    }
    if (handle !== undefined) {
      filters.name = { term: { [field('names')]: handle } };
      suggest.name = similarTerms(field('names'), handle, 1, 1);
    }
    const counts = { filters: { filters } };
    const ofArticles = { filters: { filters: articles }, aggs: { most: MOST_OF_CATEGORY } };
    const aggs = Object.keys(articles).length > 0 ? { counts, articles: ofArticles } : { counts };
    const body = { size: 0, track_total_hits: true, aggs, ...(Object.keys(suggest).length > 0 && { suggest }) };
    return this.gateway.searchRaw<WordCounts>(kind, body, { preference: PREFERENCE });
  }
}

/** Suggests terms of a field within a number of edits of the text, unless more records than `rareTo` have the text. */
function similarTerms(field: string, text: string, edits: number, rareTo: number, analyzer?: string): object {
  return {
    text,
    term: {
      field,
      analyzer,
      suggest_mode: 'always',
      string_distance: 'damerau_levenshtein',
      accuracy: 0.3,
      max_edits: edits,
      prefix_length: 0,
      min_word_length: 3,
      max_term_freq: rareTo,
      size: MOST_SIMILAR,
      shard_size: SIMILAR_PER_SHARD,
    },
  };
}

const inField = (field: string, word: string): estypes.QueryDslQueryContainer => ({
  match: { [field]: { query: word, operator: 'and' } },
});

const countOf = ({ aggregations }: WordCounts, name: string): number =>
  aggregations.counts.buckets[name]?.doc_count ?? 0;

/** A word may be split when more records match it joined than written; a rare one always, which costs nothing to ask. */
function entryOf(answer: WordCounts, index: number, word: string, rareTo: number): WordEntry {
  const umlauts = countOf(answer, `umlauts${index}`);
  const records = Math.max(umlauts, countOf(answer, `written${index}`));
  const split = countOf(answer, `split${index}`);
  const near = answer.suggest?.[`near${index}`] ?? [];
  const far = answer.suggest?.[`far${index}`] ?? [];
  const suggested = [...near, ...far].flatMap(({ text: form, options }) =>
    options.map(({ text, score, freq }) => ({ term: text, records: freq, edits: editsOf(form, text, score) })),
  );
  const nearest = near.length > formsOf(word).length ? [] : suggested.sort((one, other) => one.edits - other.edits);
  const similar = nearest.filter(
    ({ term, edits }, at) => edits <= editsAllowed(word) && nearest.findIndex((one) => one.term === term) === at,
  );
  const swaps = swappedForms(word).map((term, at) => ({
    term,
    edits: 1,
    records: countOf(answer, `swapped${index}.${at}`),
  }));
  const isSplit = split > (records <= rareTo ? 0 : records);
  const articles = [...headsOf(word), word].flatMap((part, at) => {
    const counts = answer.aggregations.articles?.buckets[`part${index}.${at}`];
    if (counts === undefined) return [];
    const { key: category, doc_count: inOneCategory } = counts.most.buckets[0] ?? { doc_count: 0 };
    const asNoun = countOf(answer, `noun${index}.${at}`);
    return { word: part, records: counts.doc_count, asNoun, inOneCategory, category };
  });
  const hasUmlauts = umlauts > 0 || (records === 0 && countOf(answer, `compounds${index}`) > 0);
  const forms = otherForms(word).filter((_, at) => countOf(answer, `forms${index}.${at}`) > 0);
  const isEnd = records === 0 && countOf(answer, `ends${index}`) >= KNOWN_FROM;
  return { records, isSplit, isEnd, hasUmlauts, forms, similar: [...similar, ...swaps], articles };
}

function nameOf(answer: WordCounts): NameEntry {
  const near = (answer.suggest?.name ?? []).flatMap(({ options }) => options.map(({ text }) => text));
  return { isName: countOf(answer, 'name') > 0, near: near.slice(0, MOST_NAMES) };
}

/** The score of Elasticsearch is 1 minus the edits divided by the length of the shorter term. */
const editsOf = (term: string, other: string, score: number): SimilarTerm['edits'] =>
  Math.round((1 - score) * Math.min([...term].length, [...other].length));
