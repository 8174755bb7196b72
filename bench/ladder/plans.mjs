import { asInRequest } from '../../dist/modules/bench/usual/scope.js';
import { buildOf } from '../../dist/modules/src/boards/board.js';
import { checkedRequest } from '../../dist/modules/src/http/validation/request-validation.pipe.js';
import { LiveSearchRequest } from '../../dist/modules/src/live/live.requests.js';
import { LIVE_PLAN } from '../../dist/modules/src/live/live.requests.js';
import { ProductSearchRequest } from '../../dist/modules/src/product/product.requests.js';
import { PRODUCT_PLAN } from '../../dist/modules/src/product/product.requests.js';
import { compileRows } from '../../dist/modules/src/rankings/ranking.query.js';
import { TOP_ECOMMERCE, TOP_GROWTH } from '../../dist/modules/src/rankings/rankings.table.js';
import { VideoSearchRequest } from '../../dist/modules/src/video/video.requests.js';
import { VIDEO_PLAN } from '../../dist/modules/src/video/video.requests.js';
import { compileSearch } from '../../dist/modules/src/search/compiler/search.js';
import { Vocabulary } from '../../dist/modules/src/search/vocabulary.js';
import { BUILD } from './boards.mjs';

const boardOf = (ranking, { filter }) => buildOf({ ranking, period: filter.date_info }, BUILD);

const searchWith = (plan) => (request, read) => compileSearch(plan, request, read);

/** How a request of each operation is compiled, and the field that tells its records apart. */
export const OPERATIONS = {
  video: { type: VideoSearchRequest, compile: searchWith(VIDEO_PLAN), id: 'video_id' },
  product: { type: ProductSearchRequest, compile: searchWith(PRODUCT_PLAN), id: 'product_id' },
  live: { type: LiveSearchRequest, compile: searchWith(LIVE_PLAN), id: 'room_id' },
  topEcommerce: {
    type: TOP_ECOMMERCE.request,
    compile: (request) => compileRows(TOP_ECOMMERCE, request, boardOf('topEcommerce', request)),
    id: 'uid',
  },
  topGrowth: {
    type: TOP_GROWTH.request,
    compile: (request) => compileRows(TOP_GROWTH, request, boardOf('topGrowth', request)),
    id: 'uid',
  },
};

/** Compiles requests to searches of Elasticsearch over one set of records, as the service does. */
export class Planner {
  #vocabulary;

  constructor(elasticsearchUrl, prefix) {
    this.prefix = prefix;
    const searchRaw = async (index, body) => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch(`${elasticsearchUrl}/${prefix}${index}/_search`, request)).json();
    };
    this.#vocabulary = new Vocabulary({ searchRaw }, { current: () => 0, lastKnown: () => ({ version: 0, ageMs: 0 }) });
  }

  /** The one search that a page costs at least: the first of those that the service tries, its words looked up already. */
  async plan({ operation, index, body }) {
    const { type, compile } = OPERATIONS[operation];
    const request = checkedRequest(type, body);
    const read = await asInRequest(() => this.#vocabulary.read(index, request.keywords ?? ''));
    const { attempts } = compile(request, read);
    return { path: `/${this.prefix}${index}/_search`, body: JSON.stringify(attempts[0]) };
  }
}
