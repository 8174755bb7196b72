import { buildOf } from '../../dist/modules/src/boards/board.js';
import { compileLiveSearch } from '../../dist/modules/src/operations/live/live.query.js';
import { LiveSearchRequest } from '../../dist/modules/src/operations/live/live.request.dto.js';
import { compileProductSearch } from '../../dist/modules/src/operations/product/product.query.js';
import { ProductSearchRequest } from '../../dist/modules/src/operations/product/product.request.dto.js';
import { compileTopEcommerce } from '../../dist/modules/src/operations/rankings/top-ecommerce/top-ecommerce.query.js';
import { TopEcommerceRequest } from '../../dist/modules/src/operations/rankings/top-ecommerce/top-ecommerce.request.dto.js';
import { compileTopGrowth } from '../../dist/modules/src/operations/rankings/top-growth/top-growth.query.js';
import { TopGrowthRequest } from '../../dist/modules/src/operations/rankings/top-growth/top-growth.request.dto.js';
import { compileVideoSearch } from '../../dist/modules/src/operations/video/video.query.js';
import { VideoSearchRequest } from '../../dist/modules/src/operations/video/video.request.dto.js';
import { Vocabulary } from '../../dist/modules/src/elastic/search/vocabulary.js';
import { readRequest } from '../../dist/modules/tools/testing/read-request.js';
import { naiveBody, naiveIndex } from '../../dist/modules/bench/peers/usual/naive-query.js';

const boardOf = (ranking, { date_info: { type, value } }) => buildOf({ ranking, period: { type, value } }, 'bench');

/** How a request of each operation is compiled, and where the ids are in what comes back. */
const OPERATIONS = {
  video: { type: VideoSearchRequest, compile: compileVideoSearch, id: 'video_id' },
  product: { type: ProductSearchRequest, compile: compileProductSearch, id: 'product_id' },
  live: { type: LiveSearchRequest, compile: compileLiveSearch, id: 'room_id' },
  topEcommerce: {
    type: TopEcommerceRequest,
    compile: (request) => compileTopEcommerce(request, boardOf('topEcommerce', request.filter)),
    id: 'uid',
  },
  topGrowth: {
    type: TopGrowthRequest,
    compile: (request) => compileTopGrowth(request, boardOf('topGrowth', request.filter)),
    id: 'uid',
  },
};

export const idOf = (operation) => OPERATIONS[operation].id;

const vocabularies = new Map();
const UNCHANGING = { current: () => 0, lastKnown: () => ({ version: 0, ageMs: 0 }) };

/** Keywords as the service reads them, over a set of records. */
function readKeywords(kind, keywords = '', { prefix, elasticsearchUrl }) {
  if (!vocabularies.has(prefix)) {
    const look = async (index, body) => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch(`${elasticsearchUrl}/${prefix}${index}/_search`, request)).json();
    };
    vocabularies.set(prefix, new Vocabulary({ look }, UNCHANGING));
  }
  return vocabularies.get(prefix).read(kind, keywords, {});
}

/**
 * What Elasticsearch is sent for a request: the bodies that the service compiles it to, to be tried in turn until one
 * finds enough. Looking the keywords up is left out: it is the service's own work.
 * @param options `{prefix, elasticsearchUrl, requestCache}`; `requestCache` undefined leaves it to the index
 */
export async function rawPlan(shape, body, { requestCache, ...where }) {
  const { type, compile } = OPERATIONS[shape.operation];
  const request = await readRequest(type, body);
  const read = await readKeywords(shape.index, request.keywords, where);
  const { index, attempts, enough } = compile(request, read);
  const cached = requestCache === undefined ? '' : `&request_cache=${requestCache}`;
  const path = `/${where.prefix}${index}/_search?allow_partial_search_results=false${cached}`;
  return { path, bodies: attempts.map((attempt) => JSON.stringify(attempt)), enough };
}

/** The body that one would write without a thought. Rankings have none but their own. */
export async function naivePlan(shape, body, options) {
  if (shape.ranking !== undefined) return rawPlan(shape, body, options);
  const { type, compile } = OPERATIONS[shape.operation];
  const request = await readRequest(type, body);
  const { index, attempts } = compile({ ...request, keywords: '' }, await readKeywords(shape.index, '', options));
  const path = `/${naiveIndex(options.prefix, index)}/_search?allow_partial_search_results=false`;
  return { path, bodies: [JSON.stringify(naiveBody(index, request, attempts[0]))], enough: 0 };
}
