import { Injectable } from '@nestjs/common';
import { DEFAULT_LANG } from '../common/lang.js';
import { presentTexts } from '../documents/indexed-fields.js';
import { RequestReader } from '../records/request-reader.js';
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
import { formsOf, isUnspaced, wordsOf } from '../search/compiler/keyword-reading.js';
import type { Buckets, QueryClause } from '../search/compiler/types.js';
import { recordsOf, type SearchAnswer, SearchGateway } from '../search/gateway/search-gateway.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import type { ProductRecord } from './product.record.js';
import type { SimilarProductsRequest } from './product.requests.js';
import { PRODUCT_PLAN, ProductService } from './product.service.js';

/** Prices are from this part to this many times the price of the product. */
const PRICE_FACTOR = 2;
/** A similar product has this part of the words, as `more_like_this` of Elasticsearch has it. */
const SHARE_OF_WORDS = '30%';

interface Counts {
  readonly aggregations: { readonly words: Buckets };
}

/** Finds products that are like another one. */
@Injectable()
export class SimilarProductsService {
  constructor(
    private readonly products: ProductService,
    private readonly gateway: SearchGateway,
    private readonly trees: CategoryTrees,
    private readonly requests: RequestReader,
  ) {}

  /** One page; it is empty for a product that is not loaded. @throws as `RecordsService.search` does */
  find(request: SimilarProductsRequest) {
    return this.products.page('similar', request, async () => {
      const { request: asked, days } = await this.requests.followData('products', request);
      const product = await this.read(asked.product_id);
      const words = product === undefined ? [] : await this.wordsOf(product);
      const body = {
        query: product === undefined || words.length === 0 ? NONE : queryOf(product, words, asked),
        sort: [BY_RELEVANCE, sortClause(PRODUCT_PLAN.mainMetric), ...BY_ID],
        ...sliceOf(asked),
        track_total_hits: true,
        _source: ['record'],
      };
      return { compiled: { index: 'products', attempts: [body], enough: 0 }, more: { ...days, words } };
    });
  }

  private async read(id: string): Promise<ProductRecord | undefined> {
    const body = { query: term('product_id', id), size: 1, _source: ['record'] };
    const answer = await this.gateway.searchRaw<SearchAnswer>('products', body);
    const [record] = recordsOf(answer, await this.trees.naming(PRODUCT_PLAN.named, DEFAULT_LANG));
    return record as ProductRecord | undefined;
  }

  /** The words of title and categories that another product has. Counted over all shards, they are the same on each. */
  private async wordsOf({ title, category: { l1, l2, l3 } }: ProductRecord): Promise<string[]> {
    const all = wordsOf(presentTexts(title, l1.name, l2.name, l3.name).join('\n').toLowerCase());
    // A plural counts once with its singular.
    const formsIn = (word: string) => [...formsOf(word), word.replace(/es$/, '')];
    const isSame = (one: string, other: string) => formsIn(one).some((form) => formsIn(other).includes(form));
    const words = all.filter((word, at) => all.findIndex((other) => isSame(word, other)) === at);
    if (words.length === 0) return [];
    const filters = words.map(inText);
    const body = { size: 0, track_total_hits: false, aggs: { words: { filters: { filters } } } };
    const { aggregations } = await this.gateway.searchRaw<Counts>('products', body);
    return words.filter((_, at) => (aggregations.words.buckets[at]?.doc_count ?? 0) > 1);
  }
}

const NONE: QueryClause = { match_none: {} };

/** Matches a word; half of it where it is several, as the analysis has it, in a script without spaces. */
const inText = (query: string): QueryClause => ({
  match: { text: { query, minimum_should_match: isUnspaced(query) ? '50%' : '100%' } },
});

/** Matches the products that have enough of the words, and what the request asks for. */
function queryOf(
  { product_id, shop, usd_price: price }: ProductRecord,
  words: readonly string[],
  { filter, own_shop }: SimilarProductsRequest,
): QueryClause {
  const named = { bool: { should: words.map(inText), minimum_should_match: SHARE_OF_WORDS } };
  const hasRange = filter.usd_price_range !== undefined || filter.price_range !== undefined;
  const [min, max] = [(price ?? 0) / PRICE_FACTOR, (price ?? 0) * PRICE_FACTOR];
  const near = someOf(range('usd_price', { min, max }), { bool: { must_not: [{ exists: { field: 'usd_price' } }] } });
  const own = own_shop === true || filter.seller_id !== undefined ? null : shop.seller_id;
  const left = [term('product_id', product_id), ...(own === null ? [] : [term('seller_id', own)])];
  return allOf(named, [
    ...filterClauses(PRODUCT_PLAN.filters, filter),
    ...(price === null || hasRange ? [] : [near]),
    { bool: { must_not: left } },
  ]);
}
