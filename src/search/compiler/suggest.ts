import { distance } from 'fastest-levenshtein';
import { type CategoryNode, type CategoryTree, foldText } from '../../common/categories/category-tree.js';
import { memoize } from '../../common/memoize.js';
import { type Lang, LANGS, nameIn } from '../../common/lang.js';

export const MOST_SUGGESTIONS = 10;
/** Maximum categories while there are enough names. */
const MOST_CATEGORIES = 4;
/** Elasticsearch counts each name and word of a record, so more are asked for than shown. */
const MOST_COMPLETIONS = 5 * MOST_SUGGESTIONS;
/** A slip is allowed from this many characters on. */
const SLIP_FROM = 3;

export interface Suggestion {
  readonly kind: 'creator' | 'shop' | 'category';
  readonly text: string;
  readonly filter: Readonly<Record<string, string | number>>;
  readonly region?: string | null;
  readonly follower_count?: number | null;
  readonly total_units_sold?: number | null;
}

/** Suggestions that begin with the keywords as written, and those that do with a slip. */
interface FoundSuggestions {
  readonly exact: readonly Suggestion[];
  readonly slips: readonly Suggestion[];
}

/** Whether a name can begin with the keywords: they have a letter or a digit. */
export const canComplete = (keywords: string): boolean => /[\p{L}\p{N}]/u.test(keywords);

/** Compiles a search for names that begin with the keywords; allowing a slip costs several times as much. */
export function compileCompletion(keywords: string, source: readonly string[], withSlip: boolean): object {
  const fuzzy = { fuzziness: 1, min_length: SLIP_FROM, prefix_length: 1, unicode_aware: true };
  const completion = { field: 'suggest', size: MOST_COMPLETIONS, skip_duplicates: true, ...(withSlip && { fuzzy }) };
  return {
    size: 0,
    track_total_hits: true,
    query: { match_none: {} },
    _source: source,
    suggest: { names: { prefix: keywords, completion } },
  };
}

/** Finds categories with a name, in any language, that begins with the keywords or has a word that does. */
export function suggestCategories(
  tree: CategoryTree,
  keywords: string,
  lang: Lang,
  filterOf: (node: CategoryNode) => Suggestion['filter'],
): FoundSuggestions {
  const wanted = foldText(keywords);
  const ranked = foldedNames(tree)
    .map((folded) => ({ node: folded.node, rank: rankOf(folded, wanted) }))
    .sort((one, other) => one.rank - other.rank || one.node.level - other.node.level);
  const ofRanks = (...ranks: number[]): Suggestion[] =>
    ranked
      .filter(({ rank }) => ranks.includes(rank))
      .map(({ node }) => ({ kind: 'category', text: nameIn(node.name, lang), filter: filterOf(node) }));
  return { exact: ofRanks(FIRST_WORD, LATER_WORD), slips: ofRanks(SLIP) };
}

/** The names of a category in all languages, and each name from every one of its words on. */
interface FoldedNames {
  readonly node: CategoryNode;
  readonly names: readonly string[];
  readonly words: readonly string[];
}

/** Folding a tree takes as long as a search, so it is done once for each tree. */
const foldedNames = memoize((tree: CategoryTree) => tree.nodes.map(foldNames), new WeakMap());

function foldNames(node: CategoryNode): FoldedNames {
  const names = LANGS.flatMap((lang) => node.name[lang] ?? []).map(foldText);
  const wordsOf = (name: string): string[] =>
    [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => name.slice(index));
  return { node, names, words: names.flatMap(wordsOf) };
}

const FIRST_WORD = 0;
const LATER_WORD = 1;
const SLIP = 2;
const NONE = 3;

function rankOf({ names, words }: FoldedNames, wanted: string): number {
  if (names.some((name) => name.startsWith(wanted))) return FIRST_WORD;
  if (words.some((word) => word.startsWith(wanted))) return LATER_WORD;
  return words.some((word) => hasSlip(word, wanted)) ? SLIP : NONE;
}

/** Whether a word begins with the wanted letters, with one letter wrong, missing or added, or two swapped. */
function hasSlip(word: string, wanted: string): boolean {
  const { length } = wanted;
  if (length < SLIP_FROM || word[0] !== wanted[0]) return false;
  const beginnings = [length - 1, length, length + 1].map((end) => word.slice(0, end));
  const sortLetters = (text: string): string => [...text].sort().join('');
  return beginnings.some((beginning) => {
    const edits = distance(beginning, wanted);
    return edits === 1 || (edits === 2 && sortLetters(beginning) === sortLetters(wanted));
  });
}

/** Merges categories and names to the ten best: exact ones before those with a slip, each once. */
export function bestOf(categories: FoundSuggestions, names: FoundSuggestions): Suggestion[] {
  const first = categories.exact.slice(0, MOST_CATEGORIES);
  const slips = categories.slips.slice(0, MOST_CATEGORIES);
  const all = [...first, ...names.exact, ...categories.exact, ...slips, ...names.slips];
  const keys = all.map(({ filter }) => JSON.stringify(filter));
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MOST_SUGGESTIONS);
}
