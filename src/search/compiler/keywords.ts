import functionWords from '../../../elastic/function-words.json' with { type: 'json' };
import type { KeywordData } from '../../documents/keyword-data.record.js';
import { presentTexts, withoutSigns } from '../../documents/indexed-fields.js';
import { someOf, terms } from './clauses.js';
import { isModel, isUnspaced, wordsOf } from './keyword-reading.js';
import type { ArticleCounts, CompiledSearch, QueryClause, ReadKeywords, ReadWord, Synonym } from './types.js';
import {
  asWritten,
  BONUS,
  disMax,
  isDoubtful,
  looseClauses,
  occurs,
  pair,
  slipClauses,
  slipsOf,
  strictClauses,
  WEIGHT,
} from './word-clauses.js';

/** Above every sum of word scores: an exact handle, nickname, shop name or id comes first, a similar one next. */
const EXACT_NAME_SCORE = 10_000;
const NEAR_NAME_SCORE = 1000;
/** Above the bonus of a short title: records of a category come before records whose title has its name. */
const EXACT_CATEGORY_SCORE = 20;
/** Where words are missing, the category of the article's name counts more than a colour. */
const ARTICLE_CATEGORY_SCORE = 6;

/** With fewer hits than this by relevance, words may be missing. */
const ENOUGH_BY_RELEVANCE = 10;

interface KeywordPlan extends Omit<CompiledSearch<QueryClause>, 'index'> {
  answers: readonly [KeywordData, ...KeywordData[]];
}

/**
 * Compiles keywords: every word must match; an exact name, id or category comes first. Without an orderby and quotes,
 * words may be missing when few records match. The plan is the same for every page.
 * @param categories the field of category names, where the index has one
 */
export function planKeywords(read: ReadKeywords, hasOrderby: boolean, categories?: string): KeywordPlan {
  const { words, isQuoted } = read;
  const isStrict = hasOrderby || isQuoted;
  const isOfProducts = categories !== undefined;
  const synonymsAt = (at: number): boolean => read.also.some((one) => one.at <= at && at < one.at + one.count);
  const fillers = isStrict || !isOfProducts ? new Set<ReadWord>() : fillersIn(words);
  const article = isStrict || !isOfProducts ? undefined : articleIn(words);
  const needed = words.filter((word) => !fillers.has(word));
  const names = nameClauses(read, needed, categories);
  const adjacent = hasOrderby && words.length !== 2 ? [] : adjacentPairs(words);
  const isSomeKnown = needed.some((word) => word.readings.length === 0 && occurs(word));
  const wordClauses = words.map((word, index) => {
    const [strict, loose] = [strictClauses(word, index, read, isStrict), looseClauses(word)];
    const likely = word.readings.filter((reading) => !isSomeKnown || !isDoubtful(word.word, reading.term));
    const all = disMax([...strict, ...slipClauses(word, slipsOf(word, hasOrderby))]);
    const some = plus(1, disMax([...strict, ...slipClauses(word, likely), ...loose]));
    return { all, some, isFiller: fillers.has(word) && !synonymsAt(index), isArticle: word.word === article?.word };
  });
  const clauses = withSynonyms(wordClauses, read.also).filter((one) => !one.isFiller);
  const must = clauses.map((one) => one.all);
  const all = words.length === 2 ? [{ bool: { must } }, ...adjacent] : [{ bool: { must, should: adjacent } }];
  const first = words.length === 0 ? someOf(...names) : someOf(...names, ...all);
  const also = read.also.map(({ at, count, as }) => ({ words: textOf(words.slice(at, at + count)), as }));
  const read_as = readAs(read, needed, hasOrderby);
  const not_needed = [...fillers].map(({ word }) => word);
  const allWords: KeywordData = {
    match: 'all_words',
    read_as,
    ...(also.length > 0 && { also }),
    ...(not_needed.length > 0 && { not_needed }),
  };
  if (isStrict || words.length === 0) return { attempts: [first], answers: [allWords], enough: 0 };
  const articles = clauses.filter((one) => one.isArticle).map((one) => one.all);
  const someWords = [...clauses.map((one) => one.some), ...adjacent];
  const withArticle = (needs: object, category: QueryClause): QueryClause => ({
    bool: { ...needs, should: [...someWords, { constant_score: { filter: category, boost: ARTICLE_CATEGORY_SCORE } }] },
  });
  const ofArticle =
    article === undefined || categories === undefined
      ? someWords
      : articles.length > 0
        ? [withArticle({ filter: articles }, ofCategory(categories, words, article))]
        : [withArticle({ must: asWritten(article.word) }, mostOf(article))];
  const some = someOf(...names, ...ofArticle);
  const allFirst = { positive: some, negative: { bool: { must_not: [first] } }, negative_boost: 0.001 };
  const isName = read.isName || read.names.length > 0;
  return {
    attempts: [first, { boosting: allFirst }],
    answers: [
      allWords,
      { ...allWords, match: 'some_words', ...(article !== undefined && { article: [article.word] }) },
    ],
    enough: isName ? 1 : ENOUGH_BY_RELEVANCE,
  };
}

const textOf = (words: readonly ReadWord[]): string => words.map(({ word }) => word).join(' ');

/** Adds to the score, so that the number of words counts. */
const plus = (weight: number, query: QueryClause): QueryClause => ({
  function_score: { query, functions: [{ weight }], boost_mode: 'sum' },
});

/** Clauses of a word, or of several together: for records with all words, and where some may be missing. */
interface WordClauses {
  readonly all: QueryClause;
  readonly some: QueryClause;
  /** Records may lack it where all others match. */
  readonly isFiller: boolean;
  /** No record may lack it. */
  readonly isArticle: boolean;
}

