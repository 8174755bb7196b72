import { readRequest } from './http/validation/read-request.js';
import { LIVE_DOCS } from './operations/live/live.docs.js';
import { compileLiveSearch } from './operations/live/live.query.js';
import { LiveSearchRequest } from './operations/live/live.request.dto.js';
import { PRODUCT_DOCS } from './operations/product/product.docs.js';
import { compileProductSearch } from './operations/product/product.query.js';
import { ProductSearchRequest } from './operations/product/product.request.dto.js';
import { PERIODS_DOCS } from './operations/rankings/periods.docs.js';
import { compilePeriods } from './operations/rankings/periods.query.js';
import { PeriodsRequest } from './operations/rankings/periods.request.dto.js';
import { TOP_ECOMMERCE_DOCS } from './operations/rankings/top-ecommerce.docs.js';
import { compileTopEcommerce } from './operations/rankings/top-ecommerce.query.js';
import { TopEcommerceRequest } from './operations/rankings/top-ecommerce.request.dto.js';
import { TOP_GROWTH_DOCS } from './operations/rankings/top-growth.docs.js';
import { compileTopGrowth } from './operations/rankings/top-growth.query.js';
import { TopGrowthRequest } from './operations/rankings/top-growth.request.dto.js';
import { VIDEO_DOCS } from './operations/video/video.docs.js';
import { compileVideoSearch } from './operations/video/video.query.js';
import { VideoSearchRequest } from './operations/video/video.request.dto.js';
import { readAsWritten } from './query/keyword-reading.js';
import type { CompiledSearch } from './query/types.js';

/** Stands for the board that the catalogue names when a ranking is read. */
const ANY_BOARD = '<board>';

interface Examples {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

function compileExamples<Request extends object>(
  { examples }: Examples,
  type: new () => Request,
  compile: (request: Request) => CompiledSearch,
): Record<string, { request: unknown; compiled: CompiledSearch }> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, { value }]) => [
      name,
      { request: value, compiled: compile(readRequest(type, value)) },
    ]),
  );
}

/** What each documented example compiles to, by the name of the file in docs/queries that holds it. */
export function compileDocumentedExamples(): Record<string, object> {
  return {
    'video-search': compileExamples(VIDEO_DOCS, VideoSearchRequest, (request) =>
      compileVideoSearch(request, readAsWritten(request.keywords)),
    ),
    'product-search': compileExamples(PRODUCT_DOCS, ProductSearchRequest, (request) =>
      compileProductSearch(request, readAsWritten(request.keywords)),
    ),
    'live-search': compileExamples(LIVE_DOCS, LiveSearchRequest, (request) =>
      compileLiveSearch(request, readAsWritten(request.keywords)),
    ),
    'top-ecommerce': compileExamples(TOP_ECOMMERCE_DOCS, TopEcommerceRequest, (request) =>
      compileTopEcommerce(request, ANY_BOARD),
    ),
    'top-growth': compileExamples(TOP_GROWTH_DOCS, TopGrowthRequest, (request) => compileTopGrowth(request, ANY_BOARD)),
    periods: compileExamples(PERIODS_DOCS, PeriodsRequest, compilePeriods),
  };
}

/** The text of a file in docs/queries. */
export const writeQueries = (examples: object): string => `${JSON.stringify(examples, null, 2)}\n`;
