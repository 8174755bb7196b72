import { Injectable } from '@nestjs/common';
import { either } from '../common/errors/error-texts.js';
import { RequestFailure } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import { FactGroups } from '../figures/fact-groups.js';
import { filterPlan } from '../http/validation/request-field.js';
import { hasNextPage, SEARCH_WINDOW, terms } from '../search/compiler/clauses.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import { LIVE } from '../subjects/live.js';
import { type LiveDocument, LiveRecord } from './live.record.js';
import {
  LIVE_SORTS,
  type LiveExportRequest,
  type LiveFacetsRequest,
  LiveFilter,
  type LiveSearchRequest,
} from './live.requests.js';

/** How a request for live streams becomes a query. The filters name their index fields themselves. */
export const LIVE_PLAN: RecordPlan<LiveFilter, LiveDocument> = {
  index: 'lives',
  ...filterPlan(LiveFilter),
  measures: {
    units_sold: ['total_units_sold'],
    gmv: ['gmv_whole', 'gmv_fraction'],
    usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'],
    total_viewer_count: ['total_viewer_count'],
  },
  sorts: LIVE_SORTS,
  mainMetric: 'start_time',
  popularity: 'total_viewer_count',
  record: LiveRecord,
  named: [],
  // A page tells whether more follow instead of a total.
  dataOf: (total, page) => ({ has_more: hasNextPage(page, total, SEARCH_WINDOW) ? 1 : 0 }),
};

/** Elasticsearch takes no more ids as a filter. */
const MOST_ROOMS = 65_536;

@Injectable()
export class LiveService {
  private readonly plan: typeof LIVE_PLAN;

  constructor(
    private readonly records: RecordsService,
    private readonly groups: FactGroups,
  ) {
    this.plan = { ...LIVE_PLAN, resolve: (filter) => this.resolve(filter) };
  }

  /** One page of live streams. @throws as `RecordsService.search` does */
  search(request: LiveSearchRequest) {
    return this.records.search(this.plan, request);
  }

  /** All live streams in their order, at most `limit` of them. @throws as `search` does, with any page */
  export(request: LiveExportRequest, limit: number) {
    return this.records.export(this.plan, request, limit);
  }

  /** Counts of live streams by the values of filters. @throws as `Facets` does */
  facets(request: LiveFacetsRequest) {
    return this.records.facets(this.plan, request);
  }

  /**
   * A filter that has rooms in the place of the products and shops of which they have a sale.
   * @throws RequestFailure (400) for more rooms than a filter can have
   */
  private async resolve({ product_id, seller_id, ...others }: LiveFilter): Promise<LiveFilter> {
    const sold = Object.entries({ product_id, seller_id }).filter(([, ids]) => ids !== undefined);
    if (sold.length === 0) return others;
    requestScope().isExpensive = true;
    const rooms: string[] = [];
    const clauses = [...LIVE.clauses, ...sold.map(([name, ids = []]) => terms(name, ids))];
    const grouped = { facts: 'sales', field: LIVE.key, clauses } as const;
    if (await this.groups.each(grouped, MOST_ROOMS, (room) => rooms.push(room)))
      return { ...others, product_id: rooms };
    const detail = either('filter.product_id', 'filter.seller_id');
    const broken = { rule: 'too_many_rows', limit: MOST_ROOMS, detail } as const;
    throw new RequestFailure(...sold.map(([name, given]) => ({ path: `filter.${name}`, given, ...broken })));
  }
}
