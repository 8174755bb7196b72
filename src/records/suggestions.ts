import { Injectable } from '@nestjs/common';
import { distance } from 'fastest-levenshtein';
import { type CategoryNode, type CategoryTree, foldText, type TreeKind } from '../common/categories/category-tree.js';
import { EncodedData } from '../common/encoded-data.js';
import { type Lang, LANGS, nameIn } from '../common/lang.js';
import { memoize } from '../common/memoize.js';
import type { IndexKind } from '../common/record-kind.js';
import { REGION_CODES } from '../common/regions.js';
import { toCompletion } from '../documents/indexed-fields.js';
import { PageCache } from '../freshness/data-cache.js';
import { terms } from '../search/compiler/clauses.js';
import { isSwapOf, withoutQuotes, wordsOf } from '../search/compiler/keyword-reading.js';
import type { Buckets } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { Synonyms } from '../search/vocabulary.js';
import type { SuggestData, SuggestionItem, SuggestRequest } from './suggest.requests.js';

const MOST_SUGGESTIONS = 10;
/** Maximum categories while there are enough names. */
const MOST_CATEGORIES = 4;
/** Elasticsearch counts each name and word of a record, so more are asked for than shown. */
const MOST_COMPLETIONS = 5 * MOST_SUGGESTIONS;
/** A slip is allowed from this many characters on. */
const SLIP_FROM = 3;

type Filter = SuggestionItem['filter'];

/** Suggestions as data: the names of an index and the categories of a tree. */
export interface SuggestPlan<Source> {
  readonly index: IndexKind;
  readonly tree: TreeKind;
  readonly source: readonly string[];
  nameOf(source: Source): SuggestionItem;
  filterOf(category: CategoryNode): Filter;
}

/** Suggestions that begin with the keywords as written, and those that do with a slip. */
interface FoundSuggestions {
  readonly exact: readonly SuggestionItem[];
  readonly slips: readonly SuggestionItem[];
}

interface CompletionAnswer<Source> {
  readonly suggest: { readonly names: readonly [{ readonly options: readonly { readonly _source: Source }[] }] };
}

interface RegionsAnswer {
  readonly aggregations: { readonly shops: Buckets<{ readonly regions: Buckets }> };
}

/** Suggests names and categories that begin with the keywords while a user types them. */
@Injectable()
export class Suggestions {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
    private readonly synonyms: Synonyms,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  page<Source>(
    plan: SuggestPlan<Source>,
    { keywords: typed, lang }: SuggestRequest,
  ): Promise<EncodedData<SuggestData>> {
    const text = withoutQuotes(typed);
    const isQuoted = text !== typed;
    const keywords = toCompletion(text);
    return this.pages.remember(`suggest ${plan.index} ${lang} ${typed}`, async () => {
      if (!canComplete(keywords)) return EncodedData.of<SuggestData>({ list: [] });
      const tree = await this.trees.get(plan.tree);
      const categoriesOf = (text: string) => suggestCategories(tree, text, lang, (node) => plan.filterOf(node));
      const { exact: typedNames, slips } = categoriesOf(keywords);
      const others = isQuoted ? [] : (await this.synonyms.get()).othersOf(wordsOf(text));
      const categories = { exact: [...typedNames, ...others.flatMap((other) => categoriesOf(other).exact)], slips };
      const exact = await this.names(plan, keywords, false);
      const best = bestOf(isQuoted ? { ...categories, slips: [] } : categories, { exact, slips: [] });
      const isWhole = isQuoted || best.length === MOST_SUGGESTIONS;
      const list = isWhole ? best : bestOf(categories, { exact, slips: await this.names(plan, keywords, true) });
      return EncodedData.of<SuggestData>({ list: await this.withRegions(list) });
    });
  }

  /** Gives shops the region of most of their products, of equal ones the first by its code. */
  private async withRegions(list: SuggestionItem[]): Promise<SuggestionItem[]> {
    const ids = list.flatMap(({ filter: { seller_id } }) => seller_id ?? []);
    if (ids.length === 0) return list;
    const regions = { terms: { field: 'region', size: REGION_CODES.length, order: { _key: 'asc' } } };
    const shops = { terms: { field: 'seller_id', size: ids.length }, aggs: { regions } };
    const body = { query: terms('seller_id', ids), size: 0, track_total_hits: false, aggs: { shops } };
    const { aggregations } = await this.gateway.searchRaw<RegionsAnswer>('products', body);
    const regionOf = new Map(
      aggregations.shops.buckets.map(({ key, regions: { buckets } }) => {
        const [most] = buckets.toSorted((one, other) => other.doc_count - one.doc_count);
        return [key, most?.key] as const;
      }),
    );
    return list.map((one) => {
      const { seller_id } = one.filter;
      return seller_id === undefined ? one : { ...one, region: regionOf.get(String(seller_id)) ?? null };
    });
  }

  /** Searches for names that begin with the keywords; allowing a slip costs several times as much. */
  private async names<Source>(plan: SuggestPlan<Source>, keywords: string, withSlip: boolean) {
    const fuzzy = { fuzziness: 1, min_length: SLIP_FROM, prefix_length: 1, unicode_aware: true };
    const completion = { field: 'suggest', size: MOST_COMPLETIONS, skip_duplicates: true, ...(withSlip && { fuzzy }) };
    const body = {
      size: 0,
      track_total_hits: true,
      query: { match_none: {} },
      _source: plan.source,
      suggest: { names: { prefix: keywords, completion } },
    };
    const { suggest } = await this.gateway.searchRaw<CompletionAnswer<Source>>(plan.index, body);
    return suggest.names[0].options.map(({ _source }) => plan.nameOf(_source));
  }
}

/** Whether a name can begin with the keywords: they have a letter or a digit. */
export const canComplete = (keywords: string): boolean => /[\p{L}\p{N}]/u.test(keywords);

/** Finds categories with a name, in any language, that begins with the keywords or has a word that does. */
export function suggestCategories(
  tree: CategoryTree,
  keywords: string,
  lang: Lang,
  filterOf: (node: CategoryNode) => Filter,
): FoundSuggestions {
  const wanted = foldText(keywords);
  const ranked = foldedNames(tree)
    .map((folded) => ({ node: folded.node, rank: rankOf(folded, wanted) }))
    .sort((one, other) => one.rank - other.rank || one.node.level - other.node.level);
  const ofRanks = (...ranks: number[]): SuggestionItem[] =>
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
  const fromEachWord = (name: string): string[] =>
    [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => name.slice(index));
  return { node, names, words: names.flatMap(fromEachWord) };
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
  return beginnings.some((beginning) => {
    const edits = distance(beginning, wanted);
    return edits === 1 || (edits === 2 && isSwapOf(beginning, wanted));
  });
}

/** Merges categories and names to the ten best: exact ones before those with a slip, each once. */
export function bestOf(categories: FoundSuggestions, names: FoundSuggestions): SuggestionItem[] {
  const first = categories.exact.slice(0, MOST_CATEGORIES);
  const slips = categories.slips.slice(0, MOST_CATEGORIES);
  const all = [...first, ...names.exact, ...categories.exact, ...slips, ...names.slips];
  const keys = all.map(({ filter }) => JSON.stringify(filter));
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MOST_SUGGESTIONS);
}
