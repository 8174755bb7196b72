import { distance } from 'fastest-levenshtein';
import type { CategoryNode, CategoryTree } from '../reference/category-tree.js';
import { foldText } from '../reference/fold-text.js';
import type { Lang } from '../reference/lang.js';
import { LANGS } from '../reference/lang.js';

export const MOST_SUGGESTIONS = 10;
/** Of categories, as long as there are names enough. */
const MOST_CATEGORIES = 4;
/** A name may come up under several of its beginnings. */
const MOST_COMPLETIONS = 3 * MOST_SUGGESTIONS;
/** From how many characters on slips are forgiven: one, and two. */
const SLIP_FROM = { one: 3, two: 6 };

/** What one value of filters is suggested as. */
export interface Suggestion {
  readonly kind: 'creator' | 'shop' | 'category';
  readonly text: string;
  /** The values of the filters that it stands for, by their names. */
  readonly filter: Readonly<Record<string, string | number>>;
}

/** Suggestions that begin with the keywords as written, and such that do with a slip. */
export interface FoundSuggestions {
  readonly exact: readonly Suggestion[];
  readonly slips: readonly Suggestion[];
}

/** Whether names can begin with the keywords: they hold a letter or a digit. */
export const canComplete = (keywords: string): boolean => /[\p{L}\p{N}]/u.test(keywords);

/**
 * What Elasticsearch is asked for names that begin with the keywords, the best known first: under `exact` as written, and
 * under `slips` with a slip or without.
 */
export function compileCompletion(keywords: string, source: readonly string[]): object {
  const completion = { field: 'suggest', size: MOST_COMPLETIONS, skip_duplicates: true };
  const fuzzy = { fuzziness: 'AUTO', min_length: SLIP_FROM.one, prefix_length: 1, unicode_aware: true };
  return {
    size: 0,
    track_total_hits: true,
    query: { match_none: {} },
    _source: source,
    suggest: {
      exact: { prefix: keywords, completion },
      slips: { prefix: keywords, completion: { ...completion, fuzzy } },
    },
  };
}

/** The categories one of whose names, in any language, begins with the keywords, or has a word that does. */
export function suggestCategories(
  tree: CategoryTree,
  keywords: string,
  lang: Lang,
  filterOf: (node: CategoryNode) => Suggestion['filter'],
): FoundSuggestions {
  const wanted = foldText(keywords);
  const found = new Map<number, CategoryNode[]>();
  for (const node of tree.nodes) {
    const rank = Math.min(...LANGS.map((one) => rankOf(foldText(node.name[one] ?? ''), wanted)));
    if (rank <= SLIP) found.set(rank, [...(found.get(rank) ?? []), node]);
  }
  const ranked = (rank: number): Suggestion[] =>
    (found.get(rank) ?? [])
      .sort((one, other) => one.level - other.level)
      .map((node) => ({ kind: 'category', text: tree.name(node.id, lang) ?? node.name.EN_US, filter: filterOf(node) }));
  return { exact: [...ranked(FIRST_WORD), ...ranked(LATER_WORD)], slips: ranked(SLIP) };
}

const FIRST_WORD = 0;
const LATER_WORD = 1;
const SLIP = 2;

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return FIRST_WORD;
  const words = [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => name.slice(index));
  if (words.some((word) => word.startsWith(wanted))) return LATER_WORD;
  return words.some((word) => hasSlip(word, wanted)) ? SLIP : Infinity;
}

/** Whether a word begins with the letters wanted but for a slip: one wrong, missing, too many, or two swapped. */
function hasSlip(word: string, wanted: string): boolean {
  const { length } = wanted;
  if (length < SLIP_FROM.one || word[0] !== wanted[0]) return false;
  const beginnings = [length - 1, length, length + 1].map((end) => word.slice(0, end));
  const sorted = (text: string): string => [...text].sort().join('');
  return beginnings.some((beginning) => {
    const edits = distance(beginning, wanted);
    return edits <= (length < SLIP_FROM.two ? 1 : 2) || (edits === 2 && sorted(beginning) === sorted(wanted));
  });
}

/** The best ten: some categories and then names, those as written before those with a slip, each once. */
export function bestOf(categories: FoundSuggestions, names: FoundSuggestions): Suggestion[] {
  const first = categories.exact.slice(0, MOST_CATEGORIES);
  const all = [
    ...first,
    ...names.exact,
    ...categories.exact,
    ...categories.slips.slice(0, MOST_CATEGORIES),
    ...names.slips,
  ];
  const byFilter = new Map<string, Suggestion>();
  for (const suggestion of all) {
    const key = JSON.stringify(suggestion.filter);
    if (!byFilter.has(key)) byFilter.set(key, suggestion);
  }
  return [...byFilter.values()].slice(0, MOST_SUGGESTIONS);
}
