import { LIVE_DOCS, LIVE_FACETS_DOCS } from '../../src/operations/live/live.docs.js';
import { compileLiveSearch, LIVE_PLAN } from '../../src/operations/live/live.query.js';
import { LiveFacetsRequest, LiveSearchRequest } from '../../src/operations/live/live.request.dto.js';
import { PRODUCT_DOCS, PRODUCT_FACETS_DOCS } from '../../src/operations/product/product.docs.js';
import { compileProductSearch, PRODUCT_PLAN } from '../../src/operations/product/product.query.js';
import { ProductFacetsRequest, ProductSearchRequest } from '../../src/operations/product/product.request.dto.js';
import { HISTORY_DOCS } from '../../src/operations/rankings/history/history.docs.js';
import { compileCatalogue } from '../../src/operations/rankings/history/history.query.js';
import { HistoryRequest } from '../../src/operations/rankings/history/history.request.dto.js';
import { PERIODS_DOCS } from '../../src/operations/rankings/periods/periods.docs.js';
import { compilePeriods } from '../../src/operations/rankings/periods/periods.query.js';
import { PeriodsRequest } from '../../src/operations/rankings/periods/periods.request.dto.js';
import { TOP_ECOMMERCE_DOCS } from '../../src/operations/rankings/top-ecommerce/top-ecommerce.docs.js';
import { compileTopEcommerce } from '../../src/operations/rankings/top-ecommerce/top-ecommerce.query.js';
import { TopEcommerceRequest } from '../../src/operations/rankings/top-ecommerce/top-ecommerce.request.dto.js';
import { TOP_GROWTH_DOCS } from '../../src/operations/rankings/top-growth/top-growth.docs.js';
import { compileTopGrowth } from '../../src/operations/rankings/top-growth/top-growth.query.js';
import { TopGrowthRequest } from '../../src/operations/rankings/top-growth/top-growth.request.dto.js';
import { VIDEO_DOCS, VIDEO_FACETS_DOCS } from '../../src/operations/video/video.docs.js';
import { compileVideoSearch, VIDEO_PLAN } from '../../src/operations/video/video.query.js';
import { VideoFacetsRequest, VideoSearchRequest } from '../../src/operations/video/video.request.dto.js';
import { compileFacets } from '../../src/query/facets.js';
import { readAsWritten } from '../../src/query/keyword-reading.js';
import type { CompiledSearch } from '../../src/query/types.js';
import { readRequest } from '../testing/read-request.js';

/** Stands for the board that the catalogue names when a ranking is read. */
const ANY_BOARD = '<board>';

interface Examples {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

/** How many values each shard tells of a facet at first. */
const SHARD_SIZE = 500;

async function compileExamples<Request extends object>(
  { examples }: Examples,
  type: new () => Request,
  compile: (request: Request) => CompiledSearch<object>,
): Promise<Record<string, { request: unknown; compiled: CompiledSearch<object> }>> {
  const compiled: Record<string, { request: unknown; compiled: CompiledSearch<object> }> = {};
  for (const [name, { value }] of Object.entries(examples)) {
    compiled[name] = { request: value, compiled: compile(await readRequest(type, value)) };
  }
  return compiled;
}

/** What each documented example compiles to, by the name of the file in docs/queries that holds it. */
export async function compileDocumentedExamples(): Promise<Record<string, object>> {
  return {
    'video-search': await compileExamples(VIDEO_DOCS, VideoSearchRequest, (request) =>
      compileVideoSearch(request, readAsWritten(request.keywords)),
    ),
    'product-search': await compileExamples(PRODUCT_DOCS, ProductSearchRequest, (request) =>
      compileProductSearch(request, readAsWritten(request.keywords)),
    ),
    'live-search': await compileExamples(LIVE_DOCS, LiveSearchRequest, (request) =>
      compileLiveSearch(request, readAsWritten(request.keywords)),
    ),
    'video-facets': await compileExamples(VIDEO_FACETS_DOCS, VideoFacetsRequest, (request) =>
      compileFacets(VIDEO_PLAN, request, readAsWritten(request.keywords), SHARD_SIZE),
    ),
    'product-facets': await compileExamples(PRODUCT_FACETS_DOCS, ProductFacetsRequest, (request) =>
      compileFacets(PRODUCT_PLAN, request, readAsWritten(request.keywords), SHARD_SIZE),
    ),
    'live-facets': await compileExamples(LIVE_FACETS_DOCS, LiveFacetsRequest, (request) =>
      compileFacets(LIVE_PLAN, request, readAsWritten(request.keywords), SHARD_SIZE),
    ),
    'top-ecommerce': await compileExamples(TOP_ECOMMERCE_DOCS, TopEcommerceRequest, (request) =>
      compileTopEcommerce(request, ANY_BOARD),
    ),
    'top-growth': await compileExamples(TOP_GROWTH_DOCS, TopGrowthRequest, (request) =>
      compileTopGrowth(request, ANY_BOARD),
    ),
    history: await compileExamples(HISTORY_DOCS, HistoryRequest, compileCatalogue),
    periods: await compileExamples(PERIODS_DOCS, PeriodsRequest, compilePeriods),
  };
}

/** The text of a file in docs/queries. */
export const writeQueries = (examples: object): string => `${JSON.stringify(examples, null, 2)}\n`;
