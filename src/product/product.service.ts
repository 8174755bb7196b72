import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_LANG } from '../common/lang.js';
import { presentTexts } from '../documents/indexed-fields.js';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import type { SuggestRequest } from '../records/suggest.requests.js';
import { Suggestions, type SuggestPlan } from '../records/suggestions.js';
import {
  allOf,
  BY_ID,
  BY_RELEVANCE,
  filterClauses,
  range,
  sliceOf,
  someOf,
  sortClause,
  term,
} from '../search/compiler/clauses.js';
import { isUnspaced, wordsOf } from '../search/compiler/keyword-reading.js';
import { singularOf } from '../search/compiler/word-forms.js';
import type { Buckets, QueryClause } from '../search/compiler/types.js';
import { recordsOf, type SearchAnswer } from '../search/gateway/search-gateway.js';
import { type ProductDocument, ProductRecord } from './product.record.js';
import { PRODUCT_SORTS, ProductFilter, type SimilarProductsRequest } from './product.requests.js';

/** How a request for products becomes a query. The filters name their index fields themselves. */
export const PRODUCT_PLAN: RecordPlan<ProductFilter, ProductDocument> = {
  index: 'products',
  ...filterPlan(ProductFilter),
  measures: { units_sold: ['total_units_sold'], gmv: ['total_gmv'], usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'] },
  sorts: PRODUCT_SORTS,
  mainMetric: 'day7_units_sold',
  popularity: 'day7_units_sold',
  categories: 'category_names',
  record: ProductRecord,
  named: ['product'],
};

/** Suggests shops by name, and product categories of every level. */
const PRODUCT_SUGGESTIONS: SuggestPlan<{ readonly seller_id: string; readonly record: string }> = {
  index: 'products',
  tree: 'product-categories',
  source: ['seller_id', 'record'],
  nameOf: ({ seller_id, record }) => {
    const { name, total_units_sold } = (JSON.parse(record) as ProductRecord).shop;
    return { kind: 'shop', text: name ?? seller_id, filter: { seller_id }, region: null, total_units_sold };
  },
  filterOf: ({ id, level }) => ({ [`l${level}_category_id`]: id }),
};

/** Prices are from this part to this many times the price of the product. */
const PRICE_FACTOR = 2;
/** A similar product has this part of the words, as `more_like_this` of Elasticsearch has it. */
const SHARE_OF_WORDS = '30%';

/** Searches, exports and counts products, suggests filters of them, and finds similar ones. */
@Injectable()
export class ProductService extends RecordsService<ProductFilter, ProductDocument> {
  protected readonly plan = PRODUCT_PLAN;
  @Inject(Suggestions) private readonly suggestions: Suggestions;

  /** What begins with the keywords. @throws as `Suggestions` does */
  suggest(request: SuggestRequest) {
    return this.suggestions.page(PRODUCT_SUGGESTIONS, request);
  }

  /** One page of products that are like another one; empty for one that is not loaded. @throws as `search` does */
  similar(request: SimilarProductsRequest) {
    return this.page('similar', request, async () => {
      const { request: asked, days } = await this.requests.followData('products', request);
      const product = await this.findProduct(asked.product_id);
      const words = product === undefined ? [] : await this.sharedWords(product);
      const body = {
        query: product === undefined || words.length === 0 ? { match_none: {} } : queryOf(product, words, asked),
        sort: [BY_RELEVANCE, sortClause(PRODUCT_PLAN.mainMetric), ...BY_ID],
        ...sliceOf(asked),
        track_total_hits: true,
        _source: ['record'],
      };
      return { compiled: { index: 'products', attempts: [body], enough: 0 }, more: { ...days, words } };
    });
  }

  private async findProduct(id: string): Promise<ProductRecord | undefined> {
    const body = { query: term('product_id', id), size: 1, _source: ['record'] };
    const answer = await this.gateway.searchRaw<SearchAnswer>('products', body);
    const [record] = recordsOf(answer, await this.trees.naming(PRODUCT_PLAN.named, DEFAULT_LANG));
    return record as ProductRecord | undefined;
  }

  /** The words of title and categories that another product has. Counted over all shards, they are the same on each. */
  private async sharedWords({ title, category: { l1, l2, l3 } }: ProductRecord): Promise<string[]> {
    const all = wordsOf(presentTexts(title, l1.name, l2.name, l3.name).join('\n').toLowerCase());
    // A plural counts once with its singular.
    const singulars = all.map(singularOf);
    const words = all.filter((_, at) => singulars.indexOf(singulars[at] as string) === at);
    if (words.length === 0) return [];
    const filters = words.map(inText);
    const body = { size: 0, track_total_hits: false, aggs: { words: { filters: { filters } } } };
    const { aggregations } = await this.gateway.searchRaw<{ aggregations: { words: Buckets } }>('products', body);
    return words.filter((_, at) => (aggregations.words.buckets[at]?.doc_count ?? 0) > 1);
  }
}

/** Matches a word; half of it where it is several, as the analysis has it, in a script without spaces. */
const inText = (query: string): QueryClause => ({
  match: { text: { query, minimum_should_match: isUnspaced(query) ? '50%' : '100%' } },
});

function queryOf(
  { product_id, shop, usd_price: price }: ProductRecord,
  words: readonly string[],
  { filter, own_shop }: SimilarProductsRequest,
): QueryClause {
  const withWords = { bool: { should: words.map(inText), minimum_should_match: SHARE_OF_WORDS } };
  const hasRange = filter.usd_price_range !== undefined || filter.price_range !== undefined;
  const [min, max] = [(price ?? 0) / PRICE_FACTOR, (price ?? 0) * PRICE_FACTOR];
  const near = someOf(range('usd_price', { min, max }), { bool: { must_not: [{ exists: { field: 'usd_price' } }] } });
  const excludedShop = own_shop === true || filter.seller_id !== undefined ? null : shop.seller_id;
  const excluded = [
    term('product_id', product_id),
    ...(excludedShop === null ? [] : [term('seller_id', excludedShop)]),
  ];
  return allOf(withWords, [
    ...filterClauses(PRODUCT_PLAN.filters, filter),
    ...(price === null || hasRange ? [] : [near]),
    { bool: { must_not: excluded } },
  ]);
}
