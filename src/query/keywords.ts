import { someOf, terms } from './clauses.js';
import type { QueryClause } from './types.js';

/** Above every score that words can add up to: an exact handle, nickname, shop or id comes first. */
const EXACT_NAME_SCORE = 10_000;
const PHRASE_BOOST = 4;
const EXACT_WORDS_BOOST = 3;
/** All of one or two words, all but one of three to five, 75 % of more. */
const MOST_WORDS = '2<-1 5<75%';
/** A list sorted by a figure has no relevance to push weak matches down, so they are left out. */
const ALL_WORDS = '100%';

/** Fewer hits than this look like a slip of the pen: the fuzzy attempt, which finds them too, answers instead. */
const ENOUGH_BY_RELEVANCE = 10;
/** Sorted by a figure a far-fetched hit may come first: fuzzy only when nothing else is found. */
const ENOUGH_BY_FIGURE = 1;

/** The scored clauses to try in turn until one finds `enough` documents in total. */
export interface KeywordPlan {
  readonly attempts: readonly [QueryClause, ...QueryClause[]];
  readonly enough: number;
}

/**
 * What keywords match, strict to loose: an exact handle, name or id comes first, then a phrase, then the words, then
 * words with slips. Keywords are text: no character of them is syntax. The plan depends on the keywords and on whether
 * the request has an orderby, never on its page, pagesize or field.
 */
export function planKeywords(keywords: string, hasOrderby: boolean): KeywordPlan {
  const share = hasOrderby ? ALL_WORDS : MOST_WORDS;
  const strict = [exactName(keywords), phrase(keywords), words(keywords, share)];
  return {
    attempts: [someOf(...strict), someOf(...strict, fuzzyWords(keywords, share))],
    enough: hasOrderby ? ENOUGH_BY_FIGURE : ENOUGH_BY_RELEVANCE,
  };
}

/** `@handle` and `#tag` name what they name without their sign, too. */
const exactName = (keywords: string): QueryClause => ({
  constant_score: {
    filter: terms('names', [...new Set([keywords, keywords.replace(/^[@#]/u, '')])]),
    boost: EXACT_NAME_SCORE,
  },
});

const phrase = (keywords: string): QueryClause => ({
  match_phrase: { text: { query: keywords, boost: PHRASE_BOOST } },
});

const words = (keywords: string, share: string): QueryClause => ({
  match: { text: { query: keywords, minimum_should_match: share, boost: EXACT_WORDS_BOOST } },
});

const fuzzyWords = (keywords: string, share: string): QueryClause => ({
  match: { text: { query: keywords, minimum_should_match: share, fuzziness: 'AUTO:4,8', prefix_length: 1 } },
});
