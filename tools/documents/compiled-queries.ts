import { LIVE_DOCS } from '../../src/operations/live/live.docs.js';
import { compileLiveSearch } from '../../src/operations/live/live.query.js';
import { LiveSearchRequest } from '../../src/operations/live/live.request.dto.js';
import { PRODUCT_DOCS } from '../../src/operations/product/product.docs.js';
import { compileProductSearch } from '../../src/operations/product/product.query.js';
import { ProductSearchRequest } from '../../src/operations/product/product.request.dto.js';
import { PERIODS_DOCS } from '../../src/operations/rankings/periods/periods.docs.js';
import { compilePeriods } from '../../src/operations/rankings/periods/periods.query.js';
import { PeriodsRequest } from '../../src/operations/rankings/periods/periods.request.dto.js';
import { TOP_ECOMMERCE_DOCS } from '../../src/operations/rankings/top-ecommerce/top-ecommerce.docs.js';
import { compileTopEcommerce } from '../../src/operations/rankings/top-ecommerce/top-ecommerce.query.js';
import { TopEcommerceRequest } from '../../src/operations/rankings/top-ecommerce/top-ecommerce.request.dto.js';
import { TOP_GROWTH_DOCS } from '../../src/operations/rankings/top-growth/top-growth.docs.js';
import { compileTopGrowth } from '../../src/operations/rankings/top-growth/top-growth.query.js';
import { TopGrowthRequest } from '../../src/operations/rankings/top-growth/top-growth.request.dto.js';
import { VIDEO_DOCS } from '../../src/operations/video/video.docs.js';
import { compileVideoSearch } from '../../src/operations/video/video.query.js';
import { VideoSearchRequest } from '../../src/operations/video/video.request.dto.js';
import { readAsWritten } from '../../src/query/keyword-reading.js';
import type { CompiledSearch } from '../../src/query/types.js';
import { readRequest } from '../testing/read-request.js';

/** Stands for the board that the catalogue names when a ranking is read. */
const ANY_BOARD = '<board>';

interface Examples {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

async function compileExamples<Request extends object>(
  { examples }: Examples,
  type: new () => Request,
  compile: (request: Request) => CompiledSearch,
): Promise<Record<string, { request: unknown; compiled: CompiledSearch }>> {
  const compiled: Record<string, { request: unknown; compiled: CompiledSearch }> = {};
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
    'top-ecommerce': await compileExamples(TOP_ECOMMERCE_DOCS, TopEcommerceRequest, (request) =>
      compileTopEcommerce(request, ANY_BOARD),
    ),
    'top-growth': await compileExamples(TOP_GROWTH_DOCS, TopGrowthRequest, (request) =>
      compileTopGrowth(request, ANY_BOARD),
    ),
    periods: await compileExamples(PERIODS_DOCS, PeriodsRequest, compilePeriods),
  };
}

/** The text of a file in docs/queries. */
export const writeQueries = (examples: object): string => `${JSON.stringify(examples, null, 2)}\n`;
