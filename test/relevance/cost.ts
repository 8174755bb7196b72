import { SearchGateway } from '../../src/elastic/search/search-gateway.js';
import { Vocabulary } from '../../src/elastic/search/vocabulary.js';
import { compileProductSearch } from '../../src/operations/product/product.query.js';
import { ProductSearchRequest } from '../../src/operations/product/product.request.dto.js';
import { readRequest } from '../../tools/testing/read-request.js';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { grow } from './corpus/grow.js';
import { BaselineEngine, baselineIndex, loadBaselines } from './engines/baseline.js';
import { ServiceEngine } from './engines/service.js';
import { median } from './metrics.js';
import type { Kind } from './queries/kinds.js';
import type { JudgedQuery } from './queries/queries.js';
import type { RelevanceSet } from './relevance-set.js';

const PRODUCTS = 100_000;
const ROUNDS = 6;
const PER_KIND = 20;
const KINDS: readonly Kind[] = ['name', 'name-and-attribute', 'long', 'typo', 'no-marks', 'shop'];

/** Ways to a page: ours over HTTP, ours as Elasticsearch is asked for it, and the plain fuzzy query over one field. */
const WAYS = ['http', 'ours', 'plain'] as const;
type Way = (typeof WAYS)[number];

/** Milliseconds of one page by every way. */
type Timing = Readonly<Record<Way, number>> & { readonly query: JudgedQuery };

/** Median milliseconds of a page by every way, and how many times the plain one ours takes, without and with HTTP. */
export interface Cost extends Readonly<Record<Way, number>> {
  readonly name: string;
  readonly ratio: number;
  readonly ratioOverHttp: number;
}

/**
 * What a product page costs among 100,000 products beside the plain fuzzy query over the same texts in one field, asked
 * in turn: by kind of query and in all. No page is asked for twice by one way, so that no cache answers.
 */
export async function measureCost(set: RelevanceSet): Promise<Cost[]> {
  const products = grow(set.corpus.products, PRODUCTS);
  const app = await startTestApp({ name: 'relevance-cost', load: loadRecords({ products }) });
  try {
    const { elasticsearch, names, config } = app;
    const { indexPrefix } = config;
    await loadBaselines(elasticsearch, indexPrefix, { ...set.corpus, products, videos: [], lives: [] }, () => []);
    const indices = [names.alias('products'), baselineIndex(indexPrefix, 'product')];
    await elasticsearch.indices.forcemerge({ index: indices, max_num_segments: 1 }, { requestTimeout: 300_000 });
    const queries = KINDS.flatMap((kind) => set.queries.filter(asksForProducts(kind)).slice(0, PER_KIND));
    const timings = await timePages(queries, waysTo(app));
    const ofKind = (kind: Kind): Timing[] => timings.filter(({ query }) => query.kind === kind);
    return [...KINDS.map((kind) => costOf(kind, ofKind(kind))), costOf('all', timings)];
  } finally {
    await app.close();
  }
}

const asksForProducts =
  (wanted: Kind) =>
  ({ kind, operation }: JudgedQuery): boolean =>
    kind === wanted && operation === 'product';

type Ask = (query: JudgedQuery, size: number) => Promise<unknown>;

/** One size more without HTTP than with it, as the service may remember what it has answered. */
function waysTo({ app, url, token, elasticsearch, config }: TestApp): Readonly<Record<Way, Ask>> {
  const service = new ServiceEngine(url, token);
  const plain = new BaselineEngine(elasticsearch, config.indexPrefix, 'fuzzy');
  const gateway = app.get(SearchGateway);
  const vocabulary = app.get(Vocabulary);
  const caller = { signal: new AbortController().signal, useCache: false };
  return {
    http: (query, size) => service.search([query], 'relevance', size),
    ours: async ({ text }, size) => {
      const request = await readRequest(ProductSearchRequest, { keywords: text, pagesize: size + 1 });
      const read = await vocabulary.read('products', request.keywords, caller);
      return gateway.search(compileProductSearch(request, read), caller);
    },
    plain: (query, size) => plain.page(query, size),
  };
}

/** The first round only warms up. Which way is asked first changes from query to query. */
async function timePages(queries: readonly JudgedQuery[], ways: Readonly<Record<Way, Ask>>): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, query] of queries.entries()) {
      const took = { http: 0, ours: 0, plain: 0 };
      const first = (index + round) % WAYS.length;
      for (const way of [...WAYS.slice(first), ...WAYS.slice(0, first)]) {
        const startedAt = performance.now();
        await ways[way](query, 10 + 2 * round);
        took[way] = performance.now() - startedAt;
      }
      if (round > 0) timings.push({ query, ...took });
    }
  }
  return timings;
}

function costOf(name: string, timings: readonly Timing[]): Cost {
  const [http = NaN, ours = NaN, plain = NaN] = WAYS.map((way) => median(timings.map((one) => one[way])));
  return { name, http, ours, plain, ratio: ours / plain, ratioOverHttp: http / plain };
}
