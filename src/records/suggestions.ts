import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../common/record-kind.js';
import { REGION_CODES } from '../common/regions.js';
import { terms } from '../search/compiler/clauses.js';
import { PageCache } from '../freshness/data-cache.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { Synonyms } from '../search/vocabulary.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { toCompletion } from '../documents/indexed-fields.js';
import { EncodedData } from '../common/encoded-data.js';
import {
  bestOf,
  canComplete,
  compileCompletion,
  MOST_SUGGESTIONS,
  suggestCategories,
  type Suggestion,
} from '../search/compiler/suggest.js';
import { withoutQuotes, wordsOf } from '../search/compiler/keyword-reading.js';
import type { CategoryNode, TreeKind } from '../common/categories/category-tree.js';
import type { Lang } from '../common/lang.js';

/** Suggestions as data: the names of an index and the categories of a tree. */
export interface SuggestPlan<Source> {
  readonly index: IndexKind;
  readonly tree: TreeKind;
  readonly source: readonly string[];
  nameOf(source: Source): Suggestion;
  filterOf(category: CategoryNode): Suggestion['filter'];
}

interface CompletionAnswer<Source> {
  readonly suggest: { readonly names: readonly [{ readonly options: readonly { readonly _source: Source }[] }] };
}

interface RegionsAnswer {
  readonly aggregations: {
    readonly shops: {
      readonly buckets: readonly {
        readonly key: string;
        readonly regions: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
      }[];
    };
  };
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
    { keywords: typed, lang }: { readonly keywords: string; readonly lang: Lang },
  ): Promise<EncodedData<{ list: Suggestion[] }>> {
    const text = withoutQuotes(typed);
    const isQuoted = text !== typed;
    const keywords = toCompletion(text);
    return this.pages.remember(`suggest ${plan.index} ${lang} ${typed}`, async () => {
      if (!canComplete(keywords)) return EncodedData.of({ list: [] as Suggestion[] });
      const tree = await this.trees.get(plan.tree);
      const categoriesOf = (text: string) => suggestCategories(tree, text, lang, (node) => plan.filterOf(node));
      const { exact: own, slips } = categoriesOf(keywords);
      const others = isQuoted ? [] : (await this.synonyms.get()).othersOf(wordsOf(text));
      const categories = { exact: [...own, ...others.flatMap((other) => categoriesOf(other).exact)], slips };
      const exact = await this.names(plan, keywords, false);
      const best = bestOf(isQuoted ? { ...categories, slips: [] } : categories, { exact, slips: [] });
      const isWhole = isQuoted || best.length === MOST_SUGGESTIONS;
      const list = isWhole ? best : bestOf(categories, { exact, slips: await this.names(plan, keywords, true) });
      return EncodedData.of({ list: await this.withRegions(list) });
    });
  }

  /** Gives shops the region of most of their products, of equal ones the first by its code. */
  private async withRegions(list: Suggestion[]): Promise<Suggestion[]> {
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

  private async names<Source>(plan: SuggestPlan<Source>, keywords: string, withSlip: boolean): Promise<Suggestion[]> {
    const body = compileCompletion(keywords, plan.source, withSlip);
    const { suggest } = await this.gateway.searchRaw<CompletionAnswer<Source>>(plan.index, body);
    return suggest.names[0].options.map(({ _source }) => plan.nameOf(_source));
  }
}
