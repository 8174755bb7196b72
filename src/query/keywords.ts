import { UNSPACED_SCRIPT } from '../documents/searched-texts.js';
import { someOf, term, terms } from './clauses.js';
import type { QueryClause } from './types.js';

/** Above every score that words can add up to: an exact handle, nickname, shop or id comes first. */
const EXACT_NAME_SCORE = 10_000;
/** Above what a title gains by being short: what stands in a category comes before what is only called like it. */
const EXACT_CATEGORY_SCORE = 20;

/** What the ways to match a word weigh against each other: as it is written, next to its neighbours, nearly, in part. */
const WEIGHT = { phrase: 4, exact: 3, joined: 2, fuzzy: 1, part: 0.5 } as const;
/** One edit from four letters on, two from eight: a shorter word with an edit is another word. */
const EDITS = 'AUTO:4,8';

/** Shares of the words that must match, tried in turn. */
const ALL = '100%';
const MOST = '75%';
const HALF = '50%';
const ANY = '1';
/** Analysis makes such a word one token in every field; what holds digits, signs or other scripts may become several. */
export const PLAIN_WORD = /^[a-zÀ-ÖØ-öø-ɏḀ-ỿ]+$/iu;
/** Of the groups of three letters; a slip of the pen spoils three of them. */
const MOST_LETTERS = '50%';

/** Fewer hits than this look like a slip of the pen or a word too many: the looser attempt answers instead. */
const ENOUGH_BY_RELEVANCE = 10;
/** Sorted by a figure a far-fetched hit may come first: looser only when nothing else is found. */
const ENOUGH_BY_FIGURE = 1;

/** The scored clauses to try in turn until one finds `enough` documents in total. */
export interface KeywordPlan {
  readonly attempts: readonly [QueryClause, ...QueryClause[]];
  readonly enough: number;
}

export interface KeywordOptions {
  /** Sorted by figures, not by relevance. */
  readonly hasOrderby: boolean;
  /** The field of category names, where the index has one. */
  readonly categories?: string | undefined;
}

/**
 * What keywords match, strict to loose: an exact handle, name or id comes first, then a phrase, then all the words, then
 * most of them, then words with slips and parts of words. Keywords are text: no character of them is syntax. The plan
 * depends on the keywords and on whether the request has an orderby, never on its page, pagesize or field.
 */
export function planKeywords(keywords: string, { hasOrderby, categories }: KeywordOptions): KeywordPlan {
  const words = new Words(keywords);
  const named = [words.asName(), ...(categories === undefined ? [] : [words.asCategory(categories)])];
  const asWritten = (share: string): QueryClause[] => [
    ...named,
    ...words.asNeighbours(share),
    words.exactly(share),
    words.joined(share),
    ...words.unspaced(share),
  ];
  const strict = someOf(...asWritten(ALL));
  const loose = (share: string): QueryClause =>
    someOf(...asWritten(share), words.nearly(share), ...words.inPart(share));
  return hasOrderby
    ? { attempts: [strict, ...words.sharesInTurn().map(loose)], enough: ENOUGH_BY_FIGURE }
    : { attempts: [strict, loose(ANY)], enough: ENOUGH_BY_RELEVANCE };
}

/** The ways in which the words of a query can match. */
class Words {
  private readonly words: readonly string[];
  private readonly numbers: string;
  private readonly letters: string;

  constructor(private readonly keywords: string) {
    this.words = keywords.split(/\s+/u);
    this.numbers = this.words.filter(hasDigit).join(' ');
    this.letters = this.words.filter((word) => !hasDigit(word)).join(' ');
  }

  private get arePlain(): boolean {
    return this.words.every((word) => PLAIN_WORD.test(word));
  }

  /** From all to any, without those that come to as many words as the one before: most of two words are one of them. */
  sharesInTurn(): string[] {
    if (this.words.length > 2 || !this.arePlain) return [ALL, MOST, HALF, ANY];
    return this.words.length === 1 ? [ALL] : [ALL, ANY];
  }

  /** `@handle` and `#tag` name what they name without their sign, too. */
  asName(): QueryClause {
    const names = [...new Set([this.keywords, this.keywords.replace(/^[@#]/u, '')])];
    return { constant_score: { filter: terms('names', names), boost: EXACT_NAME_SCORE } };
  }

  asCategory(field: string): QueryClause {
    return { constant_score: { filter: term(field, this.keywords), boost: EXACT_CATEGORY_SCORE } };
  }

  /**
   * Next to each other. What two plain words are together is one of the joined words, which is found without reading
   * where in a text each of them stands.
   */
  asNeighbours(share: string): QueryClause[] {
    if (this.words.length === 2 && this.arePlain) return [this.pairs(WEIGHT.phrase + WEIGHT.joined)];
    const phrase = { match_phrase: { text: { query: this.keywords, boost: WEIGHT.phrase } } };
    return [phrase, ...this.asCompound(share)];
  }

  exactly(share: string): QueryClause {
    return match('text', this.keywords, share, WEIGHT.exact);
  }

  /** One word of the query is two in the text. */
  joined(share: string): QueryClause {
    return match('words.joined', this.keywords, share, WEIGHT.joined);
  }

  /** Two words of the query are one in the text; among more words that is a weak sign. */
  private asCompound(share: string): QueryClause[] {
    if (UNSPACED_SCRIPT.test(this.keywords) || CJK.test(this.keywords)) return [];
    const count = this.keywords.split(/[\s-]+/u).length;
    if (count < 2 || (count > 2 && share !== ANY)) return [];
    return [this.pairs(WEIGHT.joined)];
  }

  private pairs(boost: number): QueryClause {
    return { match: { 'words.joined': { query: this.keywords, analyzer: 'joined_pairs', boost } } };
  }

  /** Letters of scripts without spaces between words, wherever a word begins and with or without their marks. */
  unspaced(share: string): QueryClause[] {
    if (!UNSPACED_SCRIPT.test(this.keywords)) return [];
    return [match('unspaced', this.keywords, share === ALL ? ALL : MOST_LETTERS, WEIGHT.joined)];
  }

  /** With slips of the pen; numbers and what holds one have none. */
  nearly(share: string): QueryClause {
    const letters = {
      match: { text: { query: this.letters, minimum_should_match: share, fuzziness: EDITS, boost: WEIGHT.fuzzy } },
    };
    if (this.numbers === '') return letters;
    const numbers = match('text', this.numbers, share, WEIGHT.fuzzy);
    if (this.letters === '') return numbers;
    return share === ALL ? { bool: { must: [numbers, letters] } } : someOf(numbers, letters);
  }

  /** As the end or the beginning of a longer word: of a compound, of a plural. */
  inPart(share: string): QueryClause[] {
    return ['words.ends', 'words.beginnings'].map((field) => match(field, this.keywords, share, WEIGHT.part));
  }
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const hasDigit = (word: string): boolean => /\p{Nd}/u.test(word);

const match = (field: string, query: string, share: string, boost: number): QueryClause => ({
  match: { [field]: { query, minimum_should_match: share, boost } },
});
