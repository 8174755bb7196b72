import { Injectable } from '@nestjs/common';
import type { WrittenCreatorDocument } from '../../documents/creator.document.js';
import type { EncodedData, RecordPages } from '../../records/encoded-data.js';
import { CreatorRecord } from '../../records/creator.record.js';
import type { FacetCounts } from '../../search/facets.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import type { RecordPlan } from '../../search/record-search.js';
import { RecordSearch } from '../../search/record-search.js';
import type { CreatorSort } from './creator.definition.js';
import { CREATOR_FACETS, CREATOR_FILTERS, CREATOR_SORTS } from './creator.definition.js';
import type {
  CreatorExportRequest,
  CreatorFacetsRequest,
  CreatorFilter,
  CreatorSearchData,
  CreatorSearchRequest,
} from './creator.dto.js';

/** Search, export and facets of creators as data. */
export const CREATOR_PLAN: RecordPlan<CreatorFilter, CreatorSort, WrittenCreatorDocument> = {
  index: 'creators',
  filters: CREATOR_FILTERS,
  facets: CREATOR_FACETS,
  sorts: CREATOR_SORTS,
  mainMetric: 'follower_count',
  popularity: 'follower_count',
  record: CreatorRecord,
  named: ['creator'],
};

/** Searches, exports and counts creators. */
@Injectable()
export class CreatorService {
  constructor(private readonly records: RecordSearch) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  search(request: CreatorSearchRequest, caller: SearchCaller): Promise<EncodedData<CreatorSearchData>> {
    return this.records.page(CREATOR_PLAN, request, request.lang, caller, (total) => ({ total }));
  }

  /** @throws as `search` does, with any page */
  export(request: CreatorExportRequest, limit: number, caller: SearchCaller): RecordPages {
    return this.records.export(CREATOR_PLAN, request, request.lang, limit, caller);
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: CreatorFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetCounts>> {
    return this.records.facets(CREATOR_PLAN, request, caller);
  }
}
