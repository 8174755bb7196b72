import { buildCorpus } from './corpus/corpus.js';
import type { Corpus } from './corpus/corpus.js';
import { Judgements } from './evaluation.js';
import type { JudgedQuery } from './queries/queries.js';
import { buildQueries } from './queries/queries.js';

/** The corpus, its judgements, and the queries that have at least one judged record. */
export interface RelevanceSet {
  readonly corpus: Corpus;
  readonly judgements: Judgements;
  readonly queries: readonly JudgedQuery[];
  /** What a record says, to show it. */
  readonly textOf: (id: string) => string;
}

/** The set with all queries, or with those alone that are taken. */
export function buildRelevanceSet(isTaken: (query: JudgedQuery) => boolean = () => true): RelevanceSet {
  const corpus = buildCorpus();
  const judgements = new Judgements(corpus.facts);
  const queries = buildQueries(corpus.facts).filter((query) => isTaken(query) && judgements.of(query).size > 0);
  const texts = new Map([
    ...corpus.products.map((one) => [one.product_id, `${one.title} | ${one.shop?.name}`] as const),
    ...corpus.videos.map((one) => [one.video_id, `${one.desc} | ${one.creator?.nickname}`] as const),
    ...corpus.lives.map((one) => [one.room_id, `${one.title} | ${one.nickname}`] as const),
  ]);
  return { corpus, judgements, queries, textOf: (id) => texts.get(id) ?? '' };
}
