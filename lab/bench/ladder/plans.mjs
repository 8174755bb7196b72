import { asInRequest } from '../usual/search.service.js';
import { checkedRequest } from '../../../src/http/validation/request-validation.pipe.js';
import { LiveSearchRequest } from '../../../src/live/live.requests.js';
import { LIVE_PLAN } from '../../../src/live/live.service.js';
import { ProductSearchRequest } from '../../../src/product/product.requests.js';
import { PRODUCT_PLAN } from '../../../src/product/product.service.js';
import { inDays } from '../../../src/figures/fact-days.js';
import { aggregate } from '../../../src/figures/fact-groups.js';
import { LATEST } from '../../../src/figures/followers.js';
import { AMOUNT_SUMS } from '../../../src/figures/sums.js';
import { compileRanking } from '../../../src/rankings/rankings.query.js';
import {
  TOP_ECOMMERCE,
  TOP_GROWTH,
  TopEcommerceRequest,
  TopGrowthRequest,
} from '../../../src/rankings/rankings.requests.js';
import { VideoSearchRequest } from '../../../src/video/video.requests.js';
import { VIDEO_PLAN } from '../../../src/video/video.service.js';
import { compileSearch } from '../../../src/search/compiler/search.js';
import { SynonymTable } from '../../../src/search/compiler/synonyms.js';
import { Vocabulary } from '../../../src/search/vocabulary.js';

const searchWith = (plan) => (request, read) => compileSearch(plan, request, read);

/** Groups the facts of a ranking's period, the largest first: the least that a page of it takes. */
const largestOf = (plan, metrics) => (request) => {
  const { key, clauses } = compileRanking(plan, { orderby: [], ...request }, 1);
  const [largest] = Object.keys(metrics);
  const groups = { terms: { field: key.field, size: request.page * request.pagesize, order: { [largest]: 'desc' } } };
  const all = [inDays(request.filter.date_info), ...clauses];
  return { attempts: [aggregate(all, { groups: { ...groups, aggs: metrics } })] };
};

/** How a request of each operation is compiled, and the field that tells its records apart. */
export const OPERATIONS = {
  video: { type: VideoSearchRequest, compile: searchWith(VIDEO_PLAN), id: 'video_id' },
  product: { type: ProductSearchRequest, compile: searchWith(PRODUCT_PLAN), id: 'product_id' },
  live: { type: LiveSearchRequest, compile: searchWith(LIVE_PLAN), id: 'room_id' },
  topEcommerce: { type: TopEcommerceRequest, compile: largestOf(TOP_ECOMMERCE, AMOUNT_SUMS.usd_gmv), id: 'uid' },
  topGrowth: { type: TopGrowthRequest, compile: largestOf(TOP_GROWTH, LATEST), id: 'uid' },
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
    const versions = { ageMs: () => 0, isSettled: true, snapshot: { dataVersion: undefined } };
    const synonyms = { get: () => Promise.resolve(new SynonymTable([])) };
    this.#vocabulary = new Vocabulary({ searchRaw }, versions, synonyms);
  }

  /** The one search that a page costs at least: the first of those that the service tries, its words looked up already. */
  async plan({ operation, index, body }) {
    const { type, compile } = OPERATIONS[operation];
    const request = await asInRequest(() => checkedRequest(type, body));
    const read = await asInRequest(() => this.#vocabulary.read(index, request.keywords ?? ''));
    const { attempts } = compile(request, read);
    return { path: `/${this.prefix}${index}/_search`, body: JSON.stringify(attempts[0]) };
  }
}
