import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../common/index-kind.js';
import { PageCache } from './page-cache.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { CategoryTrees, type TreeKind } from './state/category-trees.js';
import { toCompletion } from '../common/documents/searched-texts.js';
import { EncodedData } from '../common/records/encoded-data.js';
import {
  bestOf,
  canComplete,
  compileCompletion,
  MOST_SUGGESTIONS,
  suggestCategories,
  type Suggestion,
} from './compiler/suggest.js';
import { unquoted } from './compiler/keyword-reading.js';
import type { CategoryNode } from '../common/categories/category-tree.js';
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

/** Suggests names and categories that begin with the keywords while a user types them. */
@Injectable()
export class Suggestions {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  page<Source>(
    plan: SuggestPlan<Source>,
    { keywords: typed, lang }: { readonly keywords: string; readonly lang: Lang },
  ): Promise<EncodedData<{ list: Suggestion[] }>> {
    const keywords = toCompletion(unquoted(typed));
    return this.pages.remember(`suggest ${plan.index} ${lang} ${typed}`, async () => {
      if (!canComplete(keywords)) return EncodedData.of({ list: [] as Suggestion[] });
      const tree = await this.trees.get(plan.tree);
      const categories = suggestCategories(tree, keywords, lang, (node) => plan.filterOf(node));
      const exact = await this.names(plan, keywords, false);
      const isQuoted = unquoted(typed) !== typed;
      const best = bestOf(isQuoted ? { ...categories, slips: [] } : categories, { exact, slips: [] });
      if (isQuoted || best.length === MOST_SUGGESTIONS) return EncodedData.of({ list: best });
      return EncodedData.of({ list: bestOf(categories, { exact, slips: await this.names(plan, keywords, true) }) });
    });
  }

  private async names<Source>(plan: SuggestPlan<Source>, keywords: string, withSlip: boolean): Promise<Suggestion[]> {
    const body = compileCompletion(keywords, plan.source, withSlip);
    const { suggest } = await this.gateway.searchRaw<CompletionAnswer<Source>>(plan.index, body);
    return suggest.names[0].options.map(({ _source }) => plan.nameOf(_source));
  }
}