/** Lets the operator's words stand for a word, and for a group of words, as which they count as much. */
function withSynonyms(wordClauses: readonly WordClauses[], also: readonly Synonym[]): readonly WordClauses[] {
  const clauses = [...wordClauses];
  // A group follows its words; from the end, no group moves what stands before it.
  for (const synonym of [...also].sort((one, other) => other.at - one.at || one.count - other.count)) {
    const grouped = clauses.slice(synonym.at, synonym.at + synonym.count);
    clauses.splice(synonym.at, synonym.count, withOthers(grouped, synonym));
  }
  return clauses;
}

/** The clauses of words, or of the operator's other words for them. */
function withOthers(words: readonly WordClauses[], { count, as }: Synonym): WordClauses {
  const single = count === 1 ? words[0] : undefined;
  const all = single?.all ?? { bool: { must: words.map((word) => word.all) } };
  const some = single?.some ?? someOf(...words.map((word) => word.some));
  const others = as.map((text): QueryClause => {
    const boost = (WEIGHT.synonym * count) / wordsOf(text).length;
    // A phrase only where the text is one word.
    return { bool: { must: isUnspaced(text) ? wordsOf(text).map(asWritten) : [asWritten(text)], boost } };
  });
  return {
    all: disMax([all, ...others]),
    some: disMax([some, ...others.map((other) => plus(count, other))]),
    isFiller: false,
    isArticle: words.some((word) => word.isArticle),
  };
}

/** Lists the readings of the words, and the names that the whole keywords were taken for. */
function readAs(
  { keywords, names }: ReadKeywords,
  words: readonly ReadWord[],
  hasOrderby: boolean,
): KeywordData['read_as'] {
  const slips = words.map((word) => ({ word: word.word, as: slipsOf(word, hasOrderby).map((slip) => slip.term) }));
  return [...slips, { word: keywords, as: names }].filter(({ as }) => as.length > 0);
}

/** Matches names equal or similar to the keywords, with and without `@` or `#`, and the name of a category without fillers. */
function nameClauses(
  { keywords, words, names }: ReadKeywords,
  needed: readonly ReadWord[],
  categories: string | undefined,
): QueryClause[] {
  const withScore = (filter: QueryClause, boost: number): QueryClause => ({ constant_score: { filter, boost } });
  const typed = textOf(words);
  const exact = [...new Set([keywords, keywords.replace(/^[@#]/u, ''), ...presentTexts(typed)])];
  return [
    withScore(terms('names', exact), EXACT_NAME_SCORE),
    ...(names.length > 0 ? [withScore(terms('names', names), NEAR_NAME_SCORE)] : []),
    ...(categories === undefined
      ? []
      : [
          withScore(
            terms(categories, [...new Set([keywords, typed, textOf(needed)].map(withoutSigns))]),
            EXACT_CATEGORY_SCORE,
          ),
        ]),
  ];
}

/** Matches the category that the article names, with or without the words before it: `hair mask` and `mask`. */
function ofCategory(categories: string, words: readonly ReadWord[], article: ArticleCounts): QueryClause {
  const end = words.findIndex(({ word }) => word === article.word) + 1;
  const names = [1, 2, 3].map((count) => withoutSigns(textOf(words.slice(Math.max(0, end - count), end))));
  return terms(categories, [...new Set(names)]);
}

/** Matches the category that has most of the article's records, if it has half of them. */
const mostOf = ({ records, inOneCategory, category }: ArticleCounts): QueryClause =>
  terms('l3_category_id', category !== undefined && inOneCategory >= LEAST_SHARE * records ? [category] : []);

const adjacentPairs = (words: readonly ReadWord[]): QueryClause[] =>
  words.flatMap((word, index) => {
    const next = words[index + 1];
    const isOne = words.length === 2 || (next !== undefined && isModel(word.word, next.word));
    return pair(word, next, isOne ? BONUS.adjacentOfTwo : BONUS.adjacent);
  });

const setOf = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(', ')));
const FILLERS = setOf(functionWords.fillers);
const PREPOSITIONS = setOf(functionWords.prepositions);

const keyOf = ({ word }: ReadWord): string => word.normalize('NFC').toLowerCase();

const LEAST_SHARE = 0.5;
/** With fewer records a word may stand in one category by chance. */
const LEAST_RECORDS = 20;

/** Returns the function words and the praise among words, which no record needs; none where there are no others. */
export function fillersIn(words: readonly ReadWord[]): ReadonlySet<ReadWord> {
  const fillers = words.filter((word) => FILLERS.has(keyOf(word)));
  return new Set(fillers.length < words.length ? fillers : []);
}

const isNoun = ({ records, asNoun }: ArticleCounts): boolean => asNoun > 0 && asNoun >= LEAST_SHARE * records;
const isOfOneCategory = ({ records, inOneCategory }: ArticleCounts): boolean =>
  records >= LEAST_RECORDS && inOneCategory >= LEAST_SHARE * records;

/** The article: the last noun of a category’s name, or else the last word of one category, before the first preposition. */
export function articleIn(words: readonly ReadWord[]): ArticleCounts | undefined {
  let part: ArticleCounts[] = [];
  for (const word of [...words, undefined]) {
    if (word !== undefined && !PREPOSITIONS.has(keyOf(word))) {
      if (!FILLERS.has(keyOf(word))) part.push(...(word.articles ?? []));
      continue;
    }
    const article = part.findLast(isNoun) ?? part.findLast(isOfOneCategory);
    if (article !== undefined) return article;
    part = [];
  }
  return undefined;
}
